/** The only module that imports get-east-asian-width. */
import { eastAsianWidth } from 'get-east-asian-width'
import { lazyPattern } from '../../lazy-pattern.ts'

/** A grapheme without any such character has width 0. */
const visible = lazyPattern(
  String.raw`[^\p{Default_Ignorable_Code_Point}\p{Cc}\p{Cf}\p{Mn}\p{Me}\p{Cs}]`,
  'u',
)

/**
 * Characters that take columns even inside a grapheme: vowel signs, letters that others join to, halfwidth
 * marks. Excludes Hangul vowels and final consonants, which are drawn inside the first character.
 */
const additional = lazyPattern(String.raw`(?![\u1160-\u11ff\ud7b0-\ud7ff])[\p{Mc}\p{Lo}\uff00-\uffef]`, 'u')

/** Emoji sequences, two columns wide: with a selector, a skin tone or a joiner, or a keycap or a flag. */
const picture = lazyPattern(
  String.raw`^\p{ExtPict}\ufe0f|^\p{Emoji_Modifier_Base}\p{Emoji_Modifier}|^\p{ExtPict}.*\u200d\p{ExtPict}|^[\d#*]\ufe0f?\u20e3|^\p{RI}\p{RI}`,
  'u',
)

/** Returns the columns of what a reader sees as one character. */
export function graphemeWidth(grapheme: string): number {
  const start = grapheme.search(visible())
  if (start < 0) return 0
  if (picture().test(grapheme)) return 2
  const [first = '', ...others] = grapheme.slice(start)
  const wide = [first, ...others.filter((letter) => additional().test(letter))]
  return wide.reduce((sum, letter) => sum + eastAsianWidth(letter.codePointAt(0) ?? 0), 0)
}
