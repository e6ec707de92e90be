/**
 * The list of control sequences that kiva may send to a terminal, in the spelling of `sequences.ts`. It is
 * written by hand and takes nothing from src, so that every addition needs an edit of this file.
 */

/** Features of a run that allow more sequences. */
export type Occasion = 'color' | 'images' | 'watch' | 'explore'

export interface Allowance {
  readonly what: string
  readonly sequence: RegExp
  /** A sequence that must follow before the run ends. */
  readonly until?: string
  /** The sequence that must follow immediately. */
  readonly next?: string
  /** The stream that may contain it. Default: both. */
  readonly stream?: 'stdout' | 'stderr'
  /** The feature without which it is not allowed. */
  readonly when?: Occasion
}

export const allowed: readonly Allowance[] = [
  { what: 'a new line', sequence: /^LF$/ },

  // The palette: name, label, accent, warning, and two for strings and other values in JSON.
  { what: 'bold', sequence: /^CSI 1m$/, until: 'CSI 22m', when: 'color' },
  { what: 'dim', sequence: /^CSI 2m$/, until: 'CSI 22m', when: 'color' },
  { what: 'cyan', sequence: /^CSI 36m$/, until: 'CSI 39m', when: 'color' },
  { what: 'yellow', sequence: /^CSI 33m$/, until: 'CSI 39m', when: 'color' },
  { what: 'red', sequence: /^CSI 91m$/, until: 'CSI 39m', when: 'color' },
  { what: 'green', sequence: /^CSI 32m$/, until: 'CSI 39m', when: 'color' },
  { what: 'magenta', sequence: /^CSI 35m$/, until: 'CSI 39m', when: 'color' },
  { what: 'no longer bold or dim', sequence: /^CSI 22m$/, when: 'color' },
  { what: 'no colour any more', sequence: /^CSI 39m$/, when: 'color' },

  // Clear the status line: return to its first column and erase it.
  { what: 'back to the start of the line', sequence: /^CR$/, next: 'CSI 2K', stream: 'stderr' },
  { what: 'an empty line', sequence: /^CSI 2K$/, stream: 'stderr' },

  // Links to pages of www.kiva.org only.
  {
    what: 'a link',
    sequence: /^OSC 8;;https:\/\/www\.kiva\.org\/(?:lend|lender|team)\/[\w.~%-]+ ST$/,
    until: 'OSC 8;; ST',
    stream: 'stdout',
  },
  // The authorization page of a login; test/auth/login.test.ts reads that no other command links it.
  {
    what: 'a link to the authorization page',
    sequence: /^OSC 8;;https:\/\/www\.kiva\.org\/oauth\/authorize\?[\w.~%&=-]+ ST$/,
    until: 'OSC 8;; ST',
    stream: 'stderr',
  },
  { what: 'no link any more', sequence: /^OSC 8;; ST$/ },

  // --watch uses the alternate screen, and redraws it from the top left corner.
  ...(
    [
      ['another screen', /^CSI \?1049h$/, 'CSI ?1049l'],
      ['the screen as it was', /^CSI \?1049l$/],
      ['no cursor', /^CSI \?25l$/, 'CSI ?25h'],
      ['a cursor', /^CSI \?25h$/],
      ['long lines are cut', /^CSI \?7l$/, 'CSI ?7h'],
      ['and go on', /^CSI \?7h$/],
      ['what follows is shown at once', /^CSI \?2026h$/, 'CSI ?2026l'],
      ['now', /^CSI \?2026l$/],
      ['the first place', /^CSI H$/],
      ['nothing more in the line', /^CSI K$/],
      ['nothing more on the screen', /^CSI J$/],
    ] as const
  ).map(([what, sequence, until]) => ({ what, sequence, when: 'watch' as const, ...(until && { until }) })),
  { what: 'the next line', sequence: /^CR$/, next: 'LF', when: 'watch' },

  // explore takes the whole terminal, draws at any place, and asks whether a frame was drawn.
  ...(
    [
      ['another screen', /^CSI \?1049h$/, 'CSI ?1049l'],
      ['the screen as it was', /^CSI \?1049l$/],
      ['no cursor', /^CSI \?25l$/, 'CSI ?25h'],
      ['a cursor', /^CSI \?25h$/],
      ['long lines are cut', /^CSI \?7l$/, 'CSI ?7h'],
      ['and go on', /^CSI \?7h$/],
      ['pasted text in brackets', /^CSI \?2004h$/, 'CSI ?2004l'],
      ['pasted text as typed', /^CSI \?2004l$/],
      ['the mouse is reported', /^CSI \?1000h$/, 'CSI ?1000l'],
      ['the mouse is not reported', /^CSI \?1000l$/],
      ['the mouse in decimal numbers', /^CSI \?1006h$/, 'CSI ?1006l'],
      ['the mouse in bytes', /^CSI \?1006l$/],
      ['what follows is shown at once', /^CSI \?2026h$/, 'CSI ?2026l'],
      ['now', /^CSI \?2026l$/],
      ['an empty screen', /^CSI 2J$/],
      ['a place', /^CSI [1-9]\d{0,3};[1-9]\d{0,3}H$/],
      ['nothing more in the line', /^CSI K$/],
      ['a region to scroll', /^CSI [1-9]\d{0,3};[1-9]\d{0,3}r$/, 'CSI r'],
      ['rows move up or down', /^CSI [1-9]\d{0,3}[ST]$/],
      ['the whole screen scrolls', /^CSI r$/],
      ['reverse video', /^CSI 7m$/, 'CSI 27m'],
      ['no reverse video', /^CSI 27m$/],
      ['no style', /^CSI 0m$/],
      ['are you ready?', /^CSI 5n$/],
      [
        'a picture that placeholders show',
        /^APC Ga=T,f=24,s=\d+,v=\d+,c=\d+,r=\d+,U=1,i=\d+,q=2,m=[01];[A-Za-z0-9+/=]* ST$/,
      ],
      ['a picture is deleted', /^APC Ga=d,d=I,i=\d+,q=2 ST$|^DCS tmux;\x1b_Ga=d,d=I,i=\d+,q=2\x1b\\ ST$/],
      ['a text for the clipboard', /^OSC 52;c;[A-Za-z0-9+/]{0,74998}={0,2} ST$/],
    ] as const
  ).map(([what, sequence, until]) => ({ what, sequence, when: 'explore' as const, ...(until && { until }) })),

  // Pictures: half-blocks in 24-bit or 8-bit colors, and three protocols. Only drawing is allowed: no
  // sequence
  // names a file or asks the terminal for a reply.
  ...(
    [
      [
        'two pixels',
        /^CSI 38;2;\d{1,3};\d{1,3};\d{1,3};48;2;\d{1,3};\d{1,3};\d{1,3}m$|^CSI 38;5;\d{1,3};48;5;\d{1,3}m$/,
        'CSI 39;49m',
      ],
      ['no more pixels', /^CSI 39;49m$/],
      ['up to the first row', /^CSI \d{1,2}A$/],
      ['right of the picture', /^CSI \d{1,2}C$/],
      ['the cursor is kept', /^ESC 7$/, 'ESC 8'],
      ['and put back', /^ESC 8$/],
      [
        'iTerm2',
        /^OSC 1337;File=inline=1;size=\d+;width=\d+;height=\d+;preserveAspectRatio=1:[A-Za-z0-9+/=]* BEL$/,
      ],
      ['kitty', /^APC Ga=T,f=24,s=\d+,v=\d+,c=\d+,r=\d+,C=1,q=2,m=[01];[A-Za-z0-9+/=]* ST$/],
      ['kitty, more of it', /^APC Gq=2,m=[01];[A-Za-z0-9+/=]* ST$/],
      [
        'kitty behind tmux',
        /^DCS tmux;\x1b_G(?:a=T,f=24,s=\d+,v=\d+,c=\d+,r=\d+,U=1,i=\d+,)?q=2,m=[01];[A-Za-z0-9+/=]*\x1b\\ ST$/,
      ],
      ["the number of a picture for kitty's letters", /^CSI 38;2;\d{1,3};\d{1,3};\d{1,3}m$/, 'CSI 39m'],
      ['sixel', /^DCS q"1;1;\d+;\d+[-#0-9;!$?-~]* ST$/],
    ] as const
  ).map(([what, sequence, until]) => ({ what, sequence, when: 'images' as const, ...(until && { until }) })),
]

/**
 * Characters that must not be displayed: they reorder or hide text, or are not characters. C0, C1 and DEL are
 * missing here, because the parser reports them as controls. Variation selectors 15 and 16, which choose
 * between text and emoji, are allowed.
 */
export const notText = new RegExp(
  `[${[
    '\\u00ad\\u034f\\u061c\\u115f\\u1160\\u17b4\\u17b5\\u180b-\\u180f\\u3164\\uffa0',
    '\\u200b\\u200e\\u200f\\u2028-\\u202e\\u2060-\\u206f\\ufe00-\\ufe0d\\ufeff\\ufff0-\\ufffb',
    '\\u{1bca0}-\\u{1bca3}\\u{1d173}-\\u{1d17a}\\u{e0000}-\\u{e0fff}\\p{Cs}',
  ].join('')}]`,
  'gu',
)

/** A zero-width joiner or non-joiner without letters to join: it could only serve to hide something. */
export const loneJoiner =
  /(?<![\p{L}\p{M}\p{Extended_Pictographic}\p{Emoji_Modifier}])[\u200c\u200d]|[\u200c\u200d](?![\p{L}\p{Extended_Pictographic}])/gu
