import { type RecordName, recordTypes } from '../../../api/record-types.ts'
import type { Field, Fields } from '../../../api/records.ts'
import { type CommandSpec, withDescendants } from '../../command-spec.ts'
import type { Page, Row } from '../layout.ts'
import type { Topic } from './topic.ts'

const names = Object.keys(recordTypes) as readonly RecordName[]

export const fields: Topic = {
  brief: 'The fields of each type of record',
  page: (root) => [
    'Commands print records of these types. The fields of one: kiva help fields loan_detail.',
    { heading: 'Record types', content: names.map((name): Row => [name, returning(name, root).join(', ')]) },
  ],
  parts: Object.fromEntries(names.map((name) => [name, () => fieldsPage(name)])),
}

/** The commands that print such records. */
const returning = (name: RecordName, root: CommandSpec) =>
  withDescendants(root)
    .filter(({ endpoint }) => endpoint?.returns === name)
    .map(({ path }) => path)

function fieldsPage(name: RecordName): Page {
  return [
    `The fields of ${name}, as -o json prints them. A field with ? may be missing, which means the same as null.`,
    { heading: 'Fields', content: fieldRows(recordTypes[name].fields) },
    'Money is in US dollars, local in the currency of the terms of a loan; dates are ISO 8601 in UTC. Records may have fields that are not listed here.',
  ]
}

/** Fields, those within one below it: `location.geo.level`. */
function fieldRows(fields: Fields, within = ''): readonly Row[] {
  return Object.entries(fields).flatMap(([name, field]): readonly Row[] => [
    [within + name, fieldBrief(field)],
    ...fieldRows(field.fields ?? {}, `${within}${name}.`),
  ])
}

function fieldBrief({ type, list, unit, optional, brief }: Field): string {
  const kind = list ? `list of ${type}` : type
  return `${kind}${optional ? '?' : ''}${unit ? `, in ${unit}` : ''} · ${brief}`
}
