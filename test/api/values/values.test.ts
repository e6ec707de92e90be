import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { Param } from '../../../src/api/endpoint.ts'
import { notAChoice, parseValue, parseWhole } from '../../../src/api/values/values.ts'
import { KivaError } from '../../../src/errors.ts'

type Checked = Pick<Param, 'kind' | 'list' | 'choices'>
const strings: Checked = { kind: 'string', list: true }
const numbers: Checked = { kind: 'number', list: true }

/** The usage error that a call throws. */
function refusal(call: () => unknown): KivaError {
  try {
    call()
  } catch (error) {
    if (error instanceof KivaError && error.kind === 'usage') return error
    throw error
  }
  throw new Error('was not refused')
}

const space = fc.string({ unit: fc.constantFrom(' ', '\t', '\n', '\u00a0'), maxLength: 3 })
/** A value of a list as a person may mean it: no comma inside, no space at its ends. */
const item = fc
  .string({ unit: 'grapheme', minLength: 1 })
  .filter((text) => !text.includes(',') && text.trim() === text && text !== '')
const items = fc.array(item, { minLength: 1 })

describe('parseValue of a list', () => {
  test('repeating and commas come to the same, whatever is joined where', () => {
    fc.assert(
      fc.property(fc.array(items, { minLength: 1 }), (groups) => {
        const flat = groups.flat()
        expect(parseValue('--x', strings, flat)).toEqual(flat)
        expect(parseValue('--x', strings, [flat.join(',')])).toEqual(flat)
        expect(
          parseValue(
            '--x',
            strings,
            groups.map((group) => group.join(',')),
          ),
        ).toEqual(flat)
      }),
    )
  })

  test('space around a value and empty values do not count', () => {
    fc.assert(
      fc.property(fc.array(fc.tuple(space, item, space), { minLength: 1 }), space, (parts, gap) => {
        const text = `${gap},${parts.map(([before, value, after]) => before + value + after).join(`,${gap},`)},`
        expect(parseValue('--x', strings, [text])).toEqual(parts.map(([, value]) => value))
      }),
    )
  })

  test('space inside a value is kept, and so are order and repetition', () => {
    expect(parseValue('--x', strings, ['Personal Use, Food', 'Food'])).toEqual([
      'Personal Use',
      'Food',
      'Food',
    ])
  })

  test.each([[[]], [['']], [[',']], [[' , ', '']]])('nothing in %j is refused', (texts) => {
    expect(refusal(() => parseValue('<ids>', strings, texts)).message).toBe('<ids> needs at least one value')
  })

  test('each value is checked, and the wrong one named', () => {
    expect(parseValue('<ids>', numbers, ['84, 85', '86'])).toEqual([84, 85, 86])
    expect(refusal(() => parseValue('<ids>', numbers, ['84', '85,x'])).message).toContain('"x"')
    const closed: Checked = { ...strings, choices: ['paid', 'funded'] }
    expect(refusal(() => parseValue('--status', closed, ['paid,payd'])).message).toContain('"payd"')
  })
})

describe('parseValue of one value', () => {
  test('the last text counts, and is kept to the letter', () => {
    fc.assert(
      fc.property(fc.array(fc.string({ unit: 'binary' }), { minLength: 1 }), (texts) => {
        expect(parseValue('--q', { kind: 'string' }, texts)).toBe(texts.at(-1))
      }),
    )
  })

  test('a closed set takes its own words and no other', () => {
    const choices = ['newest', 'oldest', 'constructor']
    const param: Checked = { kind: 'string', choices }
    fc.assert(
      fc.property(fc.oneof(fc.string(), fc.constantFrom(...choices, 'toString', '__proto__')), (text) => {
        const parse = () => parseValue('--sort-by', param, [text])
        if (choices.includes(text)) expect(parse()).toBe(text)
        else expect(refusal(parse).hint).toContain('It takes: newest, oldest, constructor.')
      }),
    )
  })
})

describe('parseWhole', () => {
  test('reads every exact whole number from 1 up', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: Number.MAX_SAFE_INTEGER }), (number) => {
        expect(parseWhole('--page', String(number))).toBe(number)
      }),
    )
  })

  test.each([
    '',
    ' ',
    '0',
    '00',
    '-1',
    '+1',
    '1.0',
    '1e3',
    '0x1',
    '1_000',
    '1,000',
    ' 1',
    '1\n',
    '١',
    '９',
    'NaN',
    'Infinity',
  ])('refuses %j', (text) => {
    expect(refusal(() => parseWhole('--page', text)).message).toBe(
      `--page takes a whole number from 1 up, not "${text}"`,
    )
  })

  test('refuses what a double would change', () => {
    expect(parseWhole('<id>', '9007199254740991')).toBe(9007199254740991)
    expect(refusal(() => parseWhole('<id>', '9007199254740992')).message).toContain('9007199254740992')
    expect(refusal(() => parseWhole('<id>', '9'.repeat(400))).kind).toBe('usage')
  })

  test('takes another lowest number', () => {
    expect(parseWhole('--port', '0', 0)).toBe(0)
    expect(refusal(() => parseWhole('--port', '-1', 0)).message).toContain('from 0 up')
  })
})

test('notAChoice names the nearest only when there is one, and always the whole set', () => {
  expect(notAChoice('--media', ['any', 'video', 'image'], 'vidoe').hint).toBe(
    'Did you mean "video"? It takes: any, video, image.',
  )
  expect(notAChoice('--media', ['any', 'video', 'image'], 'photograph').hint).toBe(
    'It takes: any, video, image.',
  )
})

describe('what an action may ask for besides', () => {
  test('a number within bounds', () => {
    const port = { kind: 'number', least: 0, most: 65_535 } as const
    for (const text of ['0', '1', '65535']) expect(parseValue('--port', port, [text])).toBe(Number(text))
    for (const text of ['65536', '70000', '-1', '1.5', '']) {
      expect(refusal(() => parseValue('--port', port, [text])).message).toBe(
        `--port takes a whole number from 0 to 65535, not "${text}"`,
      )
    }
  })

  test('a list whose values have commas', () => {
    const urls = { kind: 'string', list: true, verbatim: true } as const
    expect(parseValue('--callback', urls, ['http://h/?a=1,2', ' x:y '])).toEqual(['http://h/?a=1,2', 'x:y'])
    expect(refusal(() => parseValue('--callback', urls, [' '])).message).toBe(
      '--callback needs at least one value',
    )
  })
})
