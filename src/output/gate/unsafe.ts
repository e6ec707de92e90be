/**
 * Which characters may not reach a terminal. The service's text is written by strangers:
 * it may move the cursor, recolour the screen, turn the direction of a line, or hide letters.
 *
 * Two invisible joiners are kept where scripts and emoji need them, and only there: one ZWJ between two
 * pictographs, one ZWJ or ZWNJ between two letters of a script that joins (Arabic, the Indic scripts, Mongolian …).
 * Without them names in Persian or Sinhala fall apart; one joiner between visible letters can hide nothing.
 * Alone, doubled, or between other letters they are replaced. Variation selectors 15 and 16 (text or emoji) stay.
 */
const controls = '\\0-\\x1f\\x7f-\\x9f\\u2028\\u2029\\ufff9-\\ufffb\\p{Cs}'

/** Bidirectional controls, zero-width and tag characters, byte order mark, soft hyphen, filler characters. */
const hidden = '(?![\\ufe0e\\ufe0f])\\p{Default_Ignorable_Code_Point}'

const joining = `[${'Arab Syrc Nkoo Mong Deva Beng Guru Gujr Orya Taml Telu Knda Mlym Sinh Khmr Mymr Tibt'
  .split(' ')
  .map((script) => `\\p{sc=${script}}`)
  .join('')}]`
const emojiJoiner =
  '(?<=\\p{Extended_Pictographic}[\\ufe0f\\p{Emoji_Modifier}]?)\\u200d(?=\\p{Extended_Pictographic})'
const scriptJoiner = `(?<=${joining}\\p{Mn}?)[\\u200c\\u200d](?=${joining})`

/** For people. A newline is among them: who wants to keep it says so. */
const forPeople = `(?!${emojiJoiner}|${scriptJoiner})${hidden}|[${controls}]`

/** For machines, where they are escaped, which harms no text: so no exceptions. */
export const unsafeForMachines = pattern(`${hidden}|[${controls}]`)

/** In YAML, where noncharacters are escaped too: one of them, such as U+FFFE, makes parsers refuse the whole stream. */
export const unsafeForYaml = pattern(`${hidden}|[${controls}\\p{Noncharacter_Code_Point}]`)

/** What cannot be shown is shown as this. */
export const replacement = '\ufffd'

/**
 * Most text is this, and needs no further look: Latin, Greek and Cyrillic letters, our own bars and dots. Every code
 * unit of it takes one column.
 */
export const plain =
  /^[\n\x20-\x7e\xa0-\xac\xae-\u02ff\u0370-\u0482\u048a-\u052f\u1e00-\u1fff\u2010-\u2027\u2500-\u259f\u2800-\u28ff\ufffd]*$/

/** A pattern for text that people see, with `kept` (a pattern's source) looked for first: it matches group 1. */
export function unsafeForPeople(kept: string): () => RegExp {
  return pattern(`(${kept})|${forPeople}`)
}

/** Made when first needed: its sets of Unicode take milliseconds, which plain text should not pay. */
function pattern(source: string): () => RegExp {
  let made: RegExp | undefined
  return () => {
    made ??= new RegExp(source, 'gu')
    return made
  }
}
