/** The option that opens records on the website. */
import { listedParam } from '../../../api/endpoint.ts'
import { rules } from '../../option-spec.ts'
import { type OptionFamily, optionsIf } from '../option-family.ts'

export const web: OptionFamily<'web', boolean> = {
  /** Only records requested by id can have a page: the id is part of its address. */
  options: (endpoint) => {
    const listed = listedParam(endpoint)
    const hasPages = listed !== undefined && endpoint.params[listed]?.pageOf !== undefined
    return optionsIf(hasPages, {
      name: 'web',
      long: '--web',
      brief: 'open the record on kiva.org in a browser',
      group: 'Output options',
      conflicts: rules(
        '--web opens a page of the website and reads no records.',
        ...['param', 'concurrency', 'wire', 'fields', 'csv_safe', 'jq', 'by', 'sum', 'count'],
        ...['read', 'lang', 'full', 'images', 'wide', 'no_headers', 'watch'],
        ...['with', 'where', 'order', 'at_most', 'not_lent_by', 'across'],
        ...['out', 'missing', 'checkpoint', 'resume', 'curl', 'dry_run'],
      ),
    })
  },
  read: (given) => given.has('web'),
}
