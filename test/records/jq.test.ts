/** Tests the input of jq and how its output is read. test/run/shaping.test.ts runs expressions with the real jq. */
import { describe, expect, test } from 'vitest'
import { KivaError } from '../../src/core/errors.ts'
import type { Json } from '../../src/core/json.ts'
import type { Jq, JqOptions, JqOutput } from '../../src/core/process.ts'
import { prepare, resultsOf } from '../../src/records/jq.ts'

interface Call {
  readonly program: string
  readonly input: string
  readonly options: JqOptions
}

const answer = (output: Partial<JqOutput> = {}): JqOutput => ({
  results: '',
  messages: '',
  isWrong: false,
  ...output,
})

/** Returns a jq that answers its first call, the check, with `checked`, and later calls with `run`. */
function jqOf(run: (input: readonly string[]) => Partial<JqOutput>, checked: Partial<JqOutput> = {}) {
  const calls: Call[] = []
  const jq: Jq = async (program, input, options) => {
    calls.push({ program, input, options })
    return answer(calls.length === 1 ? checked : run(input.split('\n')))
  }
  return { jq, calls }
}

/** Prepares an expression; `told` collects its debug messages. */
async function prepared(
  { jq }: { readonly jq: Jq },
  { text = '.id', slurp = false, variables = [] as readonly (readonly [string, string])[] } = {},
) {
  const told: string[] = []
  const ask = await prepare({ text, slurp, variables }, jq, async (message) => void told.push(message))
  return { ask, told }
}
const each = (input: readonly string[]) => ({ results: input.map((record) => `[${record}]`).join('\n') })

describe('a call of jq', () => {
  const variables = [['a', 'b']] as const

  test('prepare checks the expression alone, without input', async () => {
    const { jq, calls } = jqOf(each)
    await prepared({ jq }, { text: '.a', slurp: true, variables })
    expect(calls).toEqual([{ program: '.a', input: '', options: { slurp: false, variables } }])
  })

  test.each([true, false])(
    'the input has one record per line, and the options are those of the expression: --slurp %s',
    async (slurp) => {
      const { jq, calls } = jqOf(() => (slurp ? { results: '[1]' } : { results: '[1]\n[2]' }))
      const { ask } = await prepared({ jq }, { slurp, variables })
      await ask([{ id: 1 }, 'x'])
      expect(calls[1]).toMatchObject({ input: '{"id":1}\n"x"', options: { slurp, variables } })
    },
  )

  test('the program collects the results of the expression and catches its errors', async () => {
    const { jq, calls } = jqOf(each)
    await (await prepared({ jq }, { text: '.a # b' })).ask([1])
    expect(calls[1]?.program).toMatch(/ try \[\.a # b\n\n\] catch \{failure: tostring\}$/)
  })

  test('lone surrogates in the input become U+FFFD', async () => {
    const { jq, calls } = jqOf(each)
    const { ask } = await prepared({ jq })
    const texts = ['\ud800', '\udfff', 'a\udabcb', '\\ud800', '\\\ud800', '\ud83d\ude00', '\ud7ff\ue000']
    await ask(texts)
    expect(calls[1]?.input.split('\n').map((line) => JSON.parse(line))).toEqual([
      '\ufffd',
      '\ufffd',
      'a\ufffdb',
      '\\ud800',
      '\\\ufffd',
      '\ud83d\ude00',
      '\ud7ff\ue000',
    ])
  })
})

describe('the output of jq', () => {
  test('each record has an outcome', async () => {
    const { ask, told } = await prepared(jqOf(() => ({ results: '[1,"a"]\n[]\n{"failure":"no"}' })))
    expect(await ask([1, 2, 3])).toEqual([[1, 'a'], [], { failure: 'no', hint: undefined }])
    expect(told).toEqual([])
  })

  test('a failure can have a hint', async () => {
    const { ask } = await prepared(jqOf(() => ({ results: '{"failure":"Cannot iterate over null"}' })))
    expect(await ask([1])).toMatchObject([{ hint: expect.stringContaining('lack a value') }])
  })

  test('no records have no outcomes', async () => {
    expect(await (await prepared(jqOf(() => ({})))).ask([])).toEqual([])
  })

  test('debug messages are passed on', async () => {
    const { ask, told } = await prepared(jqOf((input) => ({ ...each(input), messages: '["DEBUG:",1]\n' })))
    await ask([1, 2])
    expect(told).toEqual(['["DEBUG:",1]\n'])
  })

  test('with --slurp there is one outcome', async () => {
    const { ask } = await prepared(
      jqOf(() => ({ results: '[3]' })),
      { slurp: true },
    )
    expect(await ask([1, 2, 3])).toEqual([[3]])
  })
})

describe('a record that jq cannot read', () => {
  const reason = 'jq: error (at <stdin>:3): Exceeds depth limit for parsing'
  /** Stops at the record `"bad"`, with the results of those before it. */
  const stopping = (input: readonly string[]) => {
    const at = input.indexOf('"bad"')
    return at < 0 ? each(input) : { ...each(input.slice(0, at)), messages: reason }
  }

  test.each([[['bad']], [['bad', 2]], [[1, 'bad']], [[1, 2, 'bad', 4, 5]], [['bad', 2, 3, 'bad']]])(
    'only that record fails: %j',
    async (records: readonly Json[]) => {
      const { ask, told } = await prepared(jqOf(stopping))
      expect(await ask(records)).toEqual(
        records.map((record) =>
          record === 'bad' ? { failure: 'Exceeds depth limit for parsing' } : [record],
        ),
      )
      expect(told).toEqual([])
    },
  )

  test('it is found by halving the batch', async () => {
    const { jq, calls } = jqOf(stopping)
    const records = Array.from({ length: 200 }, (_, at) => (at === 131 ? 'bad' : at))
    await (await prepared({ jq })).ask(records)
    // The check, the batch, and two halves in each of eight steps.
    expect(calls.length).toBeLessThanOrEqual(18)
  })

  test('with --slurp all records fail', async () => {
    const { jq, calls } = jqOf(() => ({ messages: reason }))
    const { ask } = await prepared({ jq }, { slurp: true })
    expect(await ask([1, 'bad', 3])).toEqual([{ failure: 'Exceeds depth limit for parsing' }])
    expect(calls).toHaveLength(2)
  })
})

describe("jq's error messages", () => {
  test.each([
    ['jq: error (at <stdin>:0): no', 'no'],
    ['jq: parse error: no', 'no'],
    ['jq: error: no', 'no'],
    ['["DEBUG:",1]\njq: error: no\nmore', 'no'],
    ['jq: error: a: b', 'a: b'],
    ['strange', 'strange'],
  ])('%j has the reason %s', async (messages, failure) => {
    const { ask } = await prepared(jqOf(() => ({ messages })))
    expect(await ask([1])).toEqual([{ failure }])
  })

  test.each([
    [
      'jq: error: syntax error, unexpected end of file at <top-level>, line 1, column 4:\n    .a |\njq: 1 compile error',
      'invalid jq expression at line 1, column 4: syntax error, unexpected end of file',
    ],
    [
      'jq: error: f/0 is not defined at <top-level>, line 12, column 34:\n    f',
      'invalid jq expression at line 12, column 34: f/0 is not defined',
    ],
    [
      'jq: error: Top-level program not given (try ".")',
      'invalid jq expression: Top-level program not given (try ".")',
    ],
    ['something else', 'invalid jq expression: something else'],
  ])('%j for an invalid expression', async (messages, message) => {
    await expect(prepared(jqOf(each, { isWrong: true, messages }))).rejects.toMatchObject({
      kind: 'usage',
      message,
      hint: expect.stringContaining('kiva help jq'),
    })
  })

  test('messages for a valid expression are no error', async () => {
    await expect(prepared(jqOf(each, { messages: 'jq: error: x' }))).resolves.toBeDefined()
  })
})

describe('module directives', () => {
  test.each([
    'import "a" as a; .',
    'include "a"; .',
    'module {}; .',
    ' \n\tmodule {}; .',
    '# a comment\nimport "a" as a; .',
    '#\n # two\n include "a"; .',
  ])('%j is a usage error, and jq is not called', async (text) => {
    const { jq, calls } = jqOf(each)
    await expect(prepared({ jq }, { text })).rejects.toMatchObject({
      kind: 'usage',
      message: expect.stringContaining('import, include and module are not supported'),
    })
    expect(calls).toEqual([])
  })

  test.each(['.import', '"module"', '.a # module', '# import "a" as a;', 'importance', '.a | module'])(
    '%j is not a module directive',
    async (text) => {
      const { jq, calls } = jqOf(each)
      await prepared({ jq }, { text })
      expect(calls).toHaveLength(1)
    },
  )
})

describe('the results of an outcome', () => {
  const name = () => 'loan 7'

  test.each([[[]], [[1, 'a']]])('values are returned as they are: %j', (values: readonly Json[]) => {
    expect(resultsOf(values, name)).toEqual(values)
  })

  test('a failure throws its reason and hint', () => {
    const wrong = () => resultsOf({ failure: 'no', hint: 'try this' }, name)
    expect(wrong).toThrow(KivaError)
    expect(wrong).toThrow(
      expect.objectContaining({ kind: 'usage', message: 'jq failed on loan 7: no', hint: 'try this' }),
    )
  })

  test('a missing outcome throws too', () => {
    expect(() => resultsOf(undefined, name)).toThrow('jq failed on loan 7: no result')
  })
})
