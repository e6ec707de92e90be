import { execFileSync } from 'node:child_process'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { shellWord } from '../../src/core/shell-word.ts'
import { shells } from '../support/shells.ts'

const readBack = (words: readonly string[], shell = '/bin/sh'): readonly string[] =>
  execFileSync(shell, ['-c', `printf '%s\\0' ${words.map(shellWord).join(' ')}`], { encoding: 'utf8' })
    .split('\0')
    .slice(0, -1)

test.each(shells)('%s reads back any words unchanged', (shell) => {
  const word = fc.oneof(
    fc.string({ unit: 'binary' }).map((text) => text.replaceAll('\0', '').toWellFormed()),
    fc.string({ unit: fc.constantFrom(...'\'"\\$`!*?[]{}()<>|&;#~=^ \n\t-é') }),
  )
  fc.assert(
    fc.property(fc.array(word, { minLength: 1, maxLength: 50 }), (words) => {
      expect(readBack(words, shell)).toEqual(words)
    }),
    { numRuns: 40 },
  )
})

test('words without special characters are not quoted', () => {
  expect(['--ca-file', '/etc/ca.pem', 'https://api.example.org:8443', 'a=b'].map(shellWord)).toEqual([
    '--ca-file',
    '/etc/ca.pem',
    'https://api.example.org:8443',
    'a=b',
  ])
})

test.each([
  ['http://[::1]:8080', "'http://[::1]:8080'"],
  ['=ls', "'=ls'"],
  ["it's", "'it'\\''s'"],
  ['no!', "'no'\\!''"],
  ['', "''"],
])('%s becomes %s, since zsh or bash treat it specially', (word, written) => {
  expect(shellWord(word)).toBe(written)
})
