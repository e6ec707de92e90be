/** A loan at every time of its life: what stands in the head, the bar, the column; nothing that the record doesn't say. */
import { describe, expect, it, test } from 'vitest'
import { fundingOf } from '../../../src/domain/funding.ts'
import { progressOf } from '../../../src/domain/progress.ts'
import { speedWords, standing } from '../../../src/output/words/loan-words.ts'
import type { JsonObject } from '../../../src/ports/json.ts'
import { printed, viewOf } from '../helpers.ts'
import { now } from '../samples.ts'

const loan = (rest: JsonObject): JsonObject => ({ id: 7, name: 'Ana', loan_amount: 275, ...rest })

const page = (record: JsonObject, rest = {}) =>
  printed('table', [record], viewOf('loan_detail', { detail: true, ...rest }))

const lives: readonly (readonly [fields: JsonObject, head: string, bar: string])[] = [
  [{ status: 'fundraising', funded_amount: 50 }, 'fundraising', '$50 of $275 · $225 to go'],
  [{ status: 'funded', funded_amount: 275 }, 'funded', '$275 of $275 · 100 %'],
  [
    { status: 'in_repayment', funded_amount: 275, paid_amount: 68.75 },
    'in repayment',
    '$68.75 of $275 repaid · 25 %',
  ],
  [
    { status: 'in_repayment', funded_amount: 275, paid_amount: 0, delinquent: true },
    'in repayment, late',
    '$0 of $275 repaid · 0 %',
  ],
  [{ status: 'in_repayment', funded_amount: 275, delinquent: false }, 'in repayment', '$275 of $275 raised'],
  [{ status: 'paid', funded_amount: 275, paid_amount: 275 }, 'paid', '$275 of $275 repaid · 100 %'],
  [
    { status: 'paid', funded_amount: 200, paid_amount: 200 },
    'paid',
    '$200 of $200 repaid · 100 % · $200 of $275 raised',
  ],
  [
    { status: 'ended_with_loss', funded_amount: 275, paid_amount: 171.87 },
    'ended with loss, $103.13 lost of $275',
    '$171.87 of $275 repaid · 62 %',
  ],
  [
    { status: 'defaulted', funded_amount: 275, paid_amount: 0 },
    'defaulted, $275 lost of $275',
    '$0 of $275 repaid · 0 %',
  ],
  [{ status: 'defaulted', funded_amount: 275 }, 'defaulted', '$275 of $275 raised'],
  [{ status: 'expired', funded_amount: 50 }, 'expired, $225 short', '$50 of $275 · 18 %'],
  [{ status: 'expired' }, 'expired', '$275'],
  [{ status: 'refunded', funded_amount: 0 }, 'refunded', '$0 of $275'],
  [{ status: 'deleted', funded_amount: 275 }, 'deleted', '$275 of $275 · 100 %'],
  [{ status: 'some_new_thing' }, 'some new thing', '$275'],
  [{ status: 'fundraising' }, 'fundraising', '$275'],
  [{ status: 'paid', paid_amount: 275 }, 'paid', '$275 of $275 repaid · 100 %'],
  [{ status: 'paid', funded_amount: 'much', paid_amount: null }, 'paid', 'much of $275 raised'],
]

test.each(lives)('%j', async (fields, head, bar) => {
  const [title = '', , drawn = ''] = (await page(loan(fields))).split('\n')
  expect(title).toMatch(/^Ana +/)
  expect(title.replace(/^Ana +/, '')).toBe(`${head} · #7`)
  expect(drawn.replace(/^[█░]+ +/, '')).toBe(bar)
  expect(drawn.startsWith('█') || drawn.startsWith('░')).toBe(/ %/.test(bar) || bar.includes('to go'))
})

test('what is late in another state is told as it came', async () => {
  expect(await page(loan({ status: 'paid', delinquent: true }))).toMatch(/Delinquent +yes/)
})

test('nothing is told of nothing', async () => {
  expect(await page({ id: 7, status: 'in_repayment' })).not.toMatch(/raised|repaid/)
})

test('the partner has a name where the record has it', async () => {
  expect(await page(loan({ partner_id: 133 }))).toContain('\npartner 133\n')
  expect(await page(loan({ partner_id: 133, partner_name: 'Gold' }))).toContain('\npartner Gold (133)\n')
})

test('nothing is counted of what cannot be divided', () => {
  expect(progressOf({ loan_amount: 0, funded_amount: 0 }).percent).toBeUndefined()
  expect(progressOf({ loan_amount: 100, funded_amount: 130 }).percent).toBe(100)
  expect(standing({})).toBe('')
})

describe('the speed', () => {
  const raising = (rest: JsonObject) =>
    speedWords(
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
    [{}, '$38 an hour, will be 92 % at its end'],
    [{ planned_expiration_date: '2026-11-07T12:00:00Z' }, '$38 an hour, will be full in 3 days'],
    [{ planned_expiration_date: null }, '$38 an hour'],
    [{ funded_amount: 20 }, '$10 a day, will be 0 % at its end'],
    [{ funded_amount: 0 }, ''],
    [{ funded_amount: 0.1 }, ''],
    [{ funded_amount: 5000 }, ''],
    [{ posted_date: '2026-10-04T11:30:00Z' }, ''],
    [{ posted_date: 'soon' }, ''],
    [{ planned_expiration_date: '2026-10-04T11:00:00Z' }, '$38 an hour'],
    [{ status: 'funded' }, ''],
  ])('%j is %j', (rest, words) => {
    expect(raising(rest)).toBe(words)
  })

  test('is not told where the time is not known', () => {
    expect(speedWords(fundingOf({ status: 'fundraising', loan_amount: 9, funded_amount: 1 }))).toBe('')
  })
})

describe('the column of a table', () => {
  const header = async (...records: readonly JsonObject[]) => {
    const text = await printed('table', records, viewOf('loan_listing', { width: 120 }))
    return text.split('\n')[0]
  }
  const raising = loan({ status: 'fundraising', funded_amount: 50 })
  const repaying = loan({ status: 'in_repayment', funded_amount: 275, paid_amount: 68.75 })

  it('says what it counts', async () => {
    expect(await header(raising, raising)).toContain('FUNDED')
    expect(await header(repaying, repaying)).toContain('REPAID')
    const both = await header(raising, repaying)
    expect(both).toContain('SO FAR')
    expect(both).not.toMatch(/FUNDED|REPAID/)
  })

  it('has no place for a later loan of which it would say something else', async () => {
    const many = [...Array.from({ length: 50 }, () => raising), { ...repaying, id: 8 }]
    const text = await printed('table', many, viewOf('loan_listing', { width: 120 }))
    const row = text.split('\n').find((line) => /^ *8 /.test(line))
    expect(row).not.toMatch(/25 %|100 %/)
  })
})

describe('a schedule', () => {
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

  it('of equal amounts is folded, and summed', async () => {
    const lines = await brief({ scheduled_payments: dues(Array<number>(14).fill(178.57), 2) })
    expect(lines).toEqual([
      'Repayments (--full for each)',
      '  To lenders  14 × $178.57, 1 Mar 2027 – 1 Apr 2028 · $2,499.98 in all',
    ])
  })

  it('tells the cent that makes the sum right, and a last part that is less', async () => {
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

  it('in full is a table with a sum, and so is one that has nothing to fold', async () => {
    const terms = { scheduled_payments: dues([50, 50]) }
    const table = ['Repayments', '         due  amount', '  1 Feb 2027     $50', '  1 Mar 2027     $50']
    const detailOptions = { read: false, language: undefined, full: true }
    expect(await brief(terms, { detailOptions })).toEqual([...table, '      in all    $100'])
    const uneven = await brief({ scheduled_payments: dues([10, 20, 30, 40]) })
    expect(uneven).toHaveLength(7)
    expect(uneven[0]).toBe('Repayments')
  })

  it('with amounts that are no numbers is shown as it came, without a sum', async () => {
    const lines = await brief({ scheduled_payments: [...dues([5]), { due_date: '2027-05-01', amount: 'x' }] })
    expect(lines.join('\n')).toMatch(/1 May 2027 +x$/)
    expect(lines.join('\n')).not.toContain('in all')
  })

  it('of many instalments is folded too', async () => {
    const many = Array.from({ length: 20_000 }, () => ({ due_date: '2027-05-01T00:00:00Z', amount: 1 }))
    expect(await brief({ scheduled_payments: many })).toHaveLength(2)
  })
})

describe('payments', () => {
  const payment = { amount: 10, local_amount: 1000.4, payment_id: 1 }
  const paid = (...payments: readonly JsonObject[]) => page(loan({ payments }))

  it('have a rounded amount where that is another one', async () => {
    expect(await paid({ ...payment, rounded_local_amount: 1000 })).not.toContain('rounded')
    expect(await paid({ ...payment, rounded_local_amount: 1015.6 })).toMatch(/rounded[\s\S]*1,015.60/)
  })

  it('are summed', async () => {
    expect(await paid(payment, { ...payment, payment_id: 2 })).toMatch(/in all +\$20 +2,000.80\n/)
  })
})

it('pictures and videos are addresses where there is a website, and ids where there is none', async () => {
  const media = loan({ image: { id: 501, template_id: 1 }, video: { id: 7, youtube_id: 'a b' } })
  const withSite = await page(media, { site: 'https://www.kiva.org' })
  expect(withSite).toContain('Picture  https://www.kiva.org/img/fullsize/501.jpg\n')
  expect(withSite).toContain('Video    https://www.youtube.com/watch?v=a%20b · #7\n')
  const without = await page(media)
  expect(without).toContain('Picture  #501 · template 1\n')
  expect(without).toContain('Video    YouTube a b · #7\n')
  const odd = await page(loan({ image: { id: '../x', template_id: 1 } }), { site: 'https://www.kiva.org' })
  expect(odd).toContain('Picture  #../x · template 1\n')
})

describe('the languages of a story', () => {
  const texts = { sw: 'Habari.', en: 'Good news.', es: 'Noticias.' }
  const told = (language: string | undefined, found: JsonObject = texts) =>
    page(loan({ description: { texts: found } }), {
      detailOptions: { read: false, language, full: false },
    })

  it('are English first, one that was asked for, or all', async () => {
    const english = await told(undefined)
    expect(english).toContain(
      'English\nGood news.\n\nalso in Swahili, Spanish: kiva loans show 7 --lang all\n',
    )
    expect(english).not.toContain('Habari')
    expect(await told('es')).toContain('Spanish\nNoticias.\n\nalso in English, Swahili: ')
    expect(await told('all')).toContain('English\nGood news.\n\nSwahili\nHabari.\n\nSpanish\nNoticias.\n')
  })

  it('are what there is where another was asked for', async () => {
    expect(await told('fr', { sw: 'Habari.' })).toContain('\nHabari.\n')
    expect(await told(undefined, {})).not.toContain('also in')
  })
})
