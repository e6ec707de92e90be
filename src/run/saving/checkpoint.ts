/** The progress of a run as the text of a file, with everything needed to resume it. Pure. */

import { fieldsOf } from '../../api/records/derived-fields.ts'
import { pathText } from '../../api/records/field-paths.ts'
import type { Paging } from '../../api/wire/reply.ts'
import { encodePairs } from '../../api/wire/request.ts'
import type { EndpointInvocation } from '../../cli/invocation.ts'
import type { RunSettings } from '../../cli/settings/run-settings.ts'
import type { FileMark } from '../../core/files.ts'
import { isList, isObject, type Json } from '../../core/json.ts'
import { dashed } from '../../core/shell-word.ts'
import { formatOf, type OutputFormat } from '../../output/formats.ts'
import { leavesOf } from '../../output/records/columns.ts'
import type { ResumePoint } from '../../read/reading.ts'
import { recordTypeOf } from '../../stages/stage.ts'

export interface Checkpoint {
  /** Identifies the command that writes the file: only the same command can resume. */
  readonly command: Identity
  /** Absolute path. */
  readonly out: string
  /** The state of the output file. */
  readonly written: FileMark
  /** The state of the list of missing ids, if there is one. */
  readonly missing: FileMark | undefined
  readonly reached: ResumePoint
  /** Whether everything is written. */
  readonly finished: boolean
}

/** Increases when an older kiva could not resume what is written. */
const version = 1

type Digest = (text: string) => string

/** Returns the text of a checkpoint. A hash covers all of it, so an edited checkpoint is invalid. */
export function writeCheckpoint(checkpoint: Checkpoint, digest: Digest): string {
  const fields = JSON.stringify(checkpoint)
  return `{"v":${version},"hash":"${digest(fields)}",${fields.slice(1)}\n`
}

/** Parses a checkpoint. Returns `newer` for one of a later version, and `undefined` for any other text. */
export function readCheckpoint(text: string, digest: Digest): Checkpoint | 'newer' | undefined {
  const value = parsed(text)
  if (!isObject(value) || typeof value['hash'] !== 'string') return undefined
  const { v, hash, ...checkpoint } = value
  if (typeof v === 'number' && v > version) return 'newer'
  const isWhole = v === version && digest(JSON.stringify(checkpoint)) === hash
  return isWhole && isCheckpoint(checkpoint) ? (checkpoint as unknown as Checkpoint) : undefined
}

/** Readable names and values, sorted by name. */
export type Identity = Readonly<Record<string, string>>

/**
 * Returns everything that affects what is written, and in which order: a run can resume only if it is equal. A new
 * property of an invocation counts unless it is left out here by name. `digest` hashes a text.
 */
export function identityOf(
  invocation: EndpointInvocation,
  { baseUrl, appId, output, day }: Pick<RunSettings, 'baseUrl' | 'appId' | 'output' | 'day'>,
  digest: Digest,
): Identity {
  const {
    kind,
    endpoint,
    values,
    notes,
    fromInput,
    shortlists,
    extra,
    files,
    extent,
    fields,
    jq,
    groups,
    detail,
    images,
    derive,
    filter,
    mark,
    failEmpty,
    ...others
  } = invocation
  const { concurrency, strict, ...resultOptions } = extent
  const written = formatOf(output).variantOf
  const all = {
    ...others,
    endpoint: endpoint.path,
    service: baseUrl,
    app_id: appId,
    // Absent on day 0, so that checkpoints of earlier versions stay valid.
    day: day || undefined,
    // Keeps checkpoints of earlier versions valid.
    output: written ?? output,
    ...resultOptions,
    ...detail,
    ...values,
    ...(fromInput && { [fromInput.name]: fromInput.words }),
    fields: fields.paths?.map(pathText),
    csv_safe: fields.csvSafe,
    columns: columnsOf(invocation, output),
    with: derive && JSON.stringify(derive),
    filter: filter && JSON.stringify(filter),
    jq: jq && JSON.stringify({ text: jq.text, slurp: jq.slurp, raw: !!written, variables: jq.variables }),
    param: encodePairs(extra),
  }
  const named = Object.entries(all).flatMap(([name, value]): (readonly [string, string])[] => {
    if (value === undefined || value === false || value === '') return []
    const text = String(value)
    return [[dashed(name), text.length > longest ? `${text.slice(0, longest)}… ${digest(text)}` : text]]
  })
  return Object.fromEntries(named.toSorted(([one], [other]) => (one < other ? -1 : 1)))
}

/**
 * Returns the columns that fields stand for, if they are others than typed: a later version may know more fields, and a
 * file keeps its columns.
 */
function columnsOf(invocation: EndpointInvocation, output: OutputFormat): string | undefined {
  const { fields, jq } = invocation
  if (!formatOf(output).cells || jq) return undefined
  const columns = leavesOf(fieldsOf(recordTypeOf(invocation)), fields.paths)
    .map(pathText)
    .join()
  return columns === fields.paths?.map(pathText).join() ? undefined : columns
}

/** Describes the first difference: `limit was 45, and is 60`. */
export function differenceOf(before: Identity, now: Identity): string | undefined {
  const name = Object.keys({ ...before, ...now }).find((key) => before[key] !== now[key])
  if (name === undefined) return undefined
  const textOf = (value: string | undefined) => value ?? 'not given'
  return `${name} was ${textOf(before[name])}, now ${textOf(now[name])}`
}

/** A longer value is stored shortened with its hash, because it is written after each page. */
const longest = 200

type Check = (value: Json | undefined) => boolean

/** Checks every property of a type. A new property without a check is a compile error. */
const objectOf =
  <T>(checks: { readonly [Name in keyof T]-?: Check }): Check =>
  (value) =>
    isObject(value) && Object.entries<Check>(checks).every(([name, check]) => check(value[name]))

const listOf =
  (check: Check): Check =>
  (value) =>
    isList(value) && value.every(check)

const optional =
  (check: Check): Check =>
  (value) =>
    value === undefined || check(value)

const isText: Check = (value) => typeof value === 'string'
const isCount: Check = (value) => Number.isSafeInteger(value) && Number(value) >= 0
const isFlag: Check = (value) => typeof value === 'boolean'

const isMark = objectOf<FileMark>({ bytes: isCount, sha256: isText })
const isPaging = objectOf<Paging>({
  page: optional(isCount),
  total: isCount,
  page_size: isCount,
  pages: isCount,
})

/** Needed besides the hash, which anyone can compute. */
const isCheckpoint = objectOf<Checkpoint>({
  command: (value) => isObject(value) && Object.values(value).every(isText),
  out: isText,
  written: isMark,
  missing: optional(isMark),
  reached: objectOf<ResumePoint>({
    delivered: isCount,
    ids: listOf(isText),
    paging: optional(isPaging),
    repeats: isCount,
    hasChanged: isFlag,
    hasGap: optional(isFlag),
    missing: listOf((value) => isText(value) || typeof value === 'number'),
    missingCount: isCount,
    next: optional(isCount),
    asked: isText,
  }),
  finished: isFlag,
})

function parsed(text: string): Json | undefined {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
