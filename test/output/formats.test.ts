import { describe, expect, test } from 'vitest'
import { globalOptions } from '../../src/cli/settings/global-options.ts'
import { errorStyle, formatNames, formats } from '../../src/output/formats.ts'
import { formatNames as byHand } from '../oracles/completions.ts'

test('the choices of -o are the list of formats', () => {
  expect(formatNames).toEqual(byHand)
  expect(globalOptions[0].choices).toBe(formatNames)
})

test.each(formatNames)('%s has a renderer', async (name) => {
  expect(await formats[name].load()).toBeTypeOf('function')
})

describe('the style of errors', () => {
  test.each([
    ['json', { isTerminal: false, isExplicit: false }, 'json'],
    ['json', { isTerminal: false, isExplicit: true }, 'json'],
    ['json', { isTerminal: true, isExplicit: true }, 'json'],
    ['json', { isTerminal: true, isExplicit: false }, 'words'],
    ['ndjson', { isTerminal: false, isExplicit: true }, 'json'],
    ['ndjson', { isTerminal: true, isExplicit: false }, 'words'],
    ['table', { isTerminal: false, isExplicit: true }, 'words'],
    ['xml', { isTerminal: false, isExplicit: true }, 'words'],
  ] as const)('%s %j: %s', (format, to, style) => expect(errorStyle(format, to)).toBe(style))
})
