/** Any number as JSON writes it, and the value of such a text by arithmetic of its own. */
import fc from 'fast-check'

const digits = (most: number) =>
  fc.string({ unit: fc.constantFrom(...'0123456789'), minLength: 1, maxLength: most })

const exponent = fc.oneof(fc.integer({ min: -30, max: 30 }), fc.constantFrom(-400, -324, 308, 309, 400))

/** Numbers of any length, and those at the limits of doubles, of SQL and of Parquet. */
export const anyNumber: fc.Arbitrary<string> = fc.oneof(
  fc.constantFrom(
    ...['0', '-0', '-0.0', '1e400', '-1E+400', '1e-400', '5e-324', '1.7976931348623157e308'],
    ...['33.799999999999997', '0.30000000000000004', '9007199254740991', '9007199254740992'],
    ...['9007199254740993', '-9007199254740993', '9223372036854775807', '9223372036854775808', '1e22'],
  ),
  fc
    .record({
      sign: fc.constantFrom('', '-'),
      whole: digits(40).map((text) => text.replace(/^0+(?=\d)/, '')),
      fraction: fc.option(digits(30), { nil: undefined }),
      power: fc.option(exponent, { nil: undefined }),
    })
    .map(
      ({ sign, whole, fraction, power }) =>
        `${sign}${whole}${fraction === undefined ? '' : `.${fraction}`}${power === undefined ? '' : `e${power}`}`,
    ),
)

/** Returns the same text for texts of the same value: `1.50e3` and `1500` are `15e2`. */
export function valueOfDigits(text: string): string {
  const [, sign, whole, fraction = '', power = '0'] =
    /^(-?)(\d+)(?:\.(\d+))?(?:e([-+]?\d+))?$/i.exec(text) ?? []
  if (whole === undefined) return `no number: ${text}`
  let units = BigInt(whole + fraction)
  if (units === 0n) return '0'
  let exponent = BigInt(power) - BigInt(fraction.length)
  for (; units % 10n === 0n; units /= 10n) exponent += 1n
  return `${sign}${units}e${exponent}`
}
