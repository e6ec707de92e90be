/** Options that choose what is shown of records: fields, jq results, charts, whole records and photos. */

import { typeOf } from '../../api/endpoint.ts'
import { listSeparator } from '../../api/gaps.ts'
import { type FieldPath, pathText } from '../../api/records/field-paths.ts'
import { notAChoice } from '../../api/values.ts'
import { KivaError } from '../../core/errors.ts'
import { formatsWhere } from '../../output/formats.ts'
import { type ImageProtocolChoice, imageProtocolChoices } from '../../output/pictures/image-protocols.ts'
import type { DetailOptions } from '../../output/view.ts'
import { languageCode, languageCodes } from '../../output/words/languages.ts'
import type { Expression } from '../../records/request.ts'
import { rules } from '../option-spec.ts'
import { type OptionFamily, optionsIf } from './option-family.ts'

interface Fields {
  /** The columns or keys to print, in this order; `undefined` for the format's default. */
  readonly paths: readonly FieldPath[] | undefined
  /** Escapes text that a spreadsheet would run as a formula. */
  readonly csvSafe: boolean
}

const output = { group: 'Output options' } as const

/** Chooses the fields to print. */
export const fields: OptionFamily<'fields' | 'csv_safe', Fields> = {
  options: () => [
    {
      ...output,
      name: 'fields',
      long: '--fields',
      value: 'name',
      valueIfOmitted: '',
      brief: 'fields to print; without names, list all fields',
      list: true,
      knownFields: 'paths',
      topic: 'fields',
      formats: formatsWhere(({ needsAll }) => !needsAll),
    },
    {
      ...output,
      name: 'csv_safe',
      long: '--csv-safe',
      brief: 'escape cells that a spreadsheet would run as formulas',
      formats: formatsWhere(({ cells }) => cells),
    },
  ],
  read: (given) => ({
    paths: given.has('fields') ? readFields(given.all('fields')) : undefined,
    csvSafe: given.has('csv_safe'),
  }),
}

/** Returns the paths in order, without duplicates: most table readers reject two columns of one name. */
function readFields(texts: readonly string[]): readonly FieldPath[] {
  return [...new Map(texts.flatMap(readPaths).map((path) => [pathText(path), path])).values()]
}

function readPaths(text: string): readonly FieldPath[] {
  const paths = text.split(listSeparator).map((name) => name.trim().split('.'))
  if (paths.flat().every((key) => key !== '')) return paths
  throw new KivaError('usage', `invalid value "${text}" for --fields`, {
    hint: 'Separate names and paths by commas: id,name,location.country.',
  })
}

const withJq = {
  ...output,
  secondary: true,
  requires: rules("Add an expression, such as --jq '.name'.", 'jq'),
} as const

/** Transforms records with jq. */
export const jq: OptionFamily<'jq' | 'slurp' | 'raw_output' | 'arg', Expression | undefined> = {
  options: () => [
    {
      ...output,
      name: 'jq',
      long: '--jq',
      value: 'expression',
      brief: 'run a jq expression on each record',
    },
    { ...withJq, name: 'slurp', long: '--slurp', brief: 'run --jq once, on an array of all records' },
    {
      ...withJq,
      name: 'raw_output',
      short: '-r',
      long: '--raw-output',
      formats: ['raw'],
      implies: 'raw',
      brief: 'print strings without quotes, one result per line',
    },
    {
      ...withJq,
      name: 'arg',
      long: '--arg',
      value: 'name=value',
      brief: 'set the variable $name to a string',
      list: true,
      verbatim: true,
      requires: rules("Add an expression, such as --jq '.name'.", 'jq', 'where'),
    },
  ],
  read: async (given) => (given.has('jq') ? (await import('./small-readers.ts')).readJq(given) : undefined),
}

const ofDetails = {
  group: 'Output options',
  formats: ['table'],
  implies: 'table',
  conflicts: rules('Leave out --fields and --jq to print whole records.', 'fields', 'jq'),
} as const

/** Shows records one by one in a terminal. */
export const detail: OptionFamily<'read' | 'across' | 'lang' | 'full', DetailOptions> = {
  /**
   * `--read` applies to records that are letters; the others to detailed loans, which have stories and
   * schedules.
   */
  options: (endpoint) => [
    ...optionsIf(typeOf(endpoint).letter, {
      ...ofDetails,
      name: 'read',
      long: '--read',
      brief: 'print the full text of each record instead of a table',
    }),
    ...optionsIf(!typeOf(endpoint).single, {
      group: 'Output options',
      formats: ['table'],
      implies: 'table',
      name: 'across',
      long: '--across',
      brief: 'print records as columns, to compare them',
      conflicts: rules('--across prints one table of all records.', 'images', 'read', 'full', 'lang'),
    }),
    ...optionsIf(
      endpoint.returns === 'loan_detail',
      {
        ...ofDetails,
        name: 'lang',
        long: '--lang',
        value: 'language',
        brief: 'language of the story',
        known: [...languageCodes, 'all'],
      },
      { ...ofDetails, name: 'full', long: '--full', brief: 'list every scheduled repayment' },
    ),
  ],
  read: (given) => {
    const language = given.last('lang')
    return {
      read: given.has('read'),
      across: given.has('across'),
      language: language === undefined ? undefined : languageCode(language),
      full: given.has('full'),
    }
  },
}

/** Shows photos with the records. */
export const images: OptionFamily<'images', ImageProtocolChoice | undefined> = {
  options: () => [
    {
      name: 'images',
      long: '--images',
      value: 'protocol',
      valueIfOmitted: imageProtocolChoices[0],
      brief: 'show photos in the terminal',
      group: 'Output options',
      choices: imageProtocolChoices,
      topic: 'images',
    },
  ],
  read: (given) => {
    const text = given.last('images')
    if (text === undefined) return undefined
    const protocol = imageProtocolChoices.find((choice) => choice === text)
    if (!protocol) throw notAChoice('--images', imageProtocolChoices, text)
    return protocol
  },
}
