/** Options of single requests: to print the API's document, the request itself, or to open its page. */
import { formatsOf, isLimited, listedParam, typeOf, type WireFormat } from '../../api/endpoint.ts'
import { notAChoice } from '../../api/values.ts'
import { rules } from '../option-spec.ts'
import { grouping } from './groups.ts'
import { type OptionFamily, optionsIf } from './option-family.ts'

interface WireDocument {
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
          ...['fields', 'csv_safe', 'jq', 'images', 'count', ...grouping],
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
    const format = formats.find((name) => name === text)
    if (!format) throw notAChoice('--wire', formats, text)
    return { format, force: given.has('force') }
  },
}

/** Prints requests as curl command lines, or as plain text. */
type Preview = 'curl' | 'plain'

/** Prints requests instead of sending them. */
export const preview: OptionFamily<'curl' | 'dry_run', Preview | undefined> = {
  options: () => [
    {
      name: 'curl',
      long: '--curl',
      brief: 'print the request as a curl command, without sending it',
      group: 'Output options',
    },
    {
      name: 'dry_run',
      long: '--dry-run',
      brief: 'print the request without sending it',
      group: 'Output options',
      conflicts: rules('--curl prints a curl command, --dry-run the request itself.', 'curl'),
    },
  ],
  read: (given) => (given.has('curl') ? 'curl' : given.has('dry_run') ? 'plain' : undefined),
}

const onTheWeb = {
  name: 'web',
  long: '--web',
  group: 'Output options',
  conflicts: rules(
    '--web opens pages of the website and prints no records.',
    ...['wire', 'fields', 'csv_safe', 'jq', 'count', ...grouping, 'read', 'lang', 'full', 'images', 'wide'],
    ...['no_headers', 'watch', 'across', 'new', 'changes'],
    ...['out', 'missing', 'checkpoint', 'resume', 'curl', 'dry_run'],
  ),
} as const

/** Opens records on the website. */
export const web: OptionFamily<'web', boolean> = {
  /** Records requested by id, whose page has the id in its address, and lists of loans. */
  options: (endpoint) => {
    const listed = listedParam(endpoint)
    const hasPages = listed !== undefined && endpoint.params[listed]?.pageOf !== undefined
    return [
      ...optionsIf(hasPages, { ...onTheWeb, brief: 'open the record on kiva.org in a browser' }),
      ...optionsIf(typeOf(endpoint).kind === 'loan' && isLimited(endpoint), {
        ...onTheWeb,
        secondary: true,
        brief: 'open the loans on kiva.org in a browser',
      }),
    ]
  },
  read: (given) => given.has('web'),
}
