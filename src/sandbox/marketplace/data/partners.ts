/** Parts of the names and pages of field partners. One table. */
import { splitCells } from '../text.ts'

export const partnerNames = splitCells(`
Harvest Trust; Lantern Microfinance; Bridge Cooperative; Seedling Fund; Open Door Credit
Morning Star Savings; Footpath Finance; Kindred Credit Union; Millstone Development; Wellspring Association
Terrace Rural Bank; Common Loaf; Rural Credit; Mutual Aid; Women Lenders; Enterprise Fund; Savings and Loans
Farmers Finance; Solidarity Bank; Green Furrow; Small Business Trust; Community Bank; Threshold Microcredit
`)

/** Rows: a name, and what it means. The ids count them. */
const strengthRows = `
Anti-Poverty Focus|Goes where other lenders do not, and asks how families fare as well as whether they repay.
Vulnerable Group Focus|Works with people who are shut out of banks: refugees, widows, people with disabilities.
Client Voice|Asks its clients each year what should change, and publishes the answers.
Family and Community Empowerment|Offers lessons in book-keeping, nutrition and health beside its loans.
Entrepreneurial Support|Sends mentors who have kept a shop themselves.
Facilitation of Savings|Helps clients to put a little aside each week.
Innovation|Tries new kinds of loans, such as ones that follow the harvest.
`

export const strengths = strengthRows
  .trim()
  .split('\n')
  .map((row, at) => {
    const [name = '', description = ''] = row.split('|')
    return { id: at + 1, name, description }
  })

export const notes = [
  'Late payments rose after a dry season and have come down since.',
  'Figures include loans that were rescheduled after floods.',
  'Measured over the whole portfolio, not only over loans posted here.',
] as const
