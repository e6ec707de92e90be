import { isList, isObject } from '../../api/json.ts'
import type { Json } from '../../context.ts'
import { date, money, percent, words } from '../words/format.ts'
import { at, line } from '../words/reading.ts'
import { commands, type Shape } from './detail-view.ts'
import { counted, dotted, type Fact, factsBlock, headedProse, proseBlock, titleBlock } from './layout.ts'

export const partnerShape: Shape = (rest, sheet) => {
  const id = rest.line('id')
  const rate = (label: string, key: string): Fact => {
    const note = rest.line(`${key}_note`)
    return [label, [percent(rest.take(key)), note && `(${note})`].filter(Boolean).join(' ')]
  }
  const strengths = rest
    .list('social_performance_strengths')
    .map((strength) => dotted(line(at(strength, 'name') ?? strength), line(at(strength, 'description'))))
  const countries = rest.take('countries')
  return {
    blocks: [
      [
        ...titleBlock(
          sheet,
          rest.line('name'),
          dotted('field partner', words(rest.take('status')), id && `#${id}`),
        ),
        ...proseBlock(sheet, isList(countries) ? countries.map(country).join('; ') : line(countries)),
      ],
      factsBlock(sheet, [
        [
          'Raised',
          dotted(
            money(rest.take('total_amount_raised')),
            counted(rest.take('loans_posted'), 'loan', 'loans'),
          ),
        ],
        ['Rating', dotted(rest.line('rating'), rest.line('due_diligence_type'))],
        ['Since', date(rest.take('start_date'))],
        rate('Late', 'delinquency_rate'),
        rate('Default', 'default_rate'),
        rate('At risk', 'loans_at_risk_rate'),
        rate('Currency loss', 'currency_exchange_loss_rate'),
        rate('Yield', 'portfolio_yield'),
        rate('Profitability', 'profitability'),
        ['Web', rest.line('url')],
        ['Map', isList(countries) ? countries.map(pairs).filter(Boolean).join('; ') : ''],
      ]),
      headedProse(sheet, 'Strengths', strengths.join('\n')),
    ],
    links: commands(id, 'loans search --partner', 'journal-entries search --partner'),
    page: '',
  }
}

const pairs = (value: Json) => line(at(value, 'location.geo.pairs')).replace(' ', ', ')

function country(value: Json): string {
  if (!isObject(value)) return line(value)
  const name = [line(at(value, 'name')), line(at(value, 'iso_code')) && `(${line(at(value, 'iso_code'))})`]
  return [name.filter(Boolean).join(' '), line(at(value, 'region'))].filter(Boolean).join(', ')
}
