/** Generates the description of a loan and the names of its borrowers. */

import type { JsonObject } from '../../../ports/json.ts'
import { names } from '../data/names.ts'
import { families, groupOpenings, hopes, localStories, openings, plans, troubles } from '../data/stories.ts'
import type { Loan, Marketplace } from '../model.ts'
import { fillIn, formatDollars } from '../text.ts'
import { describeLoan, type LoanDescription } from './describe-loan.ts'

/** Returns the language codes of the description, original language first. */
export function chooseLanguages(
  market: Pick<Marketplace, 'randomFor'>,
  loan: Loan,
  words: LoanDescription,
): readonly string[] {
  const original = words.country.language
  return original !== undefined && market.randomFor('languages', loan.index).chance(0.85)
    ? [original, 'en']
    : ['en']
}

/** Returns the description by language code. */
export function writeStory(
  market: Pick<Marketplace, 'randomFor' | 'partners'>,
  loan: Loan,
): Record<string, string> {
  const words = describeLoan(market, loan)
  const random = market.randomFor('story', loan.index)
  const isFemale = loan.gender === 'F'
  const filling: Record<string, string> = {
    name: loan.borrowers > 1 ? words.name : words.leader,
    leader: words.leader,
    town: words.nearby,
    use: words.use.trim().replace(/\.$/, ''),
    amount: formatDollars(loan.requested),
    partner: market.partners[loan.partner ?? -1]?.name ?? 'friends and neighbours',
    age: String(random.between(29, 64)),
    years: random.pick(['two', 'three', 'four', 'seven', 'nine', 'eleven']),
    children: random.pick(['two', 'three', 'four', 'five']),
    count: String(loan.borrowers),
    they: isFemale ? 'she' : 'he',
    They: isFemale ? 'She' : 'He',
    their: isFemale ? 'her' : 'his',
    Their: isFemale ? 'Her' : 'His',
  }
  filling['work'] = fillIn(words.activity.work, filling)
  const paragraphs = [
    `${random.pick(loan.borrowers > 1 ? groupOpenings : openings)} ${random.pick(families)}`,
    `${random.pick(troubles)} ${random.pick(plans)}`,
    random.pick(hopes),
  ].map((paragraph) => fillIn(paragraph, filling))
  const lineBreak = random.chance(0.8) ? '<br /><br />' : '\r\n\r\n'
  const texts = chooseLanguages(market, loan, words).map((language) => [
    language,
    isLocal(language) ? fillIn(localStories[language], filling) : paragraphs.join(lineBreak),
  ])
  return Object.fromEntries(texts)
}

const isLocal = (language: string): language is keyof typeof localStories => language in localStories

/** Returns the borrowers, leader first. Most members of a group have its predominant gender. */
export function nameBorrowers(market: Pick<Marketplace, 'randomFor'>, loan: Loan): readonly JsonObject[] {
  const words = describeLoan(market, loan)
  const random = market.randomFor('borrowers', loan.index)
  const pool = names[words.country.names]
  const majority = Math.floor(loan.borrowers / 2) + 1
  const predominant = random.between(majority, loan.borrowers)
  const others = { F: pool.female, M: pool.male }
  const start = random.below(97)
  return Array.from({ length: loan.borrowers }, (_, nth) => {
    const gender = nth < predominant === (loan.gender === 'F') ? 'F' : 'M'
    const names = others[gender].filter((name) => name !== words.leader)
    return {
      first_name: nth === 0 ? words.leader : (names[(start + nth) % names.length] ?? words.leader),
      last_name: random.chance(0.12) ? random.pick(pool.family) : '',
      gender,
      pictured: nth === 0 || random.chance(0.85),
    }
  })
}
