/** The form of a search: one field per option of the API. */
import { paramsOf, pathNames, type Values } from '../../api/endpoint.ts'
import { knownValues } from '../../api/gaps.ts'
import { dashed } from '../../cli/option-spec.ts'
import { inputOf } from '../line-edit.ts'
import type { FormField } from '../state/state.ts'
import type { Tab } from '../state/tab.ts'

/** Returns the fields of the tab's options, filled with its values. Empty if it has none. */
export function formOf({ invocation: { endpoint, values } }: Tab): readonly FormField[] {
  const inPath = pathNames(endpoint)
  return Object.entries(paramsOf(endpoint)).flatMap(([name, param]): readonly FormField[] => {
    if (inPath.includes(name) || name === 'page') return []
    const known = param.choices ?? (param.known ? knownValues[param.known] : [])
    const option = `--${dashed(name)}`
    return [
      {
        option,
        label: dashed(name).replaceAll('-', ' '),
        brief: param.brief,
        values: known,
        input: inputOf(textOf(values, name)),
      },
    ]
  })
}

const textOf = (values: Values, name: string) => [values[name] ?? []].flat().join(',')

/** Returns the words of the command line that the form stands for: the tab's, with the fields' values. */
export function argvOfForm({ argv }: Pick<Tab, 'argv'>, fields: readonly FormField[]): readonly string[] {
  const options = fields.map(({ option }) => option)
  return fields.reduce(
    (words, { option, input }) =>
      input.text.trim() === '' ? words : withOption(words, option, input.text.trim()),
    [...options, '--page'].reduce(withoutOption, argv),
  )
}

/** Returns the words without an option and its value. */
export function withoutOption(argv: readonly string[], option: string): readonly string[] {
  const kept = argv.filter((word) => !word.startsWith(`${option}=`))
  const at = kept.indexOf(option)
  return at < 0 ? kept : withoutOption(kept.toSpliced(at, 2), option)
}

/** Returns the words with an option at the end, but before `--`. A flag has no value. */
export function withOption(argv: readonly string[], option: string, value?: string): readonly string[] {
  const at = argv.indexOf('--')
  const words = value?.startsWith('-')
    ? [`${option}=${value}`]
    : [option, ...(value === undefined ? [] : [value])]
  return at < 0 ? [...argv, ...words] : argv.toSpliced(at, 0, ...words)
}
