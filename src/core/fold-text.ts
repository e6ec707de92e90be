import { lazy, lazyPattern } from './lazy.ts'

/**
 * Returns the text in lower case, without accents and with plain letters for others, such as `ł`, `ß` and full-width ones, for
 * comparison in a search. Different texts can become the same, so the result identifies nothing.
 */
export function foldText(text: string): string {
  const lower = text.toLowerCase()
  // Skip normalization for plain ASCII, which most texts are: it costs more than the rest of the search.
  if (isAscii(lower)) return lower
  // The compatibility form of a sign can have capitals: `№` is `No`.
  const plain = lower.normalize('NFKD').replace(marks(), '').toLowerCase()
  return isAscii(plain) ? plain : plain.replace(signs(), (sign) => lettersOf().get(sign) ?? sign)
}

/** Returns the folded text without spaces, dashes and underscores: `To Go` and `to-go` name the same. */
export const foldName = (text: string): string => foldText(text).replaceAll(/[\s_-]/g, '')

const isAscii = (text: string) => !/[^\0-\x7f]/.test(text)

const marks = lazyPattern(String.raw`\p{M}`, 'gu')

/** Signs without a compatibility form, each followed by what is typed in place of it. */
const table = "æae ɓb đd ðd ɖd ɗd əa ɛe ƒf ħh ıi ƙk łl ŋn ɲn øo œoe ɔo ßss ςσ þth ŧt ʋv ƴy ‘' ’' ʻ' ʼ' ′'"

const lettersOf = lazy(() => new Map(table.split(' ').map((entry) => [entry.charAt(0), entry.slice(1)])))

const signs = lazy(() => new RegExp(`[${[...lettersOf().keys()].join('')}]`, 'g'))
