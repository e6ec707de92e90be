/** The form of a search: one field per option of the API, in words. */
import { type Param, paramsOf, pathNames, type Values } from '../../api/endpoint.ts'
import { foldText } from '../../core/fold-text.ts'
import { dashed } from '../../core/shell-word.ts'
import { inputOf } from '../line-edit.ts'
import { acceptedValues, type FacetValue } from '../rows/facets.ts'
import type { FormField } from '../state/state.ts'
import type { Tab } from '../state/tab.ts'
import { orders } from './query-words.ts'

/** The fields that are not called like their option. */
const labels: Readonly<Record<string, string>> = {
  country_code: 'country',
  membership_type: 'membership',
  partner: 'partner id',
  q: 'words',
  sort_by: 'order',
}

/** Returns the fields of the tab's options, filled with its values. Empty if it has none. */
export function formOf({ invocation: { endpoint, values } }: Tab): readonly FormField[] {
  const inPath = pathNames(endpoint)
  return Object.entries(paramsOf(endpoint)).flatMap(([name, param]): readonly FormField[] => {
    if (inPath.includes(name) || name === 'page') return []
    const choices = choicesOf(name, param)
    return [
      {
        option: `--${dashed(name)}`,
        label: labels[name] ?? dashed(name).replaceAll('-', ' '),
        brief: param.brief,
        choices,
        isList: param.list === true,
        empty: param.default === undefined ? 'any' : labelOf(choices, param.default),
        input: inputOf(
          valuesOf(values, name)
            .map((value) => labelOf(choices, value))
            .join(', '),
        ),
      },
    ]
  })
}

const choicesOf = (name: string, param: Param): readonly FacetValue[] =>
  acceptedValues(name, param).map(({ value, label }) => ({
    value,
    label: (name === 'sort_by' && orders[value]) || label,
  }))

const valuesOf = (values: Values, name: string) => [values[name] ?? []].flat().map(String)

const labelOf = (choices: readonly FacetValue[], value: string): string =>
  choices.find((choice) => foldText(choice.value) === foldText(value))?.label ?? value

/** Splits what is typed into values; a field of one value has one. The last one is being typed. */
const partsOf = ({ isList, input }: FormField): readonly string[] =>
  (isList ? input.text.split(',') : [input.text]).map((part) => part.trim())

/** Returns the choices that match what is being typed, the best ones first; all if nothing is, or a whole choice. */
export function choicesFor(field: FormField): readonly FacetValue[] {
  const typed = foldText(partsOf(field).at(-1) ?? '')
  const { choices } = field
  if (typed === '' || choices.some(({ label }) => foldText(label) === typed)) return choices
  const isBegun = ({ value, label }: FacetValue) =>
    foldText(label).startsWith(typed) || foldText(value) === typed
  const begun = choices.filter(isBegun)
  return [...begun, ...choices.filter((choice) => !isBegun(choice) && foldText(choice.label).includes(typed))]
}

/** Returns the field with the next or previous choice in place of the last value; no value is a choice too. */
export function cycled(field: FormField, by: 1 | -1): FormField {
  const parts = partsOf(field)
  const last = parts.at(-1) ?? ''
  const found = choicesFor(field)
  const at = found.findIndex(({ label }) => label === last)
  const isPartial = last !== '' && at < 0
  const next = isPartial ? 0 : ((at + 1 + by + found.length + 1) % (found.length + 1)) - 1
  const words = [...parts.slice(0, -1), found[next]?.label ?? ''].filter((part, index) => part || index === 0)
  return { ...field, input: inputOf(words.join(', ')) }
}

/**
 * Returns the field as it is before a text is typed into it: without its last value if that is a whole choice, which no longer
 * choice continues with the text. So typing replaces a choice, and `Niger` can become `Nigeria`.
 */
export function beforeTyping(field: FormField, text: string): FormField {
  const { input, choices } = field
  const parts = partsOf(field)
  const last = foldText(parts.at(-1) ?? '')
  const isWhole = choices.some(({ label }) => foldText(label) === last)
  const goesOn = choices.some(({ label }) => foldText(label).startsWith(foldText(`${parts.at(-1)}${text}`)))
  if (!isWhole || goesOn || input.cursor < input.text.length || text.startsWith(',')) return field
  return { ...field, input: inputOf([...parts.slice(0, -1), ''].join(', ')) }
}

/** Returns the field with each value as a whole choice, as far as one matches. */
export function completed(field: FormField): FormField {
  if (field.choices.length === 0) return field
  const words = partsOf(field)
    .filter((part) => part !== '')
    .map((part) => choiceOf(field, part)?.label ?? part)
  return { ...field, input: inputOf(words.join(', ')) }
}

/** Returns the choice that a text names: by its words, its value, or how its words begin. */
function choiceOf(field: FormField, part: string): FacetValue | undefined {
  const typed = foldText(part)
  const whole = field.choices.find(({ value, label }) => [foldText(value), foldText(label)].includes(typed))
  return whole ?? choicesFor({ ...field, input: inputOf(part) })[0]
}

/** Returns the words of the command line that the form stands for: the tab's, with the fields' values. */
export function argvOfForm({ argv }: Pick<Tab, 'argv'>, fields: readonly FormField[]): readonly string[] {
  const options = fields.map(({ option }) => option)
  return fields.reduce(
    (words, field) => {
      const parts = partsOf(field).filter((part) => part !== '')
      const values = parts.map((part) =>
        field.choices.length === 0 ? part : (choiceOf(field, part)?.value ?? part),
      )
      return values.length === 0 ? words : withOption(words, field.option, values.join(','))
    },
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
