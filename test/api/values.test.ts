import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { countryNames } from '../../src/api/country-names.ts'
import type { Param } from '../../src/api/endpoint.ts'
import { isCountryCode, notAChoice, parseValue, parseWhole } from '../../src/api/values.ts'
import { KivaError } from '../../src/core/errors.ts'

describe('country codes', () => {
  test('isCountryCode accepts exactly the codes that have a name', () => {
    const letters = [...'ABCDEFGHIJKLMNOPQRSTUVWXYZ']
    const codes = letters.flatMap((first) => letters.map((second) => first + second)).filter(isCountryCode)
    expect(codes).toEqual(Object.keys(countryNames).sort())
    expect(['', 'K', 'ke', 'E K', 'KE KG'].filter(isCountryCode)).toEqual([])
  })
})

describe('values', () => {
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
  /** A list value as a person would type it: no comma inside, no space around. */
  const item = fc
    .string({ unit: 'grapheme', minLength: 1 })
    .filter((text) => !text.includes(',') && text.trim() === text && text !== '')
  const items = fc.array(item, { minLength: 1 })

  describe('parseValue of a list', () => {
    test('repeated options and comma-separated values give the same list in any mix', () => {
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

    test('space around values and empty values are dropped', () => {
      fc.assert(
        fc.property(fc.array(fc.tuple(space, item, space), { minLength: 1 }), space, (parts, gap) => {
          const text = `${gap},${parts.map(([before, value, after]) => before + value + after).join(`,${gap},`)},`
          expect(parseValue('--x', strings, [text])).toEqual(parts.map(([, value]) => value))
        }),
      )
    })

    test('space inside a value, order and repeated values are kept', () => {
      expect(parseValue('--x', strings, ['Personal Use, Food', 'Food'])).toEqual([
        'Personal Use',
        'Food',
        'Food',
      ])
    })

    test.each([[[]], [['']], [[',']], [[' , ', '']]])('%j without any value is an error', (texts) => {
      expect(refusal(() => parseValue('<ids>', strings, texts)).message).toBe('missing value for <ids>')
    })

    test('each value is checked, and the error names the invalid one', () => {
      expect(parseValue('<ids>', numbers, ['84, 85', '86'])).toEqual([84, 85, 86])
      expect(refusal(() => parseValue('<ids>', numbers, ['84', '85,x'])).message).toContain('"x"')
      const closed: Checked = { ...strings, choices: ['paid', 'funded'] }
      expect(refusal(() => parseValue('--status', closed, ['paid,payd'])).message).toContain('"payd"')
    })
  })

  describe('parseValue of one value', () => {
    test('the last text wins and stays unchanged', () => {
      fc.assert(
        fc.property(fc.array(fc.string({ unit: 'binary' }), { minLength: 1 }), (texts) => {
          expect(parseValue('--q', { kind: 'string' }, texts)).toBe(texts.at(-1))
        }),
      )
    })

    test('a param with choices accepts only its choices', () => {
      const choices = ['newest', 'oldest', 'constructor']
      const param: Checked = { kind: 'string', choices }
      fc.assert(
        fc.property(fc.oneof(fc.string(), fc.constantFrom(...choices, 'toString', '__proto__')), (text) => {
          const parse = () => parseValue('--sort-by', param, [text])
          if (choices.includes(text)) expect(parse()).toBe(text)
          else expect(refusal(parse).hint).toContain('Allowed values: newest, oldest, constructor.')
        }),
      )
    })
  })

  describe('parseWhole', () => {
    test('reads every safe integer from 1 up', () => {
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
    ])('rejects %j', (text) => {
      expect(refusal(() => parseWhole('--page', text)).message).toBe(
        `invalid value "${text.replace('\n', '\\n')}" for --page: expected a whole number of at least 1`,
      )
    })

    test('rejects integers that a double cannot hold exactly', () => {
      expect(parseWhole('<id>', '9007199254740991')).toBe(9007199254740991)
      expect(refusal(() => parseWhole('<id>', '9007199254740992')).message).toContain(
        'from 1 to 9007199254740991',
      )
      expect(refusal(() => parseWhole('<id>', '9'.repeat(400))).kind).toBe('usage')
    })

    test('accepts another minimum', () => {
      expect(parseWhole('--port', '0', 0)).toBe(0)
      expect(refusal(() => parseWhole('--port', '-1', 0)).message).toContain('of at least 0')
    })
  })

  test('notAChoice suggests the nearest choice if there is one, and always lists all choices', () => {
    expect(notAChoice('--media', ['any', 'video', 'image'], 'vidoe').hint).toBe(
      'Did you mean "video"? Allowed values: any, video, image.',
    )
    expect(notAChoice('--media', ['any', 'video', 'image'], 'photograph').hint).toBe(
      'Allowed values: any, video, image.',
    )
  })

  describe('param properties of actions', () => {
    test('a number outside least and most is an error', () => {
      const port = { kind: 'number', min: 0, max: 65_535 } as const
      for (const text of ['0', '1', '65535']) expect(parseValue('--port', port, [text])).toBe(Number(text))
      for (const text of ['65536', '70000', '-1', '1.5', '']) {
        expect(refusal(() => parseValue('--port', port, [text])).message).toBe(
          `invalid value "${text}" for --port: expected a whole number from 0 to 65535`,
        )
      }
    })

    test('a verbatim list keeps commas inside its values', () => {
      const urls = { kind: 'string', list: true, verbatim: true } as const
      expect(parseValue('--callback', urls, ['http://h/?a=1,2', ' x:y '])).toEqual(['http://h/?a=1,2', 'x:y'])
      expect(refusal(() => parseValue('--callback', urls, [' '])).message).toBe(
        'missing value for --callback',
      )
    })
  })
})
