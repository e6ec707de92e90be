/** Generates the texts of a loan: who borrows, for what and where, its description, and the names of its borrowers. */
import type { JsonObject } from '../../../core/json.ts'
import { type Activity, activities } from '../data/activities.ts'
import { type Country, countries } from '../data/countries.ts'
import { names } from '../data/names.ts'
import { families, groupOpenings, hopes, localStories, openings, plans, troubles } from '../data/stories.ts'
import type { Loan, Marketplace } from '../model.ts'
import { fillIn, formatDollars } from '../text.ts'

interface LoanDescription {
  readonly name: string
  /** First name of the borrower, or of the group's leader. */
  readonly leader: string
  readonly use: string
  readonly country: Country
  /** Name, latitude, longitude. Absent if the loan shows only its country. */
  readonly town: readonly [name: string, latitude: number, longitude: number] | undefined
  /** Name of the town, even if the loan does not show it. */
  readonly nearby: string
  readonly activity: Activity
}

/** Returns who borrows, for what, and where. It runs for every loan that a search checks, so it is fast. */
export function describeLoan(market: Pick<Marketplace, 'randomFor'>, loan: Loan): LoanDescription {
  const random = market.randomFor('words', loan.index)
  const country = countries[loan.country] as Country
  const activity = activities[loan.activity] as Activity
  const pool = names[country.names]
  const leader = loan.index === 0 ? 'Amina' : random.pick(loan.gender === 'F' ? pool.female : pool.male)
  const use = loan.index === 0 ? (activity.uses[0] ?? '') : random.pick(activity.uses)
  const isVague = random.chance(0.05) && loan.index > 0
  const ownName = random.chance(0.6)
  return {
    name: loan.status === 'refunded' ? 'Anonymous' : nameOf(),
    leader,
    // On the live service, some uses end in a space or a period.
    use: random.chance(0.1) ? `${use} ` : random.chance(0.3) ? `${use}.` : use,
    country,
    town: isVague || loan.status === 'refunded' ? undefined : country.towns[loan.town],
    nearby: country.towns[loan.town]?.[0] ?? country.name,
    activity,
  }

  function nameOf(): string {
    if (loan.borrowers === 1) return leader
    return ownName && loan.index > 0 ? `${random.pick(pool.groups)} Group` : `${leader}'s Group`
  }
}

/**
 * Returns the text that `q` of loan search is matched against: name, use, town, country, activity and sector.
 */
export function joinLoanText(words: LoanDescription): string {
  const { name, use, town, country, activity } = words
  return `${name} ${use} ${town?.[0] ?? ''} ${country.name} ${activity.name} ${activity.sector}`
}

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
