import { expect, test } from 'vitest'
import { whyWords } from '../../../src/output/table/derived-columns.ts'

const loan = {
  location: { country_code: 'JO', country: 'Jordan' },
  sector: 'Arts',
  partner_id: 187,
  derived: { partner: { name: 'Umoja Trust' } },
}

test.each([
  [{ in_country: 0, in_partner: 2, in_sector: 3 }, loan, 'first in Jordan'],
  [
    { in_country: 0, in_partner: 0, in_sector: 0 },
    loan,
    'first in Jordan, first with Umoja Trust, first in Arts',
  ],
  [{ in_country: 4, in_partner: 0, in_sector: 1 }, { ...loan, derived: null }, 'first with partner 187'],
  [{ in_country: 4, in_partner: 1, in_sector: 1 }, loan, '4 in Jordan'],
  [{ in_country: 0, in_partner: null }, { ...loan, location: { country_code: 'JO' } }, 'first in JO'],
  [{ lent: true, in_country: 0 }, loan, 'lent already'],
  [{ in_country: null, in_partner: null, in_sector: 2 }, loan, ''],
  [undefined, loan, ''],
])('%j', (mine, record, words) => {
  expect(whyWords(mine, record)).toBe(words)
})
