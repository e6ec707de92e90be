/** Random hostile texts. A failing test prints its seed. */
import fc from 'fast-check'
import { hostileTexts } from '../../src/sandbox/hostile.ts'

/** Parts of terminal sequences, which may form whole ones when joined in a field or across fields. */
const fragments = [
  ...[
    '\x1b',
    '\x1b[',
    '\x9b',
    '1',
    ';',
    'm',
    '31m',
    '2J',
    '\x1b[1m',
    '\x1b[22m',
    '\x1b[36m',
    '\x1b[2K',
    '\r',
  ],
  ...[
    '\x1b]',
    '\x9d',
    '8;;https://evil.example',
    '0;owned',
    '\x07',
    '\x1b\\',
    '\x9c',
    '\x1bP',
    '\x90',
    'q#0',
  ],
  ...['\x1b_', '\x9f', 'Ga=T,f=100;AAAA', '\x1b^', '\x1bX', '\x1bc', '\x1b[?1049h', '\x1b[6n', '\x1b[?2026h'],
  ...['\0', '\b', '\t', '\n', '\v', '\f', '\x18', '\x1a', '\x7f', '\x85', '\x84', '\r\n'],
  ...['\u202e', '\u2066', '\u2069', '\u200b', '\u200d', '\u200c', '\ufeff', '\u{e0041}', '\ud83d', '\udc69'],
  ...[
    '\u2028',
    '\u2029',
    '\u00ad',
    '\u034f',
    '\u0301',
    'é',
    '한',
    'ا',
    '👩',
    '🏳️',
    '﷽',
    '=1+1',
    '"',
    ',',
    '\\',
    '<',
  ],
]

/** Joined fragments, random characters, or a known hostile text. */
export const strangeText: fc.Arbitrary<string> = fc.oneof(
  {
    weight: 4,
    arbitrary: fc.array(fc.constantFrom(...fragments), { maxLength: 6 }).map((some) => some.join('')),
  },
  { weight: 1, arbitrary: fc.string({ unit: 'binary', maxLength: 12 }) },
  { weight: 1, arbitrary: fc.constantFrom(...hostileTexts) },
)

/** Several texts, for one field after the other. */
export const strangeTexts = fc.array(strangeText, { minLength: 1, maxLength: 7 })
