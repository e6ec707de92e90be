/** Languages by the two-letter codes that the service uses for them (ISO 639-1). */
const names: Readonly<Record<string, string>> = {
  ar: 'Arabic', en: 'English', es: 'Spanish', fr: 'French', id: 'Indonesian', pt: 'Portuguese', ru: 'Russian',
  sw: 'Swahili', th: 'Thai', vi: 'Vietnamese',
} // biome-ignore format: a word list

export const languageCodes = Object.keys(names)

/** A language by its name, or by its code where that is all that is known. */
export const languageName = (code: string) => (Object.hasOwn(names, code) ? (names[code] ?? code) : code)

/** The code of a language that is named by its code or by its name, in whatever case. */
export function languageCode(text: string): string {
  const wanted = text.trim().toLowerCase()
  return languageCodes.find((code) => names[code]?.toLowerCase() === wanted) ?? wanted
}
