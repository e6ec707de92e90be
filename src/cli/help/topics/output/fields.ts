import { everyField } from '../../../../api/records/field-paths.ts'
import { type Field, type Fields, fieldKind } from '../../../../api/records/fields.ts'
import { fieldsOf } from '../../../../api/records/fields-of.ts'
import { type RecordName, recordTypes } from '../../../../api/records/record-types.ts'
import { type CommandSpec, withDescendants } from '../../../tree/command-spec.ts'
import type { Page, Row } from '../../layout.ts'
import type { Topic } from '../topic.ts'

const names = Object.keys(recordTypes) as readonly RecordName[]

export const fields: Topic = {
  brief: 'The fields of each record type',
  page: (root) => [
    'Each command prints records of one of these types. To list the fields of a type: kiva help fields loan_detail.',
    { heading: 'Record types', content: names.map((name): Row => [name, returning(name, root).join(', ')]) },
  ],
  parts: Object.fromEntries(names.map((name) => [name, () => fieldsPage(name)])),
}

/** Returns the commands that print records of this type. */
const returning = (name: RecordName, root: CommandSpec) =>
  withDescendants(root)
    .filter(({ endpoint }) => endpoint?.returns === name)
    .map(({ path }) => path)

function fieldsPage(name: RecordName): Page {
  return [
    `The fields of ${name}, as -o json prints them. Fields marked ? can be missing, which means the same as null.`,
    { heading: 'Fields', content: fieldRows(fieldsOf({ name })) },
    'money is in US dollars; local is in the currency of the loan terms; dates are ISO 8601 in UTC. Records can have fields that are not listed here.',
  ]
}

/** Returns one row per field, including nested ones such as `location.geo.level`. */
const fieldRows = (fields: Fields) =>
  everyField(fields).map(([path, field]): Row => [path, fieldBrief(field)])

const fieldBrief = (field: Field) => `${fieldKind(field)} · ${field.brief}`
