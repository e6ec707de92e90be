import { isList, isObject } from '../../api/json.ts'
import type { Json } from '../../context.ts'
import { htmlText } from '../terminal/html-text.ts'
import { count, yesNo } from '../words/format.ts'
import { at, isEmpty, line } from '../words/reading.ts'
import type { Shape } from './detail-view.ts'
import { genericFacts } from './generic.ts'
import { dotted, type Fact, factsBlock, headed, indented, proseBlock, titleBlock } from './layout.ts'
import { Rest } from './unshown-fields.ts'

/** A method of the API: what it is for, and what its arguments take. */
export const methodShape: Shape = (rest, sheet) => {
  const id = rest.line('id')
  const summaries = rest.take('documentation')
  const args = rest.list('arguments')
  const amount = count(rest.take('argument_count'))
  const login = rest.take('oauth')
  return {
    blocks: [
      titleBlock(sheet, id, dotted('method', rest.line('status'))),
      proseBlock(sheet, summaryText(summaries)),
      factsBlock(sheet, [
        ['Request', [rest.line('http_method'), rest.line('uri')].filter(Boolean).join(' ')],
        ['Login', login === true ? 'needed' : login === false ? 'not needed' : yesNo(login)],
        ['Arguments', args.length > 0 ? '' : amount],
      ]),
      headed(sheet, `Arguments${amount && ` (${amount})`}`, factsBlock(indented(sheet), args.map(argument))),
    ],
    links: ['kiva methods list'],
    page: '',
  }
}

/** The summary in each language there is. */
function summaryText(documentation: Json | undefined): string {
  if (!isObject(documentation)) return line(documentation)
  return Object.values(documentation)
    .map((language) => htmlText(line(at(language, 'summary') ?? language)))
    .join('\n')
}

function argument(value: Json): Fact {
  if (!isObject(value)) return ['', line(value)]
  const rest = new Rest(value)
  const name = rest.line('name')
  const summary = line(summaryText(rest.take('documentation')))
  const rules = rest.list('rules').map(rule)
  const others = genericFacts(rest, {}).map(([label, text]) => `${label.toLowerCase()}: ${text}`)
  return [name, [summary, dotted(...rules, ...others)].filter(Boolean).join('\n') || 'no rules']
}

/** `required`, or `inList: a, b, c` */
function rule(value: Json): string {
  if (!isObject(value)) return line(value)
  const rest = new Rest(value)
  const name = rest.line('name')
  const values = rest.take('values')
  const listed = isList(values) ? values.map(line).join(', ') : isEmpty(values) ? '' : line(values)
  const others = genericFacts(rest, {}).map(([label, text]) => `${label.toLowerCase()}: ${text}`)
  return [name, [listed, ...others].filter(Boolean).join(', ')].filter(Boolean).join(': ')
}
