/** Options that choose the fields to print. */
import { typeOf } from '../../api/endpoint.ts'
import { listSeparator } from '../../api/gaps.ts'
import { everyField, type FieldPath, pathText } from '../../api/records/field-paths.ts'
import { KivaError } from '../../errors.ts'
import { formatsWhere } from '../../output/formats.ts'
import type { OptionFamily } from './option-family.ts'

export interface Fields {
  /** The columns or keys to print, in this order; `undefined` for the format's default. */
  readonly paths: readonly FieldPath[] | undefined
  /** Escapes text that a spreadsheet would run as a formula. */
  readonly csvSafe: boolean
}

const output = { group: 'Output options' } as const

export const fields: OptionFamily<'fields' | 'csv_safe', Fields> = {
  options: (endpoint) => [
    {
      ...output,
      name: 'fields',
      long: '--fields',
      value: 'names',
      bare: '',
      brief: 'show these fields; without names, tell which there are',
      list: true,
      // A getter, because most runs never need the list.
      get known() {
        return everyField(typeOf(endpoint).fields).map(([path]) => path)
      },
      topic: 'fields',
      formats: formatsWhere(({ needsAll }) => !needsAll),
    },
    {
      ...output,
      name: 'csv_safe',
      long: '--csv-safe',
      brief: 'put an apostrophe before what a spreadsheet would compute',
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
  throw new KivaError('usage', `--fields does not understand "${text}"`, {
    hint: 'It takes names and paths, with commas between them: id,name,location.country.',
  })
}
