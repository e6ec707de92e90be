import { describe, expect, test } from 'vitest'
import { themed } from '../../src/explore/session/themes.ts'
import { roles } from '../../src/output/gate/gate.ts'
import { palette } from '../../src/output/terminal/palette.ts'

const paint = palette(true)
const line = (Object.keys(roles) as (keyof typeof roles)[]).map((role) => paint(role, role)).join(' ')

describe('a theme', () => {
  test('mono keeps bold, dim and inverse, and no hue', () => {
    expect(themed.mono(line)).toBe(
      '\x1b[1mname\x1b[22m \x1b[2mlabel\x1b[22m accent warning danger key string literal \x1b[7mselected\x1b[27m',
    )
  })

  test('high-contrast has nothing dim, and bold in place of hues', () => {
    const bold = (text: string) => `\x1b[1m${text}\x1b[22m`
    expect(themed['high-contrast'](line)).toBe(
      `${bold('name')} label\x1b[22m ${['accent', 'warning', 'danger', 'key', 'string', 'literal'].map(bold).join(' ')} ` +
        '\x1b[7mselected\x1b[27m',
    )
  })

  test('keeps text that looks like a sequence without Esc', () => {
    expect(themed.mono('[36m')).toBe('[36m')
  })
})
