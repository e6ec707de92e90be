/** The JSON of `kiva commands` fits its schema and describes the actual commands. */
import { Ajv2020 } from 'ajv/dist/2020.js'
import { describe, expect, test } from 'vitest'
import { version } from '../../src/core/version.ts'
import { run } from '../harness.ts'
import { commandList } from '../oracles/command-list.ts'
import { dataEndpoints } from '../oracles/service-table.ts'

async function stdoutOf(...words: readonly string[]): Promise<string> {
  const { code, stdout, stderr, requests } = await run(words)
  expect([code, stderr, requests]).toEqual([0, '', []])
  return stdout
}

interface Option {
  readonly name: string
  readonly kind: string
  readonly list: boolean
  readonly choices?: readonly string[]
}
interface Manifest {
  readonly version: string
  readonly commands: readonly {
    readonly path: string
    readonly options: readonly Option[]
    readonly api?: { readonly path: string; readonly returns: string }
    readonly [key: string]: unknown
  }[]
  readonly global_options: readonly Option[]
  readonly record_types: Readonly<Record<string, { readonly fields: Readonly<Record<string, object>> }>>
  readonly [key: string]: unknown
}

const manifest: Manifest = JSON.parse(await stdoutOf('commands', '-o', 'json'))
const schema = JSON.parse(await stdoutOf('commands', '--schema', '-o', 'json'))
const ajv = new Ajv2020({ strict: true, allErrors: true })
const validate = ajv.compile(schema)

const command = (path: string) => manifest.commands.find((one) => one.path === path)
const optionOf = (path: string, name: string) => command(path)?.options.find((one) => one.name === name)

describe('the manifest', () => {
  test('fits its schema', () => {
    validate(manifest)
    expect(validate.errors).toBeNull()
  })

  test.each([
    ['without a version', { ...manifest, version: undefined }],
    ['with more', { ...manifest, more: 1 }],
    ['with a command of another shape', { ...manifest, commands: [{ path: 'kiva' }] }],
    ['with an option of another kind', { ...manifest, global_options: [{ name: '--x', kind: 'date' }] }],
    ['with a field of another shape', { ...manifest, record_types: { a: { fields: { b: { type: 1 } } } } }],
  ])('does not fit its schema %s', (_, spoilt) => {
    expect(validate(JSON.parse(JSON.stringify(spoilt)))).toBe(false)
  })

  test('lists exactly the commands', () => {
    expect(manifest.commands.map(({ path }) => path).sort()).toEqual(Object.keys(commandList).sort())
  })

  test.each(Object.entries(commandList))('lists the options of %s', (path, options) => {
    const told = command(path)?.options.map(({ name, kind, list }) => `${name} ${kind}${list ? ' list' : ''}`)
    expect(told).toEqual(expect.arrayContaining([...options]))
  })

  test('describes the values of options and arguments', () => {
    expect(optionOf('kiva loans search', '--sort-by')).toMatchObject({ default: 'newest' })
    expect(optionOf('kiva loans search', '--status')).toMatchObject({
      choices: ['fundraising', 'funded', 'in_repayment', 'paid', 'ended_with_loss'],
    })
    expect(optionOf('kiva loans search', '--gender')).toMatchObject({ known: ['female', 'male'] })
    expect(command('kiva loans show')).toMatchObject({
      aliases: ['get', 'view'],
      arguments: [{ name: 'ids', usage: '<ids...>', kind: 'number', list: true }],
      api: { path: '/v1/loans/:ids', signed: false, paged: false, returns: 'loan_detail', single: false },
      examples: expect.arrayContaining(['kiva loans show 2100001']),
    })
    expect(command('kiva my account')).toMatchObject({ api: { signed: true, single: true } })
  })

  test('has the JSON Schema of values for a request or an action', () => {
    expect(optionOf('kiva loans search', '--status')).toMatchObject({
      schema: { type: 'array', items: { type: 'string', enum: expect.arrayContaining(['funded']) } },
    })
    expect(optionOf('kiva loans search', '--page')).toMatchObject({
      schema: { type: 'integer', minimum: 1, default: 1 },
    })
    expect(optionOf('kiva sandbox', '--http')).toMatchObject({ schema: { type: 'boolean' } })
    expect(command('kiva loans show')).toMatchObject({
      arguments: [{ schema: { type: 'array', items: { type: 'integer', minimum: 1 }, minItems: 1 } }],
    })
    expect(optionOf('kiva loans search', '--limit')).not.toHaveProperty('schema')
  })

  test('lists required and conflicting options, limited to the options of the command', () => {
    expect(optionOf('kiva loans newest', '--slurp')).toMatchObject({
      requires: ['--jq'],
      conflicts: ['--checkpoint', '--resume'],
    })
    expect(optionOf('kiva loans newest', '--overwrite')).toMatchObject({ requires: ['--out'] })
    expect(optionOf('kiva loans show', '--overwrite')).toMatchObject({ requires: ['--out', '--missing'] })
    expect(optionOf('kiva loans newest', '--sum')).toMatchObject({
      conflicts: expect.arrayContaining(['--watch', '--web', '--wire']),
    })
    expect(optionOf('kiva loans show', '--curl')).toMatchObject({
      conflicts: ['--web', '--watch', '--dry-run'],
    })
    expect(optionOf('kiva loans newest', '--curl')).toMatchObject({
      conflicts: ['--web', '--watch', '--dry-run'],
    })
    expect(optionOf('kiva loans newest', '--raw-output')).toMatchObject({ formats: ['ndjson'] })
    expect(optionOf('kiva login', '--finish')).toMatchObject({
      conflicts: ['--scope', '--callback', '--start'],
    })
    expect(manifest.global_options).toEqual(
      expect.arrayContaining([expect.objectContaining({ name: '--wide', formats: ['table'] })]),
    )
  })

  test('has a command for each endpoint, and the fields of each record type', () => {
    const returned = manifest.commands.flatMap(({ api }) => (api ? [api.returns] : []))
    // `partners show` finds its records in the list of an endpoint.
    expect(returned).toHaveLength(dataEndpoints.length + 1)
    expect([...new Set(returned)].sort()).toEqual(Object.keys(manifest.record_types).sort())
    expect(manifest.record_types['loan_detail']?.fields['terms']).toMatchObject({
      fields: { repayment_term: { type: 'integer', unit: 'months', optional: false } },
    })
  })

  test('has the fields of each derived group that --with offers', () => {
    expect(manifest['derived_groups']).toMatchObject({
      funding: { fields: { hours_left: { type: 'number', unit: 'hours', optional: true } } },
      team_recent: { brief: expect.any(String), fields: { joined: { type: 'integer' } } },
    })
    const offered = manifest.commands.flatMap(({ options }) =>
      options.flatMap((option) => (option.name === '--with' ? (option.choices ?? []) : [])),
    )
    expect(Object.keys(manifest['derived_groups'] ?? {}).sort()).toEqual([...new Set(offered)].sort())
  })

  test('marks fields as list or optional', () => {
    expect(manifest.record_types['loan_detail']?.fields).toMatchObject({
      id: { list: false, optional: false },
      themes: { list: true, optional: true },
      terms: { list: false, fields: { scheduled_payments: { list: true } } },
    })
  })

  test('has the version, formats, exit codes, environment variables, global options and topics', () => {
    expect(manifest.version).toBe(version)
    expect(manifest).toMatchObject({
      formats: expect.arrayContaining([
        { name: 'ndjson', brief: 'one JSON object per line', errors: 'json', endings: ['.ndjson', '.jsonl'] },
      ]),
      exit_codes: expect.arrayContaining([{ kind: 'partial', code: 9, when: expect.any(String) }]),
      environment: expect.arrayContaining([
        { names: ['KIVA_SANDBOX'], brief: expect.any(String) },
        { names: ['KIVA_CLIENT_ID'], brief: expect.any(String) },
      ]),
      global_options: expect.arrayContaining([
        expect.objectContaining({ name: '--output', short: '-o', env: 'KIVA_OUTPUT', kind: 'string' }),
        expect.objectContaining({ name: '--timeout', kind: 'number', default: '30' }),
        expect.objectContaining({ name: '--offline', kind: 'flag' }),
      ]),
      topics: expect.arrayContaining(['fields']),
    })
  })
})

describe('kiva commands on a terminal', () => {
  test('prints a row for each command', async () => {
    const { code, stdout } = await run(['commands'], { terminal: 100 })
    expect(code).toBe(0)
    const rows = stdout.split('\n').filter((line) => line.startsWith('  kiva '))
    expect(rows).toHaveLength(Object.keys(commandList).length)
    expect(rows[0]).toMatch(/^ {2}kiva loans search +Search loans$/)
  })

  test('shows the schema as JSON', async () => {
    const { stdout } = await run(['commands', '--schema'], { terminal: 100 })
    expect(JSON.parse(stdout)).toEqual(schema)
  })
})
