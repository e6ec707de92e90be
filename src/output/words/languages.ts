/** Names of languages by the two-letter codes that the API uses (ISO 639-1). */
const names: Readonly<Record<string, string>> = {
  ar: 'Arabic', en: 'English', es: 'Spanish', fr: 'French', id: 'Indonesian', pt: 'Portuguese', ru: 'Russian',
  sw: 'Swahili', th: 'Thai', vi: 'Vietnamese',
} // biome-ignore format: a word list

export const languageCodes = Object.keys(names)

/** Returns the name of a language, or the code itself if the name is unknown. */
export const languageName = (code: string) => (Object.hasOwn(names, code) ? (names[code] ?? code) : code)

/** Returns the code for a language's code or name, in any case; other text in lower case. */
export function languageCode(text: string): string {
  const wanted = text.trim().toLowerCase()
  return languageCodes.find((code) => names[code]?.toLowerCase() === wanted) ?? wanted
}
