import { describe, expect, test } from 'vitest'
import { globalOptions } from '../../src/cli/settings/global-options.ts'
import { errorStyle, formatNames, formats } from '../../src/output/formats.ts'
import { formatNames as byHand } from '../oracles/completions.ts'

test('the list of formats is where the choices of -o come from', () => {
  expect(formatNames).toEqual(byHand)
  expect(globalOptions[0].choices).toBe(formatNames)
})

test.each(formatNames)('%s has a renderer', async (name) => {
  expect(await formats[name].load()).toBeTypeOf('function')
})

describe('how a failure is told', () => {
  test.each([
    ['json', { isTerminal: false, asked: false }, 'json'],
    ['json', { isTerminal: false, asked: true }, 'json'],
    ['json', { isTerminal: true, asked: true }, 'json'],
    ['json', { isTerminal: true, asked: false }, 'words'],
    ['ndjson', { isTerminal: false, asked: true }, 'json'],
    ['ndjson', { isTerminal: true, asked: false }, 'words'],
    ['table', { isTerminal: false, asked: true }, 'words'],
    ['xml', { isTerminal: false, asked: true }, 'words'],
  ] as const)('%s %j: in %s', (format, to, style) => expect(errorStyle(format, to)).toBe(style))
})
