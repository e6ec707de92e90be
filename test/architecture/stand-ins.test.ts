/** The stub of undici's parser constants: it has the same numbers, and all that undici reads. */
import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { expect, test } from 'vitest'

const require = createRequire(import.meta.url)
const standIn = require('../../scripts/stand-ins/undici-constants.cjs')
const named = (tables: Readonly<Record<string, object>>) =>
  Object.entries(tables).flatMap(([table, numbers]) =>
    Object.keys(numbers).map((name) => `constants.${table}.${name}`),
  )

test("the stub has the same numbers as undici's parser", () => {
  expect(require('undici/lib/llhttp/constants.js')).toMatchObject(standIn)
})

test('undici reads exactly the constants of the stub', () => {
  const client = readFileSync(require.resolve('undici/lib/dispatcher/client-h1.js'), 'utf8')
  const read = client.match(/\bconstants\.[A-Z]\w*\.\w+/g) ?? []
  expect([...new Set(read)].sort()).toEqual(named(standIn).sort())
})
