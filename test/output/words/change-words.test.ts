import { expect, test } from 'vitest'
import { records } from '../../../src/api/records/fields.ts'
import { factWords } from '../../../src/output/words/change-words.ts'

test.each([
  [
    { basket_amount: 25, lender_count: 2, funded_amount: 50, status: 'in_repayment' },
    'in repayment, funded $50, 2 lenders, in baskets $25',
  ],
  [{ status: 'paid', basket_amount: 0, paid_amount: null, lender_count: 0, delinquent: false }, 'paid'],
  [{ status: null, paid_amount: 1234.5, delinquent: true }, 'repaid $1,234.50, late yes'],
  [{}, ''],
])('the facts %o in words', (facts, words) => {
  expect(factWords(facts, records.loan_detail)).toBe(words)
})
