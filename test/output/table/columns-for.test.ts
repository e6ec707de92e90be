/** Columns for fields selected by name, and for records of an unknown type. */
import { expect, test } from 'vitest'
import type { RecordName } from '../../../src/api/records/record-types.ts'
import type { Json } from '../../../src/core/json.ts'
import { ExactNumber } from '../../../src/core/numbers.ts'
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

test('selected fields are printed by their type, with numbers aligned right', async () => {
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
    '     ID  LOAN AMOUNT  LENDER COUNT  POSTED DATE  NAME           LANGUAGES',
    '2104311          $25         1,048  18d ago      #Parent, #Eco  en, es',
    '2104311      $12,500         1,048  18d ago      #Parent, #Eco  en, es',
  ])
})

test('a header is the last word of its field, with the words before it where two fields end alike', async () => {
  const action = { id: 1, loan: { id: 84, name: 'Ana', geo: { pairs: '1 2' } }, lender: { name: 'Robin' } }
  const fields = ['loan.name', 'lender.name', 'loan.geo.pairs', 'id', 'loan.id', 'lender.name']
  const [header] = await rows('lending_action', [action], ...fields)
  expect(header).toBe('LOAN NAME  LENDER NAME  PAIRS  ID  LOAN ID  LENDER NAME')
})

test('percentages have a percent sign', async () => {
  expect(await rows('partner_listing', [{ delinquency_rate: 1.5 }], 'delinquency_rate')).toEqual([
    'DELINQUENCY RATE',
    '            1.5%',
  ])
})

test('fields without a known type are printed unchanged, and objects as JSON', async () => {
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
