/** The table of relations agrees with the commands, record types and params that use it. */
import { describe, expect, test } from 'vitest'
import { listedParam } from '../../src/api/endpoint.ts'
import { fieldsOf } from '../../src/api/records/derived-fields.ts'
import { everyField } from '../../src/api/records/field-paths.ts'
import { type RecordKind, recordTypes } from '../../src/api/records/record-types.ts'
import { type Relation, relations } from '../../src/api/relations.ts'
import { commands } from '../../src/commands/index.ts'
import { run } from '../harness.ts'

const rows = Object.entries(relations) as [RecordKind, Relation][]
const fieldsOfThing = (thing: RecordKind) =>
  Object.values(recordTypes)
    .filter((type) => type.kind === thing)
    .map((type) => everyField(fieldsOf(type)).map(([path]) => path))

test('record types and relations have the same things', () => {
  const things = new Set(Object.values(recordTypes).map(({ kind }) => kind))
  expect([...things].sort()).toEqual(Object.keys(relations).sort())
})

describe.each(rows)('%s', (thing, { page, show, id, next, refers = {} }) => {
  test('refers only to fields that all its record types have', () => {
    const named = [page?.id, id, ...Object.keys(refers)].filter((field) => field !== undefined)
    for (const fields of fieldsOfThing(thing)) expect(fields).toEqual(expect.arrayContaining(named))
  })

  test('refers only to existing commands', async () => {
    for (const command of [...next, ...(show ? [show] : [])]) {
      const words = command.split(' ').filter((word) => !word.startsWith('--'))
      const { code } = await run([...words, '--help'])
      expect([command, code]).toEqual([command, 0])
    }
  })
})

test('the show command of a thing with a web page accepts the address of that page', () => {
  const shown = rows.flatMap(([thing, { page, show }]) => (page ? [[thing, show] as const] : []))
  for (const [thing, show = ''] of shown) {
    const [resource = '', verb = ''] = show.replaceAll('-', '_').split(' ')
    const endpoint = commands.catalogue[resource]?.endpoints[verb]
    const listed = endpoint && listedParam(endpoint)
    expect(endpoint?.params[listed ?? '']?.pageOf).toBe(thing)
  }
})

test.each([
  [['loans', 'show', 'https://www.kiva.org/lend/2100001'], '/v1/loans/2100001.json'],
  [['loans', 'show', '#2100001'], '/v1/loans/2100001.json'],
  [['lenders', 'show', 'https://www.kiva.org/lender/ann%20b'], '/v1/lenders/ann%20b.json'],
  [['teams', 'using-shortname', 'https://www.kiva.org/team/lions'], '/v1/teams/using_shortname/lions.json'],
])('%j accepts #id or the address of a web page as an id', async (words, path) => {
  const { stdout } = await run([...words, '--dry-run', '-o', 'json'])
  expect(stdout).toContain(path)
})

test.each([
  ['lend', 'kiva loans show x'],
  ['lender', 'kiva lenders show x'],
  ['team', 'kiva teams using-shortname x'],
])('a web address under /%s given to the wrong command suggests: %s', async (folder, command) => {
  const words = folder === 'lender' ? ['loans', 'show'] : ['lenders', 'show']
  const { code, stderr } = await run([...words, `https://www.kiva.org/${folder}/x`])
  expect([code, stderr]).toEqual([2, expect.stringContaining(command)])
})
