import { expect, test } from 'vitest'
import { fieldsOf } from '../../../src/api/records/derived-fields.ts'
import { fieldAt, pathText } from '../../../src/api/records/field-paths.ts'
import { derivedGroupsOf, recordTypes } from '../../../src/api/records/record-types.ts'
import { columnNamed, fieldNamed, fieldOf } from '../../../src/output/table/column-named.ts'
import { typeColumnsOf } from '../../../src/output/table/derived-columns.ts'

/** `arguments` is another field of a method. */
const exceptions = ['ARGUMENTS']

/** Derived columns that have the heading of a column of the service, or of a group before it. */
const hidden = ['derived.partner.default_rate', 'derived.partner.name']

test.each(Object.values(recordTypes))('headings of $name are names of their fields', async (type) => {
  const derivedType = { ...type, derived: derivedGroupsOf(type) }
  const fields = fieldsOf(derivedType)
  for (const column of await typeColumnsOf({ type: derivedType })) {
    const field = fieldOf(column)
    if (field === undefined || !fieldAt(fields, field.split('.')) || hidden.includes(field)) continue
    if (exceptions.includes(column.header)) continue
    for (const name of [column.header, column.header.toLowerCase(), column.header.replaceAll(' ', '_')]) {
      const found = pathText(await fieldNamed(name, derivedType))
      expect({ name, found: field.startsWith(`${found}.`) ? field : found }).toEqual({ name, found: field })
    }
  }
})

test.each([
  ['loan_listing', 'TO GO', 'TO GO'],
  ['loan_listing', 'to-go', 'TO GO'],
  ['loan_listing', 'togo', 'TO GO'],
  ['loan_listing', 'LOAN_AMOUNT', 'ASKED'],
  ['loan_listing', 'amount', 'ASKED'],
  ['loan_listing', 'location.country', 'COUNTRY'],
  ['loan_listing', 'País', undefined],
  ['loan_listing', 'funded_amount', undefined],
  ['loan_listing', '', undefined],
  ['partner_listing', 'name', 'NAME'],
  ['lending_action', 'name', 'FROM'],
  ['lender_detail', 'members', undefined],
] as const)('%s: "%s" is the column %s', async (name, text, header) => {
  const columns = await typeColumnsOf({ type: recordTypes[name] })
  expect(columns[columnNamed(text, columns)]?.header).toBe(header)
})
