/** Parts of the names and pages of field partners. One table. */
export const partnerNames = [
  'Harvest Trust',
  'Lantern Microfinance',
  'Bridge Cooperative',
  'Seedling Fund',
  'Open Door Credit',
  'Morning Star Savings',
  'Footpath Finance',
  'Kindred Credit Union',
  'Millstone Development',
  'Wellspring Association',
  'Terrace Rural Bank',
  'Common Loaf',
  'Rural Credit',
  'Mutual Aid',
  'Women Lenders',
  'Enterprise Fund',
  'Savings and Loans',
  'Farmers Finance',
  'Solidarity Bank',
  'Green Furrow',
  'Small Business Trust',
  'Community Bank',
  'Threshold Microcredit',
] as const

export const strengths = [
  {
    id: 1,
    name: 'Anti-Poverty Focus',
    description: 'Goes where other lenders do not, and asks how families fare as well as whether they repay.',
  },
  {
    id: 2,
    name: 'Vulnerable Group Focus',
    description: 'Works with people who are shut out of banks: refugees, widows, people with disabilities.',
  },
  {
    id: 3,
    name: 'Client Voice',
    description: 'Asks its clients each year what should change, and publishes the answers.',
  },
  {
    id: 4,
    name: 'Family and Community Empowerment',
    description: 'Offers lessons in book-keeping, nutrition and health beside its loans.',
  },
  { id: 5, name: 'Entrepreneurial Support', description: 'Sends mentors who have kept a shop themselves.' },
  { id: 6, name: 'Facilitation of Savings', description: 'Helps clients to put a little aside each week.' },
  {
    id: 7,
    name: 'Innovation',
    description: 'Tries new kinds of loans, such as ones that follow the harvest.',
  },
] as const

export const notes = [
  'Late payments rose after a dry season and have come down since.',
  'Figures include loans that were rescheduled after floods.',
  'Measured over the whole portfolio, not only over loans posted here.',
] as const
