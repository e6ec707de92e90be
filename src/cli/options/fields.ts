/** Options that choose the fields to print. */

import { listSeparator } from '../../api/gaps.ts'
import { type FieldPath, pathText } from '../../api/records/field-paths.ts'
import { KivaError } from '../../core/errors.ts'
import { formatsWhere } from '../../output/formats.ts'
import type { OptionFamily } from './option-family.ts'

interface Fields {
  /** The columns or keys to print, in this order; `undefined` for the format's default. */
  readonly paths: readonly FieldPath[] | undefined
  /** Escapes text that a spreadsheet would run as a formula. */
  readonly csvSafe: boolean
}

/** Chooses the fields to print. */
export const fields: OptionFamily<'fields' | 'csv_safe', Fields> = {
  options: () => [
    {
      group: 'Output options',
      name: 'fields',
      long: '--fields',
      value: 'name',
      valueIfOmitted: '',
      brief: 'fields to print; without names, list all fields',
      list: true,
      knownFields: 'paths',
      topic: 'fields',
      formats: formatsWhere(({ needsAll, idsOnly }) => !needsAll && !idsOnly),
    },
    {
      group: 'Output options',
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
