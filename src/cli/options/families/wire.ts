/** Options that print the API's document instead of records. */
import { formatsOf, type WireFormat } from '../../../api/endpoint.ts'
import { notAChoice } from '../../../api/values/values.ts'
import { rules } from '../../option-spec.ts'
import type { OptionFamily } from '../option-family.ts'

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
      brief: "print the API's response unchanged",
      group: 'Output options',
      choices: formatsOf(endpoint),
      conflicts: [
        ...rules(
          '--wire prints one whole page: set its size with --param per_page=N.',
          ...['all', 'limit', 'concurrency', 'strict_paging'],
        ),
        ...rules(
          '--wire prints the response unchanged: leave it out to print records.',
          ...['fields', 'csv_safe', 'jq', 'by', 'sum', 'count', 'images'],
          ...['read', 'across', 'lang', 'full', 'wide', 'no_headers', 'missing'],
        ),
        ...rules('--wire prints one response, so no run can resume.', 'checkpoint', 'resume'),
      ],
    },
    {
      name: 'force',
      long: '--force',
      secondary: true,
      brief: 'do not sanitize the response for the terminal',
      group: 'Output options',
      requires: rules(
        'Records are always sanitized for a terminal; --wire json prints the response.',
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
