/** The identity of a command for resuming, and the command line that resumes it. */
import { createHash } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { commandTree } from '../../../src/cli/command-tree.ts'
import type { EndpointInvocation } from '../../../src/cli/invocation.ts'
import { parse } from '../../../src/cli/parse.ts'
import { readInvocation } from '../../../src/cli/read-invocation.ts'
import { resumeLine } from '../../../src/cli/typed-options.ts'
import { commands } from '../../../src/commands/index.ts'
import type { OutputFormat } from '../../../src/output/formats.ts'
import { differenceOf } from '../../../src/records/identity.ts'
import { identityOfCommand } from '../../../src/run/saving/checkpoint.ts'
import { makeWorld } from '../../harness/world.ts'

const typed = (...words: readonly string[]) => parse(words, commandTree(commands))
const digest = (text: string) => createHash('sha256').update(text).digest('hex')
const settings = {
  baseUrl: 'https://api.example.org',
  appId: 'org.example',
  output: 'json',
  day: 0,
} as const
const { world } = makeWorld({ state: new Map([['shortlists/spring.txt', '84\n85 # late\n']]) })
const identity = async (...words: readonly string[]) =>
  identityOfCommand(
    (await readInvocation(typed(...words), commands, async () => settings, world)) as EndpointInvocation,
    settings,
    digest,
  )

describe('an identity', () => {
  test('has every option that affects the output', async () => {
    expect(
      await identity(
        'loans',
        'search',
        '--status',
        'funded,paid',
        '--q',
        'a b',
        '--limit',
        '45',
        '--param',
        'x=1',
      ),
    ).toEqual({
      'app-id': 'org.example',
      endpoint: '/loans/search',
      limit: '45',
      output: 'json',
      param: 'x=1',
      path: 'kiva loans search',
      q: 'a b',
      service: 'https://api.example.org',
      status: 'funded,paid',
    })
    expect(await identity('loans', 'show', '84', '-')).toMatchObject({ ids: '84,-' })
  })

  test('is the same for different spellings of a command', async () => {
    const one = await identity('loans', 'search', '--status', 'funded', '--status', 'in-repayment', '--all')
    const other = await identity(
      '--sandbox',
      'loans',
      'search',
      '--all',
      '--status',
      'Funded,In repayment',
      '-v',
    )
    expect(other).toEqual(one)
  })

  test('has the ids of a shortlist, so that a changed list is noticed', async () => {
    expect(await identity('loans', 'show', '@spring', '86')).toEqual(
      await identity('loans', 'show', '84', '85', '86'),
    )
  })

  test('omits options that do not affect the output', async () => {
    const plain = await identity('loans', 'newest', '--all')
    const words = ['--concurrency', '2', '--strict-paging', '--out', 'a', '--overwrite', '--resume', 'c']
    expect(await identity('loans', 'newest', '--all', ...words)).toEqual(plain)
  })

  test('of --raw-output equals the identity of earlier versions', async () => {
    const words = ['loans', 'newest', '--all', '--jq', '.id', '--arg', 'a=b', '--raw-output', '--out', 'a']
    const raw = async () => ({ ...settings, output: 'raw' }) as const
    const invocation = await readInvocation(typed(...words), commands, raw, world)
    expect(
      identityOfCommand(invocation as EndpointInvocation, { ...settings, output: 'raw' }, digest),
    ).toMatchObject({
      jq: '{"text":".id","slurp":false,"raw":true,"variables":[["a","b"]]}',
      output: 'ndjson',
    })
  })

  test('of cells has the columns, if they are others than the typed fields', async () => {
    const columnsFor = async (output: OutputFormat, ...words: readonly string[]) => {
      const line = typed('loans', 'search', '--out', 'a', ...words)
      const invocation = await readInvocation(line, commands, async () => ({ ...settings, output }), world)
      return identityOfCommand(invocation as EndpointInvocation, { ...settings, output }, digest)['columns']
    }
    expect(await columnsFor('csv')).toMatch(
      /^id,name,.*,location\.country_code,location\.country,.*… [0-9a-f]{64}$/,
    )
    expect(await columnsFor('tsv', '--with', 'people', '--fields', 'derived,id')).toBe(
      'derived.people.women,derived.people.majority,derived.why,id',
    )
    // As in checkpoints of earlier versions, which have no columns.
    for (const words of [
      ['--fields', 'id,location.country'],
      ['--jq', '.id', '--fields', 'location'],
    ])
      expect(await columnsFor('csv', ...words)).toBeUndefined()
    for (const output of ['json', 'yaml', 'parquet'] as const)
      expect(await columnsFor(output)).toBeUndefined()
  })

  test('is short, and differs for different long values', async () => {
    const ids = Array.from({ length: 5000 }, (_, at) => String(at + 1))
    const [one, other] = [
      await identity('loans', 'show', ...ids),
      await identity('loans', 'show', ...ids, '9999'),
    ]
    expect(JSON.stringify(one).length).toBeLessThan(1000)
    expect(one).not.toEqual(other)
  })
})

test.each([
  [{ a: '1' }, { a: '1' }, undefined],
  [{ a: '1', b: '2' }, { a: '1', b: '3' }, 'b was 2, now 3'],
  [{}, { all: 'true' }, 'all was not given, now true'],
  [{ all: 'true' }, {}, 'all was true, now not given'],
])('the difference of %j and %j: %s', (before, now, words) => expect(differenceOf(before, now)).toBe(words))

describe('the command line to resume', () => {
  test.each([
    ['loans newest --all --out a --checkpoint c', 'kiva loans newest --all --out a --resume c'],
    ['loans newest --all --out a --resume c', 'kiva loans newest --all --resume c --out a'],
    ['loans newest --all --out a --resume c --checkpoint c', 'kiva loans newest --all --resume c --out a'],
    ['loans newest --out a --checkpoint b --checkpoint c', 'kiva loans newest --out a --resume c'],
    [
      '-qvo ndjson loans get 84 - --out=a --checkpoint=c',
      'kiva loans show --out a --output ndjson --quiet --verbose --resume c 84 -',
    ],
    ['--sandbox loans newest --no-sandbox --out a --checkpoint c', '--no-sandbox'],
    ['loans search --status funded --status paid --out a --checkpoint c', '--status funded --status paid'],
    ['lenders loans --out a --checkpoint c -- -x', 'kiva lenders loans --out a --resume c -- -x'],
    [
      'loans search --q --checkpoint --out a --checkpoint c',
      'kiva loans search --q --checkpoint --out a --resume c',
    ],
    ['loans show @spring 84 --out a --checkpoint c', "--resume c '@spring' 84"],
  ])('kiva %s', (words, line) => expect(resumeLine(typed(...words.split(' ')))).toContain(line))

  test('in place of a line of more than 500 characters, says what it is', () => {
    const line = (length: number, option: string) =>
      resumeLine(typed(...`loans show --out a ${option} my-file`.split(' '), 'x'.repeat(length)))
    const whole = 'kiva loans show --out a --resume my-file '
    expect(line(500 - whole.length, '--checkpoint')).toBe(whole + 'x'.repeat(500 - whole.length))
    for (const option of ['--checkpoint', '--resume'])
      expect(line(501 - whole.length, option)).toBe(
        'the same command, with --resume my-file in place of --checkpoint',
      )
  })

  test('quotes special characters for the shell', () => {
    const words = [
      'loans',
      'search',
      '--q',
      'it\'s\n$(x) `y` "z" \\',
      '--param',
      'a=b c',
      '--out',
      'a',
      '--all',
    ]
    const again = resumeLine(typed(...words, '--checkpoint', 'c'))
    expect(again).toContain(`--q 'it'\\''s\n$(x) \`y\` "z" \\'`)
  })
})
