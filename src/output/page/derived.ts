/** The derived fields on a page: a row per group, in words, and the unknown fields by reason. */
import { fieldsOf } from '../../api/records/derived-fields.ts'
import { at, number } from '../../api/records/field-values.ts'
import { type DerivedGroup, derivedKey } from '../../api/records/record-types.ts'
import { isObject, type Json, type JsonObject } from '../../core/json.ts'
import { hour } from '../../core/time.ts'
import type { View } from '../view.ts'
import {
  count,
  date,
  dollarsPerDay,
  money,
  oneDecimal,
  percent,
  share,
  wholeDollars,
  wholePercent,
  words,
} from '../words/format.ts'
import { line } from '../words/line.ts'
import { inWords } from '../words/span.ts'
import { genericFacts, RemainingFields } from './generic.ts'
import { facts, headed, type Part } from './page.ts'

/** Returns the derived fields that the page has not shown yet. */
export function derivedFacts(
  remaining: RemainingFields,
  { type }: View,
  record: JsonObject,
): readonly Part[] {
  const derived = type.derived ? remaining.take(derivedKey) : undefined
  if (!isObject(derived)) return []
  const { why, ...groups } = derived
  const fields = fieldsOf(type)[derivedKey]?.fields ?? {}
  const said = Object.entries(groups).map(([name, values]): readonly [string, string] => {
    const left = new RemainingFields({ [name]: values })
    const take = (field: string) => left.take(`${name}.${field}`) ?? null
    const sayings = Object.hasOwn(sentences, name) ? sentences[name as DerivedGroup](take, record) : []
    const [[label = name, others = ''] = []] = genericFacts(left, fields)
    return [labels.get(name) ?? label, [...sayings.filter(Boolean), others].filter(Boolean).join(' · ')]
  })
  const unknown = isObject(why) ? unknownFields(why) : ''
  return headed('Derived', facts([...said, ['Unknown', unknown]]))
}

/** Takes a field of a group, or null. */
type Take = (field: string) => Json

const labels: ReadonlyMap<string, string> = new Map([
  ['funding', 'Funding'],
  ['repayment', 'Repayment'],
  ['people', 'People'],
  ['partner', 'Partner'],
  ['mine', 'Yours'],
  ['budget', 'Budget'],
  ['team', 'Team'],
  ['team_recent', 'Recent'],
])

/** What to say of each group. Fields that follow from others, or that are 0 as a rule, are taken and not said. */
const sentences: Readonly<Record<DerivedGroup, (take: Take, record: JsonObject) => readonly string[]>> = {
  funding: (take) => {
    const [left, free] = [take('left'), take('left_unreserved')]
    const [pace, needed] = [take('pace'), take('needed')].map((perHour) => money(dollarsPerDay(perHour)))
    const [hours, projected] = [number(take('hours_left')), wholePercent(take('projected'))]
    const [short, outlook] = [number(take('short')), line(take('outlook'))]
    take('ratio')
    return [
      hours === undefined ? '' : `${inWords(hours * hour)} left`,
      [said(left, (text) => `${money(text)} to go`), free === left ? '' : said(free, notInBaskets)]
        .filter(Boolean)
        .join(', '),
      [pace && `${pace} a day`, needed && `needs ${needed}${pace ? '' : ' a day'}`]
        .filter(Boolean)
        .join(', '),
      [projected && `${projected} at the end`, short ? `${wholeDollars(short)} short` : '']
        .filter(Boolean)
        .join(', '),
      outlooks.get(outlook) ?? words(outlook),
    ]
  },
  repayment: (take) => {
    const shares = ['half', 'three_quarters', 'all']
    const days = ['due', 'repaid'].flatMap((event) =>
      shares.map((share) =>
        said(take(`${share}_${event}`), (day) => `${words(share)} ${event} ${date(day)}`),
      ),
    )
    const amounts = { behind: 'behind', lost: 'lost', exchange_loss: 'lost in currency exchange' }
    return [
      ...days,
      take('late') === true ? 'late' : '',
      ...Object.entries(amounts).map(([field, words]) =>
        said(take(field), (amount) => (amount === 0 ? '' : `${money(amount)} ${words}`)),
      ),
    ]
  },
  people: (take) => {
    take('majority')
    return [said(take('women'), (part) => `${share(part)} women`)]
  },
  partner: (take) => {
    for (const field of inPartnerRow) take(field)
    const status = line(take('status'))
    return [
      status === 'active' ? '' : status,
      said(take('delinquency_rate'), (rate) => `late ${percent(rate)}`),
      said(take('loans_at_risk_rate'), (rate) => `at risk ${percent(rate)}`),
    ]
  },
  mine: (take, record) => {
    const country = line(at(record, 'location.country') ?? at(record, 'location.country_code'))
    const partner = line(at(record, `${derivedKey}.partner.name`)) || 'this partner'
    const loans = [
      said(take('in_country'), (amount) => `${count(amount)} in ${country || 'this country'}`),
      said(
        take('in_sector'),
        (amount) => `${count(amount)} in ${line(at(record, 'sector')) || 'this sector'}`,
      ),
      said(take('in_partner'), (amount) => `${count(amount)} with ${partner}`),
    ].filter(Boolean)
    take('why')
    return [
      take('lent') === true ? 'you lent to this loan' : '',
      loans.length === 0 ? '' : `your loans: ${loans.join(', ')}`,
    ]
  },
  budget: (take) => [said(take('share'), (share) => `a share of ${money(share)}`)],
  team: (take) => [
    said(take('loans_per_member'), (amount) => `${oneDecimal(amount)} loans a member`),
    said(take('dollars_per_member'), (amount) => `${money(amount)} lent a member`),
    said(take('members_per_month'), (amount) => `${oneDecimal(amount)} new members a month`),
  ],
  team_recent: (take) => [
    said(take('joined'), (amount) => `${count(amount)} joined in the last 30 days`),
    said(take('fundraising'), (amount) => `${count(amount)} loans fundraising`),
  ],
}

/** The derived fields that the row of a loan's partner has. */
const inPartnerRow = ['id', 'name', 'rating', 'default_rate', 'years'] as const

const said = (value: Json, say: (value: Json) => string) => (value === null ? '' : say(value))

const notInBaskets = (amount: Json) => `${money(amount)} without baskets`

/** What the other words do not say of an outlook. */
const outlooks: ReadonlyMap<string, string> = new Map([
  ['over', 'fundraising has ended'],
  ['no_end', 'no deadline'],
  ['too_early', 'too early to say'],
  ['short', ''],
])

/** Returns a line for each reason, with the fields that are unknown for it: `pace, needed: fundraising has ended`. */
function unknownFields(why: JsonObject): string {
  const byReason = new Map<string, string[]>()
  for (const [path, reason] of Object.entries(why)) {
    const field = path.slice(path.indexOf('.') + 1).replaceAll('_', ' ')
    byReason.set(line(reason), [...(byReason.get(line(reason)) ?? []), field])
  }
  return [...byReason].map(([reason, names]) => `${names.join(', ')}: ${reason}`).join('\n')
}
