import { at } from '../../api/records/field-values.ts'
import { isList, isObject, type Json } from '../../ports/json.ts'
import { date, money, percent, words } from '../words/format.ts'
import { line } from '../words/line.ts'
import type { DetailView } from './generic.ts'
import { counted, dotted, type Fact, factsBlock, headedProse, proseBlock, titleBlock } from './layout.ts'
import { mediaFacts } from './media.ts'

export const partnerView: DetailView = (remaining, layout) => {
  const id = remaining.line('id')
  const rate = (label: string, key: string): Fact => {
    const note = remaining.line(`${key}_note`)
    return [label, [percent(remaining.take(key)), note && `(${note})`].filter(Boolean).join(' ')]
  }
  const strengths = remaining
    .list('social_performance_strengths')
    .map((strength) => dotted(line(at(strength, 'name') ?? strength), line(at(strength, 'description'))))
  const countries = remaining.take('countries')
  return {
    blocks: [
      [
        ...titleBlock(
          layout,
          remaining.line('name'),
          dotted('field partner', words(remaining.take('status')), id && `#${id}`),
        ),
        ...proseBlock(layout, isList(countries) ? countries.map(country).join('; ') : line(countries)),
      ],
      factsBlock(layout, [
        [
          'Raised',
          dotted(
            money(remaining.take('total_amount_raised')),
            counted(remaining.take('loans_posted'), 'loan', 'loans'),
          ),
        ],
        ['Rating', dotted(remaining.line('rating'), remaining.line('due_diligence_type'))],
        ['Since', date(remaining.take('start_date'))],
        rate('Late', 'delinquency_rate'),
        rate('Default', 'default_rate'),
        rate('At risk', 'loans_at_risk_rate'),
        rate('Currency loss', 'currency_exchange_loss_rate'),
        rate('Yield', 'portfolio_yield'),
        rate('Profitability', 'profitability'),
        ['Web', remaining.line('url')],
        ...mediaFacts(remaining, layout),
        ['Map', isList(countries) ? countries.map(pairs).filter(Boolean).join('; ') : ''],
      ]),
      headedProse(layout, 'Strengths', strengths.join('\n')),
    ],
  }
}

const pairs = (value: Json) => line(at(value, 'location.geo.pairs')).replace(' ', ', ')

function country(value: Json): string {
  if (!isObject(value)) return line(value)
  const name = [line(at(value, 'name')), line(at(value, 'iso_code')) && `(${line(at(value, 'iso_code'))})`]
  return [name.filter(Boolean).join(' '), line(at(value, 'region'))].filter(Boolean).join(', ')
}
