/** What the options of endpoints mean: the values that were typed, as parts of the invocation. */
import { describe, expect, test } from 'vitest'
import { givenOf } from '../../../src/cli/given.ts'
import { type OptionParts, readOptions } from '../../../src/cli/options/index.ts'
import { anyPath } from '../../../src/commands/api.ts'
import { catalogue } from '../../../src/commands/catalogue.ts'
import { KivaError } from '../../../src/core/errors.ts'

type Values = Readonly<Record<string, string | readonly string[]>>

/** Reads options, by name; flags have the value 1. */
function read(values: Values, about: Partial<Parameters<typeof readOptions>[1]> = {}): OptionParts {
  const lists = Object.entries(values).map(([name, value]) => [name, [value].flat()] as const)
  return readOptions(givenOf(new Map(lists)), {
    endpoint: catalogue.loans.endpoints.newest,
    fromInput: false,
    resumeLine: () => 'kiva loans newest --resume c',
    ...about,
  })
}

/** The usage error of a wrong value. */
async function refusal(
  values: Values,
  about?: Partial<Parameters<typeof readOptions>[1]>,
): Promise<KivaError> {
  try {
    read(values, about)
  } catch (problem) {
    if (problem instanceof KivaError && problem.kind === 'usage') return problem
    throw problem
  }
  return expect.unreachable('nothing was refused')
}

test('without options: the first page of records, in the default format, on stdout', async () => {
  expect(read({})).toEqual({
    extent: { all: false, limit: undefined, concurrency: undefined, strict: false },
    derive: undefined,
    filter: undefined,
    mark: undefined,
    failEmpty: false,
    detail: { read: false, across: false, language: undefined, full: false },
    fields: { paths: undefined, csvSafe: false },
    jq: undefined,
    images: undefined,
    groups: undefined,
    web: false,
    watch: undefined,
    files: { out: undefined, missing: undefined, overwrite: false, checkpoint: undefined },
    wire: undefined,
    preview: undefined,
  })
})

describe('how much is read', () => {
  test('flags and numbers', async () => {
    expect(read({ all: '1', limit: '250', concurrency: '8', strict_paging: '1' }).extent).toEqual({
      all: true,
      limit: 250,
      concurrency: 8,
      strict: true,
    })
    for (const count of [1, 64]) expect(read({ concurrency: String(count) }).extent.concurrency).toBe(count)
  })

  test.each([
    [{ limit: '0' }, 'invalid value "0" for --limit: expected a whole number of at least 1'],
    [{ limit: 'many' }, 'invalid value "many" for --limit: expected a whole number of at least 1'],
    [{ concurrency: '0' }, 'invalid value "0" for --concurrency: expected a whole number from 1 to 64'],
    [{ concurrency: '65' }, 'invalid value "65" for --concurrency: expected a whole number from 1 to 64'],
  ])('%j is refused', async (values, message) => {
    expect((await refusal(values)).message).toBe(message)
  })
})

describe('records one by one', () => {
  test('flags, and a language by its code or its name', async () => {
    expect(read({ read: '1', full: '1' }).detail).toEqual({
      read: true,
      across: false,
      language: undefined,
      full: true,
    })
    for (const lang of ['es', 'Spanish', 'ES']) expect(read({ lang }).detail.language).toBe('es')
    expect(read({ lang: 'all' }).detail.language).toBe('all')
  })
})

describe('fields', () => {
  test('are paths in the order they were given, each once', async () => {
    expect(read({ fields: ['id, name', 'location.country,id'] }).fields.paths).toEqual([
      ['id'],
      ['name'],
      ['location', 'country'],
    ])
    expect(read({ csv_safe: '1' }).fields.csvSafe).toBe(true)
  })

  test.each(['id,,name', 'a..b', '.a', ' '])('%j is refused, with an example', async (fields) => {
    const { message, hint } = await refusal({ fields })
    expect(message).toBe(`invalid value "${fields}" for --fields`)
    expect(hint).toMatch(/id,name,location\.country\.$/)
  })
})

describe('groups', () => {
  test('are made by fields, with statistics of fields; names stay as they are typed', async () => {
    expect(
      read({ by: ' country, status, amount:500', max: 'amount', avg: 'amount,lender_count' }).groups,
    ).toEqual({
      by: [{ name: 'country' }, { name: 'status' }, { name: 'amount', step: 500 }],
      measures: [
        { statistic: 'avg', name: 'amount' },
        { statistic: 'avg', name: 'lender_count' },
        { statistic: 'max', name: 'amount' },
      ],
      isCount: false,
      order: [],
    })
    expect(read({})).toMatchObject({ groups: undefined })
    expect(read({ count: '1' }).groups).toMatchObject({ by: [], measures: [], isCount: true })
    expect(read({ count: '1', sum: 'amount' }).groups?.isCount).toBe(false)
  })

  test('an order that names one of their columns sorts them, any other sorts the records', async () => {
    const { groups, filter } = read({
      by: 'country',
      sum: 'amount',
      order: 'sum.amount:asc,country,id',
    })
    expect(groups?.order.map(({ path }) => path.join('.'))).toEqual(['sum.amount', 'country'])
    expect(filter?.order).toEqual([{ path: ['id'], isDescending: false }])
    expect(read({ by: 'country', order: 'count:asc' }).filter).toBeUndefined()
  })

  test.each(['by', 'sum', 'avg', 'median', 'min', 'max'])(
    '--%s is refused without a field, with an example',
    async (name) => {
      for (const text of ['', ' ', 'a.', 'a..b']) {
        const { message, hint } = await refusal({ [name]: text })
        expect(message).toBe(`invalid value "${text.trim()}" for --${name}`)
        expect(hint).toMatch(/location\.country\.$/)
      }
    },
  )

  test.each(['count', 'sum', 'max'])(
    '--by %s is refused: groups have a column of this name',
    async (name) => {
      expect((await refusal({ by: name })).message).toBe(
        `invalid value "${name}" for --by: groups have a column of this name`,
      )
    },
  )
})

describe('jq', () => {
  test('is an expression with its variables', async () => {
    expect(read({ jq: '.id' }).jq).toEqual({ text: '.id', slurp: false, variables: [] })
    expect(read({ jq: '.id', slurp: '1', arg: ['a=1', '_b2=x=y', 'C='] }).jq).toEqual({
      text: '.id',
      slurp: true,
      variables: [
        ['a', '1'],
        ['_b2', 'x=y'],
        ['C', ''],
      ],
    })
  })

  test.each(['2a', 'a-b', '$a', 'a b'])('a variable cannot be named %s: an example is told', async (name) => {
    const { message, hint } = await refusal({ jq: '.', arg: `${name}=1` })
    expect(message).toBe(`invalid variable name "${name}" for --arg`)
    expect(hint).toMatch(/--arg country=KE for \$country\.$/)
  })

  test('a variable needs a value', async () => {
    expect((await refusal({ jq: '.', arg: 'a' })).message).toBe(
      'invalid value "a" for --arg: expected key=value',
    )
  })
})

describe('images', () => {
  test.each(['auto', 'kitty', 'iterm2', 'sixel', 'blocks'])('by %s', async (images) => {
    expect(read({ images }).images).toBe(images)
  })

  test('by any other way are refused, with all of them', async () => {
    const { message, hint } = await refusal({ images: 'siksel' })
    expect(message).toBe('invalid value "siksel" for --images')
    expect(hint).toContain('auto, kitty, iterm2, sixel, blocks.')
  })
})

describe('a watch', () => {
  test.each([
    ['1s', 1000],
    ['30s', 30_000],
    ['1d', 86_400_000],
  ])('every %s', async (watch, every) => {
    expect(read({ watch }).watch).toEqual({ every, until: undefined })
  })

  test('until an expression holds', async () => {
    expect(read({ watch: '30s', until: 'length > 2' }).watch).toEqual({
      every: 30_000,
      until: 'length > 2',
    })
  })

  test.each(['0s', '86401s', '2d'])('not every %s', async (watch) => {
    expect((await refusal({ watch })).message).toBe(`invalid value "${watch}" for --watch: expected 1s to 1d`)
  })

  test('needs an interval', async () => {
    expect((await refusal({ watch: 'often' })).message).toBe(
      'invalid value "often" for --watch: expected a duration',
    )
  })

  test('cannot read ids from standard input again', async () => {
    const { message, hint } = await refusal({ watch: '30s' }, { fromInput: true })
    expect(message).toBe('--watch cannot be used with ids from standard input')
    expect(hint).toBe('Give the ids as arguments.')
    expect(read({}, { fromInput: true }).watch).toBeUndefined()
  })
})

describe('files', () => {
  test('by their names', async () => {
    expect(read({ out: 'a.json', missing: 'b', overwrite: '1' }).files).toEqual({
      out: 'a.json',
      missing: 'b',
      overwrite: true,
      checkpoint: undefined,
    })
  })

  test.each(['out', 'missing', 'checkpoint', 'resume'])('--%s needs a name', async (name) => {
    for (const path of ['', '-']) {
      const { message, hint } = await refusal({ [name]: path })
      expect(message).toBe(`invalid value "${path}" for --${name}: expected a file name`)
      expect(hint).toBe('Without --out, records are printed to standard output.')
    }
  })

  const again = 'kiva loans newest --resume c'
  test.each([
    [{ checkpoint: 'c' }, { path: 'c', resumes: false, again }],
    [{ resume: 'c' }, { path: 'c', resumes: true, again }],
    [
      { checkpoint: 'c', resume: 'c' },
      { path: 'c', resumes: true, again },
    ],
  ])('%j', async (values, checkpoint) => {
    expect(read(values).files.checkpoint).toEqual(checkpoint)
  })

  test('--checkpoint and --resume cannot name two of them', async () => {
    const { message, hint } = await refusal({ checkpoint: 'c', resume: 'd' })
    expect(message).toBe('--checkpoint and --resume name different files')
    expect(hint).toMatch(/leave out --checkpoint\.$/)
  })
})

describe('the document of the service', () => {
  test('in a format of the endpoint', async () => {
    expect(read({ wire: 'xml' }).wire).toEqual({ format: 'xml', force: false })
    expect(read({ wire: 'rss', force: '1' }, { endpoint: anyPath }).wire).toEqual({
      format: 'rss',
      force: true,
    })
  })

  test('in no other format', async () => {
    const { message, hint } = await refusal({ wire: 'rss' })
    expect(message).toBe('invalid value "rss" for --wire')
    expect(hint).toContain('html, json, xml.')
  })
})

test.each([
  [{ curl: '1' }, 'curl'],
  [{ dry_run: '1' }, 'plain'],
])('a preview: %j', async (values, preview) => {
  expect(read(values).preview).toBe(preview)
})

test('pages of the website', async () => {
  expect(read({ web: '1' }).web).toBe(true)
})
