import { expect, it } from 'vitest'
import { type ColourChoice, decideColour } from '../../../src/output/terminal/colour.ts'

type Row = readonly [ColourChoice, Record<string, string>, terminal: boolean, colour: boolean]

const rows: readonly Row[] = [
  ['auto', {}, true, true],
  ['auto', {}, false, false],
  ['always', { NO_COLOR: '1', TERM: 'dumb' }, false, true],
  ['never', { FORCE_COLOR: '1' }, true, false],
  ['auto', { NO_COLOR: '1' }, true, false],
  ['auto', { NO_COLOR: '1', FORCE_COLOR: '1' }, true, false],
  ['auto', { NO_COLOR: '' }, true, true],
  ['auto', { FORCE_COLOR: '1' }, false, true],
  ['auto', { FORCE_COLOR: '3', TERM: 'dumb' }, false, true],
  ['auto', { FORCE_COLOR: '0' }, true, false],
  ['auto', { FORCE_COLOR: 'false', CLICOLOR_FORCE: '1' }, true, false],
  ['auto', { FORCE_COLOR: '' }, false, false],
  ['auto', { CLICOLOR_FORCE: '1' }, false, true],
  ['auto', { CLICOLOR_FORCE: '1', TERM: 'dumb', CLICOLOR: '0' }, false, true],
  ['auto', { CLICOLOR_FORCE: '0' }, false, false],
  ['auto', { CLICOLOR_FORCE: '0' }, true, true],
  ['auto', { TERM: 'dumb' }, true, false],
  ['auto', { CLICOLOR: '0' }, true, false],
  ['auto', { CLICOLOR: '1' }, false, false],
]

it.each(rows)('--color %s, %j, terminal %s: %s', (choice, env, isTerminal, colour) => {
  expect(decideColour(choice, env, isTerminal)).toBe(colour)
})
