/** Options that print the API's document instead of records. */
import { formatsOf, type WireFormat } from '../../api/endpoint.ts'
import { notAChoice } from '../../api/values/values.ts'
import { rules } from '../option-spec.ts'
import type { OptionFamily } from './option-family.ts'

export interface WireDocument {
  readonly format: WireFormat
  /** Prints the document unchanged even to a terminal. */
  readonly force: boolean
}

export const wire: OptionFamily<'wire' | 'force', WireDocument | undefined> = {
  options: (endpoint) => [
    {
      name: 'wire',
      long: '--wire',
      value: 'format',
      brief: "print the service's own document as sent",
      group: 'Output options',
      choices: formatsOf(endpoint),
      conflicts: [
        ...rules(
          '--wire prints one document whole; --param per_page=N asks for a shorter one.',
          ...['all', 'limit', 'concurrency', 'strict_paging'],
        ),
        ...rules(
          '--wire prints the document as it was sent; -o prints records.',
          ...['fields', 'csv_safe', 'jq', 'by', 'sum', 'count', 'images'],
          ...['read', 'lang', 'full', 'wide', 'no_headers', 'missing'],
        ),
        ...rules('A document is one reply: there is nothing to resume.', 'checkpoint', 'resume'),
      ],
    },
    {
      name: 'force',
      long: '--force',
      beside: true,
      brief: 'print the document unchanged to a terminal too',
      group: 'Output options',
      requires: rules(
        'Records are always sanitized for a terminal; --wire json prints the document.',
        'wire',
      ),
    },
  ],
  read: (given, { endpoint }) => {
    const text = given.last('wire')
    if (text === undefined) return undefined
    const formats = formatsOf(endpoint)
    const format = formats.find((one) => one === text)
    if (!format) throw notAChoice('--wire', formats, text)
    return { format, force: given.has('force') }
  },
}
