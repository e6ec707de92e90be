/** The option that makes an empty result a failure. */
import { typeOf } from '../../../api/endpoint.ts'
import { rules } from '../../option-spec.ts'
import { type OptionFamily, optionsIf } from '../option-family.ts'

export const failEmpty: OptionFamily<'fail_empty', boolean> = {
  options: (endpoint) =>
    optionsIf(!typeOf(endpoint).single, {
      name: 'fail_empty',
      long: '--fail-empty',
      brief: 'exit with code 10 if no record is printed',
      group: 'Output options',
      conflicts: rules('--fail-empty counts printed records.', 'wire', 'watch', 'web'),
    }),
  read: (given) => given.has('fail_empty'),
}
