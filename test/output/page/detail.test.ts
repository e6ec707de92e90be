import stringWidth from 'string-width'
import { describe, expect, it } from 'vitest'
import type { RecordName } from '../../../src/api/records/record-types.ts'
import type { Json, JsonObject } from '../../../src/core/json.ts'
import { printed, viewOf } from '../helpers.ts'
import { detailed, entry, samples } from '../samples.ts'

const page = (returns: RecordName, record: Json | undefined, width: number | undefined, rest = {}) =>
  printed('table', record === undefined ? [] : [record], viewOf(returns, { width, detail: true, ...rest }))

const types = Object.keys(samples) as RecordName[]
const site = 'https://www.kiva.org'

describe('the detail view of a loan', () => {
  it('prints all blocks at 80 columns', async () => {
    expect(`\n${await page('loan_detail', detailed, 80, { site })}`).toMatchInlineSnapshot(`
      "
      Amina's Group · 5 borrowers                               fundraising · #2104311
      to buy maize seed and fertiliser for the long rains
      Nakuru, Kenya · Farming

      ███████████████░░░░░░░░░  61%   $975 to go of $2,500   12 days left
                                48 lenders · full in about 12 days at this pace
                                $50 in baskets

      Lend     https://www.kiva.org/lend/2104311
      Repays   $178.57 on 1 Dec 2026 and 1 Jan 2027 · 14-month term
      Partner  133
      Risk     lenders bear nonpayment; currency loss shared above 10%
      Ends     16 Oct 2026

      English
      Amina is 42 and leads a group of five neighbours who have farmed together since
      2019. They share one pump and one store.

      With the loan they will buy seed and fertiliser before the long rains & sell in
      June.

      also in Swahili: kiva loans show 2104311 --lang all

      Borrowers (3)
        name      gender  pictured
        Amina W.  female  yes
        Grace     female  yes
        Otieno    male    no

      Repayments (--full for each)
        To lenders   2 × $178.57, 1 Dec 2026 – 1 Jan 2027 · $357.14 in all
        By borrower  2 × KES 23,214.30, 1 Dec 2026 – 1 Jan 2027 · KES 46,428.60 in all

      Payments
         processed      settled   amount        KES   loss  payment
        3 Dec 2026  17 Dec 2026  $178.57  23,214.30  $1.25     9001
        9001  paid early

      Sector        Agriculture
      Themes        Rural Exclusion
      Tags          #Parent, #Eco-friendly
      Disbursed     2 Oct 2026 · KES 325,000
      Dates         posted 16 Sep 2026
      Journal       3 entries · 1 generated
      Translator    Wanjiru M. · https://www.kiva.org/img/fullsize/77.jpg
      Bonus credit  yes
      Map           -0.3, 36.1 (town)
      Picture       https://www.kiva.org/img/fullsize/501.jpg

      More
        New field  of the service · with (1, 2)

      kiva loans lenders 2104311 · kiva loans updates 2104311
      "
    `)
  })

  it('at 200 columns wraps text at a readable width', async () => {
    expect(`\n${await page('loan_detail', detailed, 200, { site })}`).toMatchInlineSnapshot(`
      "
      Amina's Group · 5 borrowers                                                             fundraising · #2104311
      to buy maize seed and fertiliser for the long rains
      Nakuru, Kenya · Farming

      ███████████████░░░░░░░░░  61%   $975 to go of $2,500   12 days left
                                48 lenders · full in about 12 days at this pace · $50 in baskets

      Lend     https://www.kiva.org/lend/2104311
      Repays   $178.57 on 1 Dec 2026 and 1 Jan 2027 · 14-month term
      Partner  133
      Risk     lenders bear nonpayment; currency loss shared above 10%
      Ends     16 Oct 2026

      English
      Amina is 42 and leads a group of five neighbours who have farmed together since 2019.
      They share one pump and one store.

      With the loan they will buy seed and fertiliser before the long rains & sell in June.

      also in Swahili: kiva loans show 2104311 --lang all

      Borrowers (3)
        name      gender  pictured
        Amina W.  female  yes
        Grace     female  yes
        Otieno    male    no

      Repayments (--full for each)
        To lenders   2 × $178.57, 1 Dec 2026 – 1 Jan 2027 · $357.14 in all
        By borrower  2 × KES 23,214.30, 1 Dec 2026 – 1 Jan 2027 · KES 46,428.60 in all

      Payments
         processed      settled   amount        KES   loss  payment
        3 Dec 2026  17 Dec 2026  $178.57  23,214.30  $1.25     9001
        9001  paid early

      Sector        Agriculture
      Themes        Rural Exclusion
      Tags          #Parent, #Eco-friendly
      Disbursed     2 Oct 2026 · KES 325,000
      Dates         posted 16 Sep 2026
      Journal       3 entries · 1 generated
      Translator    Wanjiru M. · https://www.kiva.org/img/fullsize/77.jpg
      Bonus credit  yes
      Map           -0.3, 36.1 (town)
      Picture       https://www.kiva.org/img/fullsize/501.jpg

      More
        New field  of the service · with (1, 2)

      kiva loans lenders 2104311 · kiva loans updates 2104311
      "
    `)
  })

  it('in a pipe wraps nothing and writes full dates', async () => {
    const text = await page('loan_detail', detailed, undefined, { now: undefined })
    expect(text).toContain('They share one pump and one store.\n\nWith the loan')
    expect(text).toContain('\nEnds     16 Oct 2026\n')
    expect(text).not.toContain('left')
  })

  it('highlights the time left in yellow if the loan ends soon', async () => {
    const soon = { ...detailed, planned_expiration_date: '2026-10-05T13:00:00Z' }
    expect(await page('loan_detail', soon, 80, { color: true })).toContain('\x1b[33m1 day left\x1b[39m')
  })

  it('pairs repayments of lenders and borrower in rows, and keeps the rows of the longer list', async () => {
    const due = (month: number, amount: number) => ({ due_date: `2027-0${month}-01T00:00:00Z`, amount })
    const terms = {
      disbursal_currency: 'KES',
      scheduled_payments: [due(2, 10.5), due(3, 9.5)],
      local_payments: [due(1, 1365), due(2, 1000), due(3, 235)],
    }
    expect(`\n${await page('loan_detail', { id: 7, terms }, 80)}`).toMatchInlineSnapshot(`
      "
      #7

      Repays  $20 in 2 payments until 1 Mar 2027

      Repayments
               due  amount  borrower due    KES
        1 Feb 2027  $10.50    1 Jan 2027  1,365
        1 Mar 2027   $9.50    1 Feb 2027  1,000
                              1 Mar 2027    235
            in all     $20                2,600

      Disbursed  KES

      kiva loans lenders 7 · kiva loans updates 7
      "
    `)
  })

  it('accepts the missing fields and odd types of old loans', async () => {
    const old = {
      id: 7,
      name: 'Old',
      status: 'paid',
      theme: 'Green',
      funded_amount: '500',
      loan_amount: 500,
      paid_amount: 500,
      basket_amount: null,
      description: { languages: ['en', 'en'], texts: { en: 'One.\r\n\r\nTwo.' } },
      terms: {
        scheduled_payments: [{ due_date: '2010-01-01T00:00:00Z', amount: '41.67' }],
        local_payments: [],
      },
      payments: null,
      borrowers: [{ first_name: 'Old ', last_name: '', gender: 'X' }],
    }
    expect(`\n${await page('loan_detail', old, 80)}`).toMatchInlineSnapshot(`
      "
      Old                                                                    paid · #7

      ████████████████████████  100%   $500 of $500 repaid

      Terms  $41.67 on 1 Jan 2010

      One.

      Two.

      Repayments
               due  amount
        1 Jan 2010  $41.67

      Borrower  Old, X
      Themes    Green

      kiva loans lenders 7 · kiva loans updates 7
      "
    `)
  })
})

it('prints every other record type as a detail view at 80 columns', async () => {
  const parts = await Promise.all(
    types
      .filter((type) => !['loan_detail', 'loan_listing', 'team_listing', 'lender_listing'].includes(type))
      .map(async (type) => `──── ${type}\n${await page(type, samples[type][0], 80, { site })}`),
  )
  expect(`\n${parts.join('')}`).toMatchInlineSnapshot(`
    "
    ──── lender_detail
    Robin                                                         lender · robin1001
    Ghent, Flanders · Belgium · Bicycle mechanic

    Lending  1,214 loans · member since 9 Apr 2019
    Invited  3 lenders · invited by kim7
    Web      robin.example.org
    Picture  https://www.kiva.org/img/fullsize/501.jpg

    Lends because
      A tool in the right hands goes a long way.
      And it comes back.

    Work
      I mend what others throw away.

    kiva lenders loans robin1001 · kiva lenders teams robin1001
    https://www.kiva.org/lender/robin1001
    ──── team_detail
    Sandbox Stewards                                  team · sandbox_stewards · #201
    Common Interest · Everywhere · open to new members

    Members  49,255
    Lent     $6,214,250 · 212,225 loans
    Since    2 Sep 2012
    Web      stewards.example.org
    Picture  https://www.kiva.org/img/fullsize/501.jpg

    Lends because
      Play is serious.

    About
      We dig.

      We build castles, and lend to those who build houses.

    kiva teams lenders 201 · kiva teams loans 201
    https://www.kiva.org/team/sandbox_stewards
    ──── partner_listing
    Field of Gold Cooperative                          field partner · active · #133
    Kenya (KE), Africa; Uganda (UG), Africa

    Raised         $12,023,325 · 9,913 loans
    Rating         3.5
    Since          20 Feb 2009 · 17 years
    Late           4.25%
    Default        0% (since 2015)
    Profitability  -2.5%
    Charges        fees and interest
    Picture        https://www.kiva.org/img/fullsize/501.jpg
    Map            1, 38

    Strengths
      Anti-Poverty Focus · reaches the poorest

    kiva loans search --partner 133 · kiva journal-entries search --partner 133
    ──── journal_entry
    A good harvest                                           journal entry · #500001
    Jane Fieldworker · 4 Oct 2026 09:00 UTC (3h ago) · 2 comments
    14 recommendations

    The maize is in, and it is twice what it was.

    • store filled
    • pump paid

    More on our page (https://example.org/harvest?a=1&b=2).

    Picture  https://www.kiva.org/img/fullsize/501.jpg
    Video    https://www.youtube.com/watch?v=abc123XYZ · #7

    kiva journal-entries comments 500001
    ──── comment
    Kim                                                                 comment · #1
    Oslo · 3 Oct 2026 12:00 UTC (1d ago)

    Well done!

    See you.
    ──── loan_updates
    Payments
       processed      settled   amount      local  payment
      3 Sep 2026  17 Sep 2026  $178.57  23,214.30     9001
    ──── lending_action
    Robin → Amina's Group                                       lending action · #77
    4 Oct 2026 11:48 UTC (12min ago)

    Lender   robin1001 · Ghent, Flanders · Belgium
    Picture  https://www.kiva.org/img/fullsize/501.jpg

    Amina's Group · 5 borrowers                               fundraising · #2104311
    to buy maize seed and fertiliser for the long rains
    Nakuru, Kenya · Farming

    ███████████████░░░░░░░░░  61%   $975 to go of $2,500   12 days left
                              48 lenders · full in about 12 days at this pace
                              $50 in baskets

    Lend     https://www.kiva.org/lend/2104311
    Partner  133
    Ends     16 Oct 2026

    Sector        Agriculture
    Themes        Rural Exclusion
    Tags          #Parent, #Eco-friendly
    Dates         posted 16 Sep 2026
    Languages     English, Swahili
    Bonus credit  yes
    Map           -0.3, 36.1 (town)
    Picture       https://www.kiva.org/img/fullsize/501.jpg

    kiva loans lenders 2104311 · kiva loans updates 2104311
    kiva lenders show robin1001
    ──── method_summary
    GET*|loans|search                                            method · Production

    Search loans

    Request  GET /v1/loans/search
    Login    not needed

    Arguments (2)
      status  inList: fundraising, funded, in_repayment, paid
      q       no rules

    kiva methods list
    ──── user_account
    Robin Reed                                                       account · #1001

    Lender       robin1001
    Lender page  public
    Developer    no

    kiva lenders show robin1001 · kiva lenders loans robin1001
    https://www.kiva.org/lender/robin1001
    ──── release
    Release 13775                                      1 Oct 2026 01:20 UTC (3d ago)
    ──── image_template
    Image template 1
    https://www.example.org/img/<size>/<id>.jpg

    kiva templates images
    "
  `)
})

it('an update with a journal entry looks like the entry, and an unknown kind is printed too', async () => {
  expect(await page('loan_updates', { update_type: 'journal_entry', journal_entry: entry }, 80)).toMatch(
    /^A good harvest +journal entry · #500001\n/,
  )
  expect(await page('loan_updates', { update_type: 'visit', visit: { who: 'Jo' } }, 80)).toBe(
    `visit${' '.repeat(64)}loan update\n\nWho  Jo\n`,
  )
})

describe('completeness', () => {
  /** Returns all words of at least three letters, since the view may break lines between any two words. */
  const wordsOf = (value: Json): readonly string[] => {
    if (typeof value === 'object' && value !== null)
      return Object.values(value).flatMap((item: Json) => wordsOf(item))
    return typeof value === 'string' ? (value.match(/\p{L}{3,}/gu) ?? []) : []
  }

  it.each(types)('every word of a %s is printed', async (type) => {
    for (const record of samples[type]) {
      const detailOptions = { read: false, language: 'all', full: true }
      const text = (await page(type, record, 100, { detailOptions })).replaceAll(/\s+/g, ' ')
      const shown = wordsOf(record).filter((word) => !text.includes(word))
      // Words that the view replaces: markup, codes, flags, and the type of a map's point.
      expect(shown.filter((word) => !toldOtherwise.has(word))).toEqual([])
    }
  })

  const toldOtherwise = new Set([
    'script',
    'alert',
    'href',
    'strong',
    'Monthly',
    'payment',
    'point',
    'country',
    'repayment',
    'amp',
  ])

  it.each(types)('unknown fields of a %s are printed', async (type) => {
    const record = {
      ...(samples[type][0] as JsonObject),
      new_thing: { within: ['first', { second: 7 }] },
      __proto: 'x',
    }
    const text = await page(type, record, 80)
    expect(text).toContain('New thing')
    expect(text).toContain('within (first; second 7)')
    expect(text).toMatch(/Proto +x/)
  })
})

it.each(types)('%s never exceeds the terminal width', async (type) => {
  for (const record of samples[type]) {
    for (const width of [60, 80, 120]) {
      for (const line of (await page(type, record, width, { site })).split('\n')) {
        expect(stringWidth(line)).toBeLessThanOrEqual(width)
      }
    }
  }
})

describe('a long text', () => {
  const long = (text: string) => ({
    id: 7,
    name: text,
    description: { texts: { en: text } },
    use: text,
    odd: text,
  })

  it('is printed in full in a pipe', async () => {
    const text = 'ab '.repeat(100_000).trim()
    const page = await printed(
      'table',
      [long(text)],
      viewOf('loan_detail', { detail: true, width: undefined }),
    )
    expect(page.split(text)).toHaveLength(5)
  })

  it('is cut on a terminal after 20,000 characters', async () => {
    const page = await printed(
      'table',
      [long('x'.repeat(20_000))],
      viewOf('loan_detail', { detail: true, width: 80 }),
    )
    expect(page).not.toContain('see -o json')
    const longer = await printed(
      'table',
      [long('x'.repeat(20_001))],
      viewOf('loan_detail', { detail: true, width: 80 }),
    )
    expect(longer).toContain('… and 1 more: see -o json')
  })
})
