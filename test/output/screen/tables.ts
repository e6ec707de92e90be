/** Terminals that disagree about the width of characters. */
import addon from '@xterm/addon-unicode11'
import { type IUnicodeVersionProvider, Terminal } from '@xterm/headless'
import { plain } from '../../../src/output/gate/text.ts'

/** Never takes a column of its own, but in the narrowest tables. */
const mark = /^[\p{Mn}\p{Me}\p{Cf}]/u
const han = /^[\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}\p{sc=Hangul}\uff01-\uff60]/u

/** Widths of characters by a rule, joined to the cell before as xterm's own tables do. */
function tableOf(version: string, widthOf: (character: string) => 0 | 1 | 2): IUnicodeVersionProvider {
  const wcwidth = (code: number) => (code < 0x20 ? 0 : widthOf(String.fromCodePoint(code)))
  return {
    version,
    wcwidth,
    charProperties(code, preceding) {
      const width = wcwidth(code)
      const before = (preceding >> 1) & 3
      const joins = width === 0 && before > 0
      return ((joins ? before : width) << 1) | (joins ? 1 : 0)
    },
  }
}

/** All but the plainest characters are wide: arrows, signs, emoji, Arabic, Thai. */
const widest = tableOf('widest', (character) => (plain.test(character) ? 1 : mark.test(character) ? 0 : 2))

/** All but Chinese, Japanese and Korean take one column each: marks and joiners too. */
const narrowest = tableOf('narrowest', (character) => (han.test(character) ? 2 : 1))

export const tables = ['6', '11', 'widest', 'narrowest'] as const

/** Returns a terminal with autowrap off and the widths of a table. */
export function terminalWith(table: (typeof tables)[number], columns: number, rows: number): Terminal {
  const terminal = new Terminal({ cols: columns, rows, scrollback: 0, allowProposedApi: true })
  terminal.loadAddon(new addon.Unicode11Addon())
  terminal.unicode.register(widest)
  terminal.unicode.register(narrowest)
  terminal.unicode.activeVersion = table
  return terminal
}
