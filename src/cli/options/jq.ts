/** What is to be made of the records, as the command line says. */
import { type AnyEndpoint, typeOf, type WireFormat } from '../../api/endpoint.ts'
import { listSeparator } from '../../api/gaps.ts'
import { everyField, type FieldPath, pathText } from '../../api/records/field-paths.ts'
import { fieldKind } from '../../api/records/fields.ts'
import { KivaError } from '../../errors.ts'
import type { Row } from '../help/layout.ts'
import type { Expression, RecordsInvocation, Shaping } from '../invocation.ts'
import { dashed, type Given } from '../option-spec.ts'
import { parsePair } from '../values/key-value.ts'
import { readTally } from './chart.ts'

/** Reads the options about records. Throws `KivaError` of kind `usage`. */
export function readShaping(
  given: Given,
  wire: WireFormat | undefined,
  endpoint: Pick<AnyEndpoint, 'returns'>,
): Shaping {
  const expression = readExpression(given)
  const unfit = wire && ['fields', 'jq', 'csv_safe', 'by', 'sum', 'count'].find((name) => given.has(name))
  if (unfit) {
    throw new KivaError('usage', `--${dashed(unfit)} does not go with --wire`, {
      hint: 'A document of the service is printed as it was sent; records are what -o prints.',
    })
  }
  return {
    expression,
    fields: readFields(given.get('fields')),
    csvSafe: given.has('csv_safe'),
    tally: readTally(given, endpoint),
  }
}

/** What `--fields` without a name asks for: the fields of an endpoint's records. Throws `KivaError` of kind `usage` where none are known. */
export function fieldsAsked(endpoint: AnyEndpoint, given: Given): RecordsInvocation | undefined {
  if (given.get('fields')?.at(-1) !== '') return undefined
  const type = typeOf(endpoint)
  if (type.name === undefined) {
    throw new KivaError('usage', '--fields: nothing is known of the records of this path', {
      hint: 'Name the fields: --fields id,name. One record shows which there are: --limit 1 -o json.',
    })
  }
  const fields = everyField(type.fields)
  const records = fields.map(([path, field]) => ({
    field: path,
    type: fieldKind(field),
    meaning: field.brief,
  }))
  const content = records.map(({ field, type, meaning }): Row => [field, `${type} · ${meaning}`])
  return { kind: 'records', records, page: [{ heading: `Fields of ${type.name}`, content }] }
}

/** The paths in their order, each once: two columns of one name would be one too many for most readers. */
function readFields(texts: readonly string[] | undefined): readonly FieldPath[] | undefined {
  return texts && [...new Map(texts.flatMap(fieldPaths).map((path) => [pathText(path), path])).values()]
}

function fieldPaths(text: string): readonly FieldPath[] {
  const paths = text.split(listSeparator).map((name) => name.trim().split('.'))
  if (paths.flat().every((key) => key !== '')) return paths
  throw new KivaError('usage', `--fields does not understand "${text}"`, {
    hint: 'It takes names and paths, with commas between them: id,name,location.country.',
  })
}

function readExpression(given: Given): Expression | undefined {
  const text = given.get('jq')?.at(-1)
  const raw = given.has('raw_output')
  const slurp = given.has('slurp')
  if (text === undefined) {
    const lonely = ['slurp', 'raw_output', 'arg'].find((name) => given.has(name))
    if (lonely === undefined) return undefined
    throw new KivaError('usage', `--${dashed(lonely)} goes with --jq`, { hint: "Such as --jq '.name'." })
  }
  const output = given.get('output')?.at(-1) ?? 'ndjson'
  if (raw && output !== 'ndjson') {
    throw new KivaError('usage', `--raw-output does not go with -o ${output}`, {
      hint: 'It prints a result a line: leave -o out.',
    })
  }
  if (slurp && (given.has('checkpoint') || given.has('resume'))) {
    throw new KivaError('usage', '--slurp does not go with checkpoints', {
      hint: 'Nothing is written before all is read: there is nothing to go on with.',
    })
  }
  return { text, slurp, raw, variables: (given.get('arg') ?? []).map(readVariable) }
}

function readVariable(text: string): Expression['variables'][number] {
  const [name, value] = parsePair('--arg', text)
  if (/^[A-Za-z_]\w*$/.test(name)) return [name, value]
  throw new KivaError('usage', `--arg ${name}: this is no name of a variable`, {
    hint: 'Letters, digits and _, such as --arg country=KE for $country.',
  })
}
