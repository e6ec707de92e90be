/** Columns for fields that were asked for by name, and for what no type describes. */
import { expect, test } from 'vitest'
import type { RecordName } from '../../../src/api/records/record-types.ts'
import { ExactNumber } from '../../../src/exact-number.ts'
import type { Json } from '../../../src/ports/json.ts'
import { printed, viewOf } from '../helpers.ts'

const rows = async (returns: RecordName | undefined, records: readonly Json[], ...fields: string[]) => {
  const paths = fields.map((path) => path.split('.'))
  const view = {
    ...viewOf(returns),
    width: undefined,
    ...(fields.length > 0 && { fields: paths }),
  }
  return (await printed('table', records, view)).trimEnd().split('\n')
}

test('are written as the type of the field says, numbers to the right', async () => {
  const loan = {
    id: 2104311,
    loan_amount: 12500,
    lender_count: 1048,
    posted_date: '2026-09-16T08:00:00Z',
    tags: [{ name: '#Parent' }, { name: '#Eco' }],
    description: { languages: ['en', 'es'] },
  }
  const fields = ['id', 'loan_amount', 'lender_count', 'posted_date', 'tags.name', 'description.languages']
  expect(await rows('loan_listing', [{ ...loan, loan_amount: 25 }, loan], ...fields)).toEqual([
    '     ID  LOAN AMOUNT  LENDER COUNT  POSTED DATE  TAGS.NAME      DESCRIPTION.LANGUAGES',
    '2104311          $25         1,048  18 d ago     #Parent, #Eco  en, es',
    '2104311      $12,500         1,048  18 d ago     #Parent, #Eco  en, es',
  ])
})

test('percentages have their sign', async () => {
  expect(await rows('partner_listing', [{ delinquency_rate: 1.5 }], 'delinquency_rate')).toEqual([
    'DELINQUENCY RATE',
    '           1.5 %',
  ])
})

test('what no type describes is written as it came, objects as JSON', async () => {
  const records = [
    { n: new ExactNumber('12345678901234567890'), list: [{ a: 1 }], mixed: 'x' },
    { n: 5, list: [1, 'b', null], mixed: 7 },
  ]
  expect(await rows(undefined, records)).toEqual([
    '                   N  LIST       MIXED',
    '12345678901234567890  [{"a":1}]  x',
    '                   5  1, b,      7',
  ])
})
