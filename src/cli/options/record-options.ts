/** The options about what is shown of each record. */
import { type AnyEndpoint, typeOf } from '../../api/endpoint.ts'
import { everyField } from '../../api/records/field-paths.ts'
import { imageProtocolChoices } from '../../output/pictures/image-protocols.ts'
import type { OptionSpec } from '../option-spec.ts'

const output = { group: 'Output options' } as const

/** What goes for an endpoint: the fields that are known of its records are told. */
export function recordOptions(endpoint: AnyEndpoint): readonly OptionSpec[] {
  return [
    {
      ...output,
      name: 'fields',
      long: '--fields',
      value: 'names',
      bare: '',
      brief: 'show these fields; without names, tell which there are',
      list: true,
      // Made when it is asked for: most starts don't.
      get known() {
        return everyField(typeOf(endpoint).fields).map(([path]) => path)
      },
      topic: 'fields',
    },
    {
      ...output,
      name: 'jq',
      long: '--jq',
      value: 'expression',
      brief: 'show what this jq expression makes of each record',
    },
    {
      ...output,
      name: 'slurp',
      long: '--slurp',
      beside: '--jq',
      brief: 'with --jq: it sees one array of all records',
    },
    {
      ...output,
      name: 'raw_output',
      short: '-r',
      long: '--raw-output',
      beside: '--jq',
      brief: 'with --jq: a result a line, strings without quotes',
    },
    {
      ...output,
      name: 'arg',
      long: '--arg',
      beside: '--jq',
      value: 'name=value',
      brief: 'with --jq: set $name to a string; repeats',
    },
    {
      ...output,
      name: 'images',
      long: '--images',
      value: 'way',
      bare: imageProtocolChoices[0],
      brief: 'show photographs in tables and pages on a terminal',
      choices: imageProtocolChoices,
      topic: 'images',
    },
    {
      ...output,
      name: 'csv_safe',
      long: '--csv-safe',
      brief: 'with csv and tsv: an apostrophe before what a spreadsheet would compute',
    },
  ]
}
