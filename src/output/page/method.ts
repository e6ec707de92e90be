import { at, isEmpty } from '../../api/records/field-values.ts'
import { isList, isObject, type Json } from '../../core/json.ts'
import { htmlText } from '../terminal/html-text.ts'
import { count, yesNo } from '../words/format.ts'
import { line } from '../words/line.ts'
import { genericFacts, type Maker, RemainingFields } from './generic.ts'
import { dotted, type Fact, facts, headed, prose, section, title } from './page.ts'

/** Shows an API method: its purpose and its arguments. */
export const methodPage: Maker = (remaining, context) => {
  const id = remaining.line('id')
  const summaries = remaining.take('documentation')
  const args = remaining.list('arguments')
  const amount = count(remaining.take('argument_count'))
  const login = remaining.take('oauth')
  const ours = context.commandOfMethod?.(id)
  return {
    sections: [
      section(title(id, dotted('method', remaining.line('status')))),
      section(prose(summaryText(summaries))),
      section(
        facts([
          ['Request', [remaining.line('http_method'), remaining.line('uri')].filter(Boolean).join(' ')],
          ['Login', login === true ? 'needed' : login === false ? 'not needed' : yesNo(login)],
          ['Arguments', args.length > 0 ? '' : amount],
        ]),
      ),
      section(headed(`Arguments${amount && ` (${amount})`}`, facts(args.map(argument)))),
      section(headed(ours ? context.kiva(ours.words) : '', facts(ours?.takes ?? []))),
    ],
  }
}

/** Returns the summary in every language available. */
function summaryText(documentation: Json | undefined): string {
  if (!isObject(documentation)) return line(documentation)
  return Object.values(documentation)
    .map((language) => htmlText(line(at(language, 'summary') ?? language)))
    .join('\n')
}

function argument(value: Json): Fact {
  if (!isObject(value)) return ['', line(value)]
  const remaining = new RemainingFields(value)
  const name = remaining.line('name')
  const summary = line(summaryText(remaining.take('documentation')))
  const rules = remaining.list('rules').map(rule)
  const others = genericFacts(remaining, {}).map(([label, text]) => `${label.toLowerCase()}: ${text}`)
  return [name, [summary, dotted(...rules, ...others)].filter(Boolean).join('\n') || 'no rules']
}

/** `required`, or `inList: a, b, c` */
function rule(value: Json): string {
  if (!isObject(value)) return line(value)
  const remaining = new RemainingFields(value)
  const name = remaining.line('name')
  const values = remaining.take('values')
  const listed = isList(values) ? values.map(line).join(', ') : isEmpty(values) ? '' : line(values)
  const others = genericFacts(remaining, {}).map(([label, text]) => `${label.toLowerCase()}: ${text}`)
  return [name, [listed, ...others].filter(Boolean).join(', ')].filter(Boolean).join(': ')
}
