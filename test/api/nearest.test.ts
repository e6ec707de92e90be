import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { nearest } from '../../src/api/nearest.ts'

const statuses = ['fundraising', 'funded', 'in_repayment', 'paid', 'ended_with_loss']
const sorts = [
  'popularity',
  'loan_amount',
  'oldest',
  'expiration',
  'newest',
  'amount_remaining',
  'repayment_term',
]
const regions = ['na', 'ca', 'sa', 'af', 'as', 'me', 'ee']
const categories = [
  'Businesses',
  'Businesses - Internal Groups',
  'Colleges/Universities',
  'Common Interest',
  'Other',
]
const options = [
  '--status',
  '--gender',
  '--region',
  '--country-code',
  '--sector',
  '--partner',
  '--sort-by',
  '--q',
]
const words = ['loans', 'lenders', 'teams', 'partners', 'journal-entries', 'lending-actions', 'my', 'methods']

describe('nearest', () => {
  test.each([
    // Typos: one letter missing, added or wrong, or two swapped.
    ['fundrasing', statuses, 'fundraising'],
    ['payd', statuses, 'paid'],
    ['nmae', ['image', 'name', 'names'], 'name'],
    ['fundedd', statuses, 'funded'],
    ['newset', sorts, 'newest'],
    ['--stauts', options, '--status'],
    ['--contry-code', options, '--country-code'],
    ['lander', words, 'lenders'],
    ['loan', words, 'loans'],
    ['mine', words, undefined],
    // Another spelling of the same word.
    ['FUNDED', statuses, 'funded'],
    ['in-repayment', statuses, 'in_repayment'],
    ['In Repayment', statuses, 'in_repayment'],
    ['--sort_by', options, '--sort-by'],
    ['--sortby', options, '--sort-by'],
    ['journalEntries', words, 'journal-entries'],
    ['business', categories, 'Businesses'],
    ['NA', regions, 'na'],
    // The beginning of a word.
    ['fund', statuses, 'funded'],
    ['fundr', statuses, 'fundraising'],
    ['ended', statuses, 'ended_with_loss'],
    ['repay', sorts, 'repayment_term'],
    ['colleges', categories, 'Colleges/Universities'],
    ['--count', options, '--country-code'],
    ['amount', sorts, 'amount_remaining'],
    // No similar candidate: no suggestion is better than a silly one.
    ['', statuses, undefined],
    ['x', ['q'], undefined],
    ['xyz', regions, undefined],
    ['cancelled', statuses, undefined],
    ['--foo', options, undefined],
    ['photograph', ['any', 'video', 'image'], undefined],
    ['nonsense', words, undefined],
    ['anything', [], undefined],
  ] as const)('%j', (typed, candidates, meant) => {
    expect(nearest(typed, candidates)).toBe(meant)
  })

  test('a text of megabytes is not compared letter by letter, which would take minutes', () => {
    expect(nearest('x'.repeat(20_000_000), Array(250).fill('Kenya'))).toBeUndefined()
  })

  test('a candidate is nearest to itself, and every suggestion is a candidate', () => {
    fc.assert(
      fc.property(
        fc.constantFrom(statuses, sorts, regions, categories, words),
        fc.string(),
        (list, typed) => {
          for (const one of list) expect(nearest(one, list)).toBe(one)
          const suggested = nearest(typed, list)
          if (suggested !== undefined) expect(list).toContain(suggested)
        },
      ),
    )
  })
})
