import { expect, test } from 'vitest'
import { type Piece, piecesOf } from './sequences.ts'

/** Spells pieces as strings: displayed text in quotes, controls without. */
const spelled = (pieces: readonly Piece[]) =>
  pieces.map((piece) => ('shown' in piece ? JSON.stringify(piece.shown) : piece.obeyed))

test.each<[string, readonly string[]]>([
  ['plain, wide 한국어 and \u{1f600}', ['"plain, wide 한국어 and \u{1f600}"']],
  ['a\r\nb\tc', ['"a"', 'CR', 'LF', '"b"', 'HT', '"c"']],
  ['\x07\x08\x7f', ['BEL', 'BS', 'DEL']],
  // Control sequences, in both forms of their introducer.
  ['\x1b[1mx\x1b[22m', ['CSI 1m', '"x"', 'CSI 22m']],
  ['\x9b2J\x9b1;1H', ['CSI 2J', 'CSI 1;1H']],
  ['\x1b[?25l\x1b[>0c\x1b[!p\x1b[38:2::1:2:3m', ['CSI ?25l', 'CSI >0c', 'CSI !p', 'CSI 38:2::1:2:3m']],
  // A control inside a sequence takes effect, and so does the sequence.
  ['\x1b[1\nmx', ['LF', 'CSI 1m', '"x"']],
  ['\x1b[1\x18mx', ['cut off CSI 1', 'CAN', '"mx"']],
  ['\x1b[1\x1b[2m', ['cut off CSI 1', 'CSI 2m']],
  ['\x1b[1\u00e4m', ['cut off CSI 1', '"m"']],
  ['\x1b[12', ['cut off CSI 12']],
  // Escapes.
  ['\x1bc\x1bM\x1b(0\x1b#8', ['ESC c', 'ESC M', 'ESC (0', 'ESC #8']],
  ['\x85\x84', ['ESC E', 'ESC D']],
  ['\x1b', ['cut off ESC ']],
  ['\x1b\x1b[m', ['cut off ESC ', 'CSI m']],
  // Strings: OSC, DCS, APC, PM and SOS.
  ['\x1b]0;owned\x07x', ['OSC 0;owned BEL', '"x"']],
  ['\x1b]8;;https://x\x1b\\l\x1b]8;;\x1b\\', ['OSC 8;;https://x ST', '"l"', 'OSC 8;; ST']],
  ['\x9d2;t\x9cx', ['OSC 2;t ST', '"x"']],
  ['\x1bP1$r0m\x1b\\\x90q\x9c', ['DCS 1$r0m ST', 'DCS q ST']],
  ['\x1b_Ga=T;AAAA\x1b\\\x9fG\x9c', ['APC Ga=T;AAAA ST', 'APC G ST']],
  ['\x1b^a\x1b\\\x1bXb\x9c\x9ec\x9c', ['PM a ST', 'SOS b ST', 'PM c ST']],
  // Passthrough of tmux.
  ['\x1bPtmux;\x1b\x1b_Gq=2;A\x1b\x1b\\\x1b\\x', ['DCS tmux;\x1b_Gq=2;A\x1b\\ ST', '"x"']],
  // BEL ends only an OSC string.
  ['\x1b_a\x07b\x1b\\', ['APC a\x07b ST']],
  // A sequence inside a string ends the string and starts as usual.
  ['\x1b]0;a\x1b[2J', ['cut off OSC 0;a', 'CSI 2J']],
  ['\x1b]0;a\x9b2J', ['cut off OSC 0;a', 'CSI 2J']],
  ['\x1b]0;a\x18b', ['cut off OSC 0;a', 'CAN', '"b"']],
  ['\x1b]0;never ends', ['cut off OSC 0;never ends']],
])('%j is parsed into its pieces', (text, expected) => {
  expect(spelled(piecesOf(text))).toEqual(expected)
})
