/** The description of a loan, and the people in it. */
import type { JsonObject } from '../../../context.ts'
import { names } from '../data/names.ts'
import { families, groupOpenings, hopes, localStories, openings, plans, troubles } from '../data/stories.ts'
import type { Marketplace } from '../open-marketplace.ts'
import { dollars, fill } from '../text.ts'
import { type LoanWords, wordsOf } from './loan-words.ts'
import type { LoanSketch } from './make-loans.ts'

/** Language codes of the description, the original first. */
export function languagesOf(
  market: Pick<Marketplace, 'dice'>,
  loan: LoanSketch,
  words: LoanWords,
): readonly string[] {
  const original = words.country.language
  return original !== undefined && market.dice('languages', loan.index).chance(0.85)
    ? [original, 'en']
    : ['en']
}

/** The description by language. */
export function storyOf(
  market: Pick<Marketplace, 'dice' | 'partners'>,
  loan: LoanSketch,
): Record<string, string> {
  const words = wordsOf(market, loan)
  const roll = market.dice('story', loan.index)
  const she = loan.gender === 'F'
  const filling: Record<string, string> = {
    name: loan.borrowers > 1 ? words.name : words.leader,
    leader: words.leader,
    town: words.nearby,
    use: words.use.trim().replace(/\.$/, ''),
    amount: dollars(loan.asked),
    partner: market.partners[loan.partner ?? -1]?.name ?? 'friends and neighbours',
    age: String(roll.between(29, 64)),
    years: roll.pick(['two', 'three', 'four', 'seven', 'nine', 'eleven']),
    children: roll.pick(['two', 'three', 'four', 'five']),
    count: String(loan.borrowers),
    they: she ? 'she' : 'he',
    They: she ? 'She' : 'He',
    their: she ? 'her' : 'his',
    Their: she ? 'Her' : 'His',
  }
  filling['work'] = fill(words.activity.work, filling)
  const paragraphs = [
    `${roll.pick(loan.borrowers > 1 ? groupOpenings : openings)} ${roll.pick(families)}`,
    `${roll.pick(troubles)} ${roll.pick(plans)}`,
    roll.pick(hopes),
  ].map((paragraph) => fill(paragraph, filling))
  const lineBreak = roll.chance(0.8) ? '<br /><br />' : '\r\n\r\n'
  const texts = languagesOf(market, loan, words).map((language) => [
    language,
    isLocal(language) ? fill(localStories[language], filling) : paragraphs.join(lineBreak),
  ])
  return Object.fromEntries(texts)
}

const isLocal = (language: string): language is keyof typeof localStories => language in localStories

/** Borrowers, the leader first; most of a group are of its predominant gender. */
export function borrowersOf(market: Pick<Marketplace, 'dice'>, loan: LoanSketch): readonly JsonObject[] {
  const words = wordsOf(market, loan)
  const roll = market.dice('borrowers', loan.index)
  const pool = names[words.country.names]
  const most = Math.floor(loan.borrowers / 2) + 1
  const predominant = roll.between(most, loan.borrowers)
  const others = { F: pool.female, M: pool.male }
  const start = roll.below(97)
  return Array.from({ length: loan.borrowers }, (_, nth) => {
    const gender = nth < predominant === (loan.gender === 'F') ? 'F' : 'M'
    const names = others[gender].filter((name) => name !== words.leader)
    return {
      first_name: nth === 0 ? words.leader : (names[(start + nth) % names.length] ?? words.leader),
      last_name: roll.chance(0.12) ? roll.pick(pool.family) : '',
      gender,
      pictured: nth === 0 || roll.chance(0.85),
    }
  })
}
