/** A loan in each status: title, progress bar and table column show only facts of the record. */
import { describe, expect, it, test } from 'vitest'
import type { JsonObject } from '../../../src/core/json.ts'
import { fundingOf } from '../../../src/domain/funding.ts'
import { progressOf } from '../../../src/domain/progress.ts'
import { repaysWords, riskWords } from '../../../src/output/page/loan.ts'
import { renderTable } from '../../../src/output/table/render-table.ts'
import { forecastWords, statusAndShortfall } from '../../../src/output/words/loan-words.ts'
import { each, printed, viewOf } from '../helpers.ts'
import { now } from '../samples.ts'

const loan = (rest: JsonObject): JsonObject => ({ id: 7, name: 'Ana', loan_amount: 275, ...rest })

const page = (record: JsonObject, rest = {}) =>
  printed('table', [record], viewOf('loan_detail', { detail: true, ...rest }))

const lives: readonly (readonly [fields: JsonObject, head: string, bar: string])[] = [
  [{ status: 'fundraising', funded_amount: 50 }, 'fundraising', '18%   $225 to go of $275'],
  [{ status: 'fundraising', funded_amount: 275 }, 'fundraising', '100%   $275 of $275 raised'],
  [{ status: 'funded', funded_amount: 275 }, 'funded', '100%   $275 of $275 raised'],
  [
    { status: 'in_repayment', funded_amount: 275, paid_amount: 68.75 },
    'in repayment',
    '25%   $68.75 of $275 repaid',
  ],
  [
    { status: 'in_repayment', funded_amount: 275, paid_amount: 0, delinquent: true },
    'in repayment, late',
    '0%   $0 of $275 repaid',
  ],
  [{ status: 'in_repayment', funded_amount: 275, delinquent: false }, 'in repayment', '$275 of $275 raised'],
  [{ status: 'paid', funded_amount: 275, paid_amount: 275 }, 'paid', '100%   $275 of $275 repaid'],
  [
    { status: 'paid', funded_amount: 200, paid_amount: 200 },
    'paid',
    '100%   $200 of $200 repaid\n$200 of $275 raised',
  ],
  [
    { status: 'ended_with_loss', funded_amount: 275, paid_amount: 171.87 },
    'ended with loss, $103.13 lost of $275',
    '62%   $171.87 of $275 repaid',
  ],
  [
    { status: 'defaulted', funded_amount: 275, paid_amount: 0 },
    'defaulted, $275 lost of $275',
    '0%   $0 of $275 repaid',
  ],
  [{ status: 'defaulted', funded_amount: 275 }, 'defaulted', '$275 of $275 raised'],
  [
    { status: 'defaulted', funded_amount: 275, payments: [{ amount: 50 }, { amount: -5 }] },
    'defaulted, $230 lost of $275',
    '16%   $45 of $275 repaid',
  ],
  [
    { status: 'inactive_expired', funded_amount: 50 },
    'inactive expired, $225 short',
    '18%   $50 of $275 raised',
  ],
  [{ status: 'inactive' }, 'inactive, not on offer', '$275'],
  [{ status: 'issue' }, 'issue, not on offer', '$275'],
  [{ status: 'reviewed' }, 'reviewed, not on offer', '$275'],
  [{ status: 'expired', funded_amount: 50 }, 'expired, $225 short', '18%   $50 of $275 raised'],
  [{ status: 'expired' }, 'expired', '$275'],
  [{ status: 'refunded', funded_amount: 0 }, 'refunded', '$0 of $275 raised'],
  [{ status: 'deleted', funded_amount: 275 }, 'deleted', '100%   $275 of $275 raised'],
  [{ status: 'some_new_thing' }, 'some new thing', '$275'],
  [{ status: 'fundraising' }, 'fundraising', '$275'],
  [{ status: 'paid', paid_amount: 275 }, 'paid', '100%   $275 of $275 repaid'],
  [{ status: 'paid', funded_amount: 'much', paid_amount: null }, 'paid', 'much of $275 raised'],
]

test.each(lives)('%j', async (fields, head, bar) => {
  const [top = '', drawn = ''] = (await page(loan(fields))).split('\n\n')
  expect(top).toMatch(/^Ana +/)
  expect(top.replace(/^Ana +/, '')).toBe(`${head} · #7`)
  expect(drawn.replaceAll(/^[█░ ]+/gm, '')).toBe(bar)
  expect(/^[█░]/.test(drawn)).toBe(bar.includes('%'))
})

describe('what lenders must not miss', () => {
  const title = async (fields: JsonObject) => (await page(loan(fields), { color: true })).split('\n')[0]
  const [red, yellow] = ['\x1b[1m\x1b[91m', '\x1b[1m\x1b[33m']

  test.each([
    [{ status: 'in_repayment', delinquent: true }, `${red}in repayment, late · #7`],
    [
      { status: 'ended_with_loss', funded_amount: 275, paid_amount: 75 },
      `${red}ended with loss, $200 lost of $275 · #7`,
    ],
    [{ status: 'defaulted' }, `${red}defaulted · #7`],
    [{ status: 'expired', funded_amount: 50 }, `${yellow}expired, $225 short · #7`],
    [{ status: 'in_repayment' }, '\x1b[2min repayment · #7'],
  ])('%j is as prominent as the name', async (fields, words) => {
    expect(await title(fields)).toContain(words)
  })

  test('a loss by currency exchange is red', async () => {
    const lost = loan({ status: 'paid', currency_exchange_loss_amount: 1.25 })
    expect(await page(lost, { color: true })).toContain('\x1b[91m$1.25 in currency exchange\x1b[39m')
    expect(await page(loan({ currency_exchange_loss_amount: 0 }))).not.toContain('Lost')
  })

  test('a table has it in words and in color', async () => {
    const records = [
      loan({ status: 'in_repayment', delinquent: true }),
      loan({ id: 8, status: 'expired', funded_amount: 50 }),
      loan({ id: 9, status: 'ended_with_loss' }),
    ]
    const text = await printed('table', records, viewOf('loan_listing', { color: true }))
    expect(text).toContain('\x1b[91mlate\x1b[39m')
    expect(text).toContain('\x1b[33mexpired\x1b[39m')
    expect(text).toContain('\x1b[91mended with loss\x1b[39m')
  })
})

test('a delinquent flag in another status is printed as a plain field', async () => {
  expect(await page(loan({ status: 'paid', delinquent: true }))).toMatch(/Delinquent +yes/)
})

test('a loan without amounts shows no progress', async () => {
  expect(await page({ id: 7, status: 'in_repayment' })).not.toMatch(/raised|repaid/)
})

test("the partner's name is printed if the record has it", async () => {
  expect(await page(loan({ partner_id: 133 }))).toContain('\nPartner  133\n')
  expect(await page(loan({ partner_id: 133, partner_name: 'Gold' }))).toContain('\nPartner  Gold (133)\n')
})

test('progress of a zero amount has no percentage, and 100% is the maximum', () => {
  expect(progressOf({ loan_amount: 0, funded_amount: 0 }).percent).toBeUndefined()
  expect(progressOf({ loan_amount: 100, funded_amount: 130 }).percent).toBe(100)
  expect(statusAndShortfall({})).toBe('')
})

describe('the forecast', () => {
  const raising = (rest: JsonObject) =>
    forecastWords(
      fundingOf(
        {
          status: 'fundraising',
          loan_amount: 5000,
          funded_amount: 1900,
          posted_date: '2026-10-02T10:00:00Z',
          planned_expiration_date: '2026-10-07T12:00:00Z',
          ...rest,
        },
        now,
      ),
    )

  test.each([
    [{}, 'about 92% funded at the end at this pace'],
    [{ planned_expiration_date: '2026-11-07T12:00:00Z' }, 'full in about 3 days at this pace'],
    [{ planned_expiration_date: null }, 'full in about 3 days at this pace'],
    // 1.8 days are not "1 day".
    [{ funded_amount: 2682 }, 'full in about 2 days at this pace'],
    [{ funded_amount: 3000 }, 'full in about 33 hours at this pace'],
    [{ funded_amount: 4990 }, 'full in about 1 hour at this pace'],
    [{ funded_amount: 20 }, 'less than 1% funded at the end at this pace'],
    [{ funded_amount: 0 }, ''],
    [{ funded_amount: 5000 }, ''],
    [{ posted_date: '2026-10-03T12:00:01Z' }, ''],
    [{ posted_date: 'soon' }, ''],
    [{ planned_expiration_date: '2026-10-04T11:00:00Z' }, ''],
    [{ status: 'funded' }, ''],
  ])('%j is %j', (rest, words) => {
    expect(raising(rest)).toBe(words)
  })

  test('is unknown without the current time', () => {
    expect(forecastWords(fundingOf({ status: 'fundraising', loan_amount: 9, funded_amount: 1 }))).toBe('')
  })
})

describe('the terms in words', () => {
  const due = (due_date: string, amount: number | string) => ({ due_date, amount })
  const many = Array.from({ length: 14 }, (_, at) => due(`2027-${at < 9 ? '0' : ''}${at + 1}-01`, 178.57))
  many.splice(12, 2, due('2028-01-01', 178.57), due('2028-02-01', 178.59))

  test.each<[JsonObject, string]>([
    [{ scheduled_payments: [due('2027-07-01', 2350)] }, '$2,350 on 1 Jul 2027'],
    [
      { scheduled_payments: [due('2027-07-01', 1175), due('2027-11-01', 1175)], repayment_term: 8 },
      '$1,175 on 1 Jul and 1 Nov 2027 · 8-month term',
    ],
    [
      { scheduled_payments: [due('2027-12-01', 1175), due('2028-06-01', 1175)] },
      '$1,175 on 1 Dec 2027 and 1 Jun 2028',
    ],
    [
      { scheduled_payments: [due('2027-12-01', 1000), due('2028-06-01', 1175)] },
      '$2,175 in 2 payments until 1 Jun 2028',
    ],
    [
      { scheduled_payments: many, repayment_interval: 'Monthly', repayment_term: 14 },
      '$2,500 in 14 monthly payments until 1 Feb 2028 · 14-month term',
    ],
    [
      { scheduled_payments: many, repayment_interval: 'Irregularly' },
      '$2,500 in 14 irregular payments until 1 Feb 2028',
    ],
    [
      { scheduled_payments: many, repayment_interval: 'At end of term' },
      '$2,500 in 14 payments until 1 Feb 2028',
    ],
    [
      { scheduled_payments: [], repayment_interval: 'Monthly', repayment_term: 14 },
      'monthly · 14-month term',
    ],
    [{ scheduled_payments: [due('2027-07-01', 'x')], repayment_term: 'y' }, 'y-month term'],
    [{ scheduled_payments: [{ amount: 5 }] }, ''],
    [{}, ''],
  ])('%j is repaid as %j', (terms, words) => expect(repaysWords({ terms })).toBe(words))

  test.each<[JsonObject, string]>([
    [
      { nonpayment: 'lender', currency_exchange: 'shared', currency_exchange_coverage_rate: 0.2 },
      'lenders bear nonpayment; currency loss shared above 20%',
    ],
    [
      { nonpayment: 'partner', currency_exchange: 'partner', currency_exchange_coverage_rate: null },
      'the partner bears nonpayment; the partner bears currency loss',
    ],
    [{ currency_exchange: 'none' }, 'no currency risk'],
    [{ currency_exchange: 'lender' }, 'lenders bear currency loss'],
    [
      { nonpayment: 'some_body', currency_exchange: 'toString' },
      'nonpayment: some body; currency loss: toString',
    ],
    [{}, ''],
  ])('%j has the risk %j', (loss_liability, words) => {
    expect(riskWords({ terms: { loss_liability } })).toBe(words)
  })
})

describe('where to lend', () => {
  const site = 'https://www.kiva.org'

  test('is the address of a fundraising loan, as a link where the terminal can', async () => {
    const open = loan({ status: 'fundraising' })
    expect(await page(open, { site })).toContain('\nLend  https://www.kiva.org/lend/7\n')
    expect((await page(open, { site })).match(/lend\/7/g)).toHaveLength(1)
  })

  test.each([80, 24])('is a link where the terminal can, also on %i columns', async (width) => {
    const view = viewOf('loan_detail', { detail: true, width, site, links: true })
    let text = ''
    for await (const chunk of renderTable(each([loan({ status: 'fundraising' })]), view)) text += chunk
    const address = `${site}/lend/7`
    expect(text).toContain(`\x1b]8;;${address}\x1b\\${address}\x1b]8;;\x1b\\`)
  })

  test('is not in the sandbox, which has no website', async () => {
    expect(await page(loan({ status: 'fundraising' }))).toContain('\nLend  not in the sandbox\n')
  })

  test('is only the page of a loan that raises nothing', async () => {
    const text = await page(loan({ status: 'paid' }), { site })
    expect(text).toContain('\nPage  https://www.kiva.org/lend/7\n')
    expect(text).not.toContain('Lend')
    expect(await page(loan({ status: 'paid' }))).not.toMatch(/Lend|Page|live data/)
  })
})

describe('facts that say nothing are left out', () => {
  test.each<[JsonObject, RegExp]>([
    [{ bonus_credit_eligibility: false }, /Bonus/],
    [{ journal_totals: { entries: 0, bulkEntries: 0 } }, /Journal/],
    [{ borrower_count: 1 }, /1 borrower/],
    [{ sector: 'Food', activity: 'Food' }, /Sector/],
    [{ description: { languages: ['en'], texts: { en: 'Hello.' } } }, /English|Languages/],
    [
      { funded_date: '2026-09-01', planned_expiration_date: '2026-10-01', status: 'paid' },
      /fundraising until/,
    ],
    [{ borrowers: [{ first_name: 'Bo' }, { first_name: 'Jo', pictured: true }] }, /pictured/],
  ])('%j', async (fields, left) => expect(await page(loan(fields))).not.toMatch(left))

  test('and facts that say something are printed', async () => {
    const text = await page(
      loan({
        bonus_credit_eligibility: true,
        journal_totals: { entries: 1 },
        borrower_count: 9,
        sector: 'Food',
        activity: 'Cereals',
        description: { languages: ['en', 'es'], texts: { en: 'Hello.' } },
        borrowers: [{ first_name: 'Bo', last_name: 'Li', gender: 'M', pictured: false }],
        planned_expiration_date: '2026-10-01',
        status: 'expired',
      }),
    )
    for (const fact of ['Bonus credit  yes', 'Journal       1 entry', 'Sector        Food'])
      expect(text).toContain(`\n${fact}\n`)
    expect(text).toContain('\nBorrower      Bo Li, male, not pictured\n')
    expect(text).toContain('\nLanguages     Spanish\n')
    expect(text).toContain('\nDates         fundraising until 1 Oct 2026\n')
    expect(text).toMatch(/^Ana · 9 borrowers /)
    expect(text).toContain('\nCereals\n')
  })
})

describe('the progress column of a table', () => {
  const header = async (...records: readonly JsonObject[]) => {
    const text = await printed('table', records, viewOf('loan_listing', { width: 120 }))
    return text.split('\n')[0]
  }
  const raising = loan({ status: 'fundraising', funded_amount: 50 })
  const repaying = loan({ status: 'in_repayment', funded_amount: 275, paid_amount: 68.75 })

  it('names what the amounts count', async () => {
    expect(await header(raising, raising)).toContain('FUNDED')
    expect(await header(repaying, repaying)).toContain('REPAID')
    const both = await header(raising, repaying)
    expect(both).toContain('SO FAR')
    expect(both).not.toMatch(/FUNDED|REPAID/)
  })

  it('says funded or repaid in words for loans at several stages', async () => {
    const records = [
      raising,
      loan({ id: 8, status: 'funded', funded_amount: 275 }),
      { ...repaying, id: 9 },
      loan({ id: 10, status: 'paid', funded_amount: 275, paid_amount: 275 }),
    ]
    const text = await printed('table', records, viewOf('loan_listing', { width: 80 }))
    expect(text).not.toContain('100%')
    const ends = text
      .trimEnd()
      .split('\n')
      .map((line) => line.replace(/^.*\$275 +/, '').replaceAll(/ {2,}/g, ', '))
    expect(ends.slice(1)).toEqual([
      '$225, 18% funded, fundraising',
      'funded, funded',
      '25% repaid, in repayment',
      'repaid, paid',
    ])
  })

  it('has the status beside it if the states differ', async () => {
    const expired = loan({ id: 8, status: 'expired', funded_amount: 50 })
    expect(await header(raising, expired)).toMatch(/FUNDED .*STATUS/)
    expect(await header(raising, raising)).not.toContain('STATUS')
  })

  it('is empty for a later loan whose amount has another meaning', async () => {
    const many = [...Array.from({ length: 50 }, () => raising), { ...repaying, id: 8 }]
    const text = await printed('table', many, viewOf('loan_listing', { width: 120 }))
    const row = text.split('\n').find((line) => /^ *8 /.test(line))
    expect(row).not.toMatch(/25%|100%/)
  })
})

describe('a repayment schedule', () => {
  const dues = (amounts: readonly number[], month = 1) =>
    amounts.map((amount, at) => ({
      due_date: new Date(Date.UTC(2027, month + at, 1)).toISOString().replace('.000', ''),
      amount,
    }))
  const brief = async (terms: JsonObject, rest = {}) => {
    const lines = (await page(loan({ terms }), rest)).split('\n')
    const start = lines.findIndex((line) => line.startsWith('Repayments'))
    return lines.slice(start, lines.indexOf('', start))
  }

  it('of equal amounts is one line with a sum', async () => {
    const lines = await brief({ scheduled_payments: dues(Array<number>(14).fill(178.57), 2) })
    expect(lines).toEqual([
      'Repayments (--full for each)',
      '  To lenders  14 × $178.57, 1 Mar 2027 – 1 Apr 2028 · $2,499.98 in all',
    ])
  })

  it('shows amounts that differ by a cent, and a smaller last payment', async () => {
    const lines = await brief({
      disbursal_currency: 'KES',
      scheduled_payments: dues([33.33, 33.34, 33.33]),
      local_payments: dues([700, 700, 50]),
    })
    expect(lines).toEqual([
      'Repayments (--full for each)',
      '  To lenders   3 × $33.33 or 33.34, 1 Feb 2027 – 1 Apr 2027 · $100 in all',
      '  By borrower  2 × KES 700, 1 Feb 2027 – 1 Mar 2027',
      '               KES 50, 1 Apr 2027',
      '               KES 1,450 in all',
    ])
  })

  it('is a table with a sum under --full or if its amounts differ', async () => {
    const terms = { scheduled_payments: dues([50, 50]) }
    const table = ['Repayments', '         due  amount', '  1 Feb 2027     $50', '  1 Mar 2027     $50']
    const detailOptions = { read: false, language: undefined, full: true }
    expect(await brief(terms, { detailOptions })).toEqual([...table, '      in all    $100'])
    const uneven = await brief({ scheduled_payments: dues([10, 20, 30, 40]) })
    expect(uneven).toHaveLength(7)
    expect(uneven[0]).toBe('Repayments')
  })

  it('with amounts that are not numbers prints them unchanged, without a sum', async () => {
    const lines = await brief({ scheduled_payments: [...dues([5]), { due_date: '2027-05-01', amount: 'x' }] })
    expect(lines.join('\n')).toMatch(/1 May 2027 +x$/)
    expect(lines.join('\n')).not.toContain('in all')
  })

  it('of 20,000 installments is one line too', async () => {
    const many = Array.from({ length: 20_000 }, () => ({ due_date: '2027-05-01T00:00:00Z', amount: 1 }))
    expect(await brief({ scheduled_payments: many })).toHaveLength(2)
  })
})

describe('payments', () => {
  const payment = { amount: 10, local_amount: 1000.4, payment_id: 1 }
  const paid = (...payments: readonly JsonObject[]) => page(loan({ payments }))

  it('show the rounded amount only if it differs', async () => {
    expect(await paid({ ...payment, rounded_local_amount: 1000 })).not.toContain('rounded')
    expect(await paid({ ...payment, rounded_local_amount: 1015.6 })).toMatch(/rounded[\s\S]*1,015.60/)
  })

  it('have a sum', async () => {
    expect(await paid(payment, { ...payment, payment_id: 2 })).toMatch(/in all +\$20 +2,000.80\n/)
  })
})

it('pictures and videos are URLs if the site is known, and otherwise ids', async () => {
  const media = loan({ image: { id: 501, template_id: 1 }, video: { id: 7, youtube_id: 'a b' } })
  const withSite = await page(media, { site: 'https://www.kiva.org' })
  expect(withSite).toContain('Picture  https://www.kiva.org/img/fullsize/501.jpg\n')
  expect(withSite).toContain('Video    https://www.youtube.com/watch?v=a%20b · #7\n')
  const without = await page(media)
  expect(without).toContain('Picture  #501\n')
  expect(without).toContain('Video    YouTube a b · #7\n')
  const odd = await page(loan({ image: { id: '../x', template_id: 1 } }), { site: 'https://www.kiva.org' })
  expect(odd).toContain('Picture  #../x\n')
})

describe('the languages of a description', () => {
  const texts = { sw: 'Habari.', en: 'Good news.', es: 'Noticias.' }
  const told = (language: string | undefined, found: JsonObject = texts) =>
    page(loan({ description: { texts: found } }), {
      detailOptions: { read: false, language, full: false },
    })

  it('English comes first, --lang selects one, and all prints all', async () => {
    const english = await told(undefined)
    expect(english).toContain(
      'English\nGood news.\n\nalso in Swahili, Spanish: kiva loans show 7 --lang all\n',
    )
    expect(english).not.toContain('Habari')
    expect(await told('es')).toContain('Spanish\nNoticias.\n\nalso in English, Swahili: ')
    expect(await told('all')).toContain('English\nGood news.\n\nSwahili\nHabari.\n\nSpanish\nNoticias.\n')
  })

  it('a language that is missing falls back to one that exists', async () => {
    expect(await told('fr', { sw: 'Habari.' })).toContain('\nHabari.\n')
    expect(await told(undefined, {})).not.toContain('also in')
  })
})
