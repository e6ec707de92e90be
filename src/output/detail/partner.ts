import { at } from '../../api/records/field-values.ts'
import { isList, isObject, type Json } from '../../ports/json.ts'
import { date, money, percent, words } from '../words/format.ts'
import { line } from '../words/line.ts'
import type { DetailView } from './detail-view.ts'
import { counted, dotted, type Fact, factsBlock, headedProse, proseBlock, titleBlock } from './layout.ts'
import { mediaFacts } from './media.ts'

export const partnerView: DetailView = (unshown, layout) => {
  const id = unshown.line('id')
  const rate = (label: string, key: string): Fact => {
    const note = unshown.line(`${key}_note`)
    return [label, [percent(unshown.take(key)), note && `(${note})`].filter(Boolean).join(' ')]
  }
  const strengths = unshown
    .list('social_performance_strengths')
    .map((strength) => dotted(line(at(strength, 'name') ?? strength), line(at(strength, 'description'))))
  const countries = unshown.take('countries')
  return {
    blocks: [
      [
        ...titleBlock(
          layout,
          unshown.line('name'),
          dotted('field partner', words(unshown.take('status')), id && `#${id}`),
        ),
        ...proseBlock(layout, isList(countries) ? countries.map(country).join('; ') : line(countries)),
      ],
      factsBlock(layout, [
        [
          'Raised',
          dotted(
            money(unshown.take('total_amount_raised')),
            counted(unshown.take('loans_posted'), 'loan', 'loans'),
          ),
        ],
        ['Rating', dotted(unshown.line('rating'), unshown.line('due_diligence_type'))],
        ['Since', date(unshown.take('start_date'))],
        rate('Late', 'delinquency_rate'),
        rate('Default', 'default_rate'),
        rate('At risk', 'loans_at_risk_rate'),
        rate('Currency loss', 'currency_exchange_loss_rate'),
        rate('Yield', 'portfolio_yield'),
        rate('Profitability', 'profitability'),
        ['Web', unshown.line('url')],
        ...mediaFacts(unshown, layout),
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
