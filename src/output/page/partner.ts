import { at, number } from '../../api/records/field-values.ts'
import { compareNumbers } from '../../core/compare-numbers.ts'
import { isList, isObject, type Json } from '../../core/json.ts'
import { year } from '../../core/time.ts'
import type { PartnerMedians } from '../../domain/partner-medians.ts'
import { timeOf } from '../../domain/time.ts'
import { date, money, oneDecimal, percent, words } from '../words/format.ts'
import { line } from '../words/line.ts'
import { yearsInWords } from '../words/span.ts'
import type { Maker } from './generic.ts'
import { mediaFacts } from './media.ts'
import { counted, dotted, type Fact, facts, headed, prose, section, title } from './page.ts'

export const partnerPage: Maker = (remaining, context, record) => {
  const id = remaining.line('id')
  const rate = (label: string, key: keyof PartnerMedians): Fact => {
    const note = remaining.line(`${key}_note`)
    const value = remaining.take(key)
    const median = context.medians?.[key]
    return [
      label,
      dotted([percent(value), note && `(${note})`].filter(Boolean).join(' '), comparison(key, value, median)),
    ]
  }
  const strengths = remaining
    .list('social_performance_strengths')
    .map((strength) => dotted(line(at(strength, 'name') ?? strength), line(at(strength, 'description'))))
  const countries = remaining.take('countries')
  const diligence = remaining.line('due_diligence_type')
  const since = remaining.take('start_date')
  const began = timeOf(since)
  const passed = context.now === undefined || began === undefined ? 0 : context.now - began
  if (charges.has(at(record, 'charges_fees_and_interest'))) remaining.take('charges_fees_and_interest')
  const size = percent(remaining.take('average_loan_size_percent_per_capita_income'))
  return {
    sections: [
      section(
        title(
          remaining.line('name'),
          dotted('field partner', words(remaining.take('status')), id && `#${id}`),
        ),
        prose(isList(countries) ? countries.map(country).join('; ') : line(countries)),
      ),
      section(
        facts([
          [
            'Raised',
            dotted(
              money(remaining.take('total_amount_raised')),
              counted(remaining.take('loans_posted'), 'loan', 'loans'),
            ),
          ],
          [
            'Rating',
            dotted(
              oneDecimal(remaining.take('rating')),
              diligence && `${diligence.toLowerCase()} due diligence`,
            ),
          ],
          ['Since', dotted(date(since), passed > 0 ? yearsInWords(passed / year) : '')],
          rate('Late', 'delinquency_rate'),
          rate('Default', 'default_rate'),
          rate('At risk', 'loans_at_risk_rate'),
          rate('Currency loss', 'currency_exchange_loss_rate'),
          rate('Yield', 'portfolio_yield'),
          rate('Profitability', 'profitability'),
          ['Charges', charges.get(at(record, 'charges_fees_and_interest')) ?? ''],
          ['Loan size', size && `${size} of the average yearly income`],
          ['Web', remaining.line('url')],
          ...mediaFacts(remaining, context),
          ['Map', isList(countries) ? countries.map(pairs).filter(Boolean).join('; ') : ''],
        ]),
      ),
      section(headed('Strengths', prose(strengths.join('\n')))),
    ],
  }
}

/** `better than most (median 1.1%)`: beside the active partners. A high yield is neither good nor bad. */
function comparison(key: keyof PartnerMedians, value: Json | undefined, kept: Json | undefined): string {
  const [own, median] = [number(value), number(kept)]
  if (own === undefined || median === undefined) return ''
  const order = key === 'portfolio_yield' || key === 'profitability' ? 0 : compareNumbers(own, median)
  const words = `median ${percent(median)}`
  return order === 0 ? words : `${order < 0 ? 'better' : 'worse'} than most (${words})`
}

/** Whether borrowers are charged. Any other value is shown as it is, with the fields that no view knows. */
const charges: ReadonlyMap<Json | undefined, string> = new Map([
  [true, 'fees and interest'],
  [false, 'no fees, no interest'],
])

const pairs = (value: Json) => line(at(value, 'location.geo.pairs')).replace(' ', ', ')

function country(value: Json): string {
  if (!isObject(value)) return line(value)
  const name = [line(at(value, 'name')), line(at(value, 'iso_code')) && `(${line(at(value, 'iso_code'))})`]
  return [name.filter(Boolean).join(' '), line(at(value, 'region'))].filter(Boolean).join(', ')
}
