/**
 * THE LIST: all that a terminal may be told by us, spelled as `sequences.ts` spells it. Written by hand and never taken
 * from src, so that nothing gets onto it but by a reader of this file.
 */

/** What a run was asked for, as far as more is allowed for it. */
export type Occasion = 'colour' | 'images' | 'watch'

export interface Allowance {
  readonly what: string
  readonly sequence: RegExp
  /** What must follow somewhere behind it, before the run is over. */
  readonly until?: string
  /** What must follow at once. */
  readonly next?: string
  /** Where it may stand; on both when left out. */
  readonly stream?: 'stdout' | 'stderr'
  /** Without it, it is not allowed. */
  readonly when?: Occasion
}

export const allowed: readonly Allowance[] = [
  { what: 'a new line', sequence: /^LF$/ },

  // The palette: name, label, accent, warning, and two for the texts and other values of JSON.
  { what: 'bold', sequence: /^CSI 1m$/, until: 'CSI 22m', when: 'colour' },
  { what: 'dim', sequence: /^CSI 2m$/, until: 'CSI 22m', when: 'colour' },
  { what: 'cyan', sequence: /^CSI 36m$/, until: 'CSI 39m', when: 'colour' },
  { what: 'yellow', sequence: /^CSI 33m$/, until: 'CSI 39m', when: 'colour' },
  { what: 'green', sequence: /^CSI 32m$/, until: 'CSI 39m', when: 'colour' },
  { what: 'magenta', sequence: /^CSI 35m$/, until: 'CSI 39m', when: 'colour' },
  { what: 'no longer bold or dim', sequence: /^CSI 22m$/, when: 'colour' },
  { what: 'no colour any more', sequence: /^CSI 39m$/, when: 'colour' },

  // The line of progress goes: back to its first column, and nothing left in it.
  { what: 'back to the start of the line', sequence: /^CR$/, next: 'CSI 2K', stream: 'stderr' },
  { what: 'an empty line', sequence: /^CSI 2K$/, stream: 'stderr' },
]

/**
 * What may not be shown either: it turns or hides letters, or is none. C0, C1 and DEL are not here, since they are never
 * shown. Variation selectors 15 and 16 choose between text and picture, and stay.
 */
export const notText = new RegExp(
  `[${[
    '\\u00ad\\u034f\\u061c\\u115f\\u1160\\u17b4\\u17b5\\u180b-\\u180f\\u3164\\uffa0',
    '\\u200b\\u200e\\u200f\\u2028-\\u202e\\u2060-\\u206f\\ufe00-\\ufe0d\\ufeff\\ufff0-\\ufffb',
    '\\u{1bca0}-\\u{1bca3}\\u{1d173}-\\u{1d17a}\\u{e0000}-\\u{e0fff}\\p{Cs}',
  ].join('')}]`,
  'gu',
)

/** A joiner that joins nothing: it would stand for nothing but something hidden. */
export const loneJoiner =
  /(?<![\p{L}\p{M}\p{Extended_Pictographic}\p{Emoji_Modifier}])[\u200c\u200d]|[\u200c\u200d](?![\p{L}\p{Extended_Pictographic}])/gu
