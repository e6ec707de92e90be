/** The progress of a run as the text of a file, with everything needed to resume it. Pure. */

import type { Values } from '../../api/endpoint.ts'
import type { Paging } from '../../api/wire/reply.ts'
import type { EndpointInvocation } from '../../cli/invocation.ts'
import type { RunSettings } from '../../cli/settings/run-settings.ts'
import type { FileMark } from '../../core/files.ts'
import { isList, isObject, type Json } from '../../core/json.ts'
import { type Identity, identityOf } from '../../records/identity.ts'
import type { ResumePoint } from '../../records/reading.ts'

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

/** Returns what must be equal for a run to resume. A new option counts unless it is left out here by name. */
export function identityOfCommand(
  invocation: EndpointInvocation,
  settings: Pick<RunSettings, 'baseUrl' | 'appId' | 'output' | 'day'>,
  digest: Digest,
  sent: Values = {},
): Identity {
  const {
    kind,
    notes,
    files,
    images,
    failEmpty,
    endpoint,
    values,
    extra,
    fromInput,
    shortlists,
    extent,
    derive,
    filter,
    mark,
    groups,
    jq,
    fields,
    detail,
    ...others
  } = invocation
  // They decide which page has which records.
  const sends = Object.keys(sent).length > 0 ? { sent: JSON.stringify(sent) } : {}
  return identityOf(
    invocation,
    { ...others, csv_safe: fields.csvSafe, ...detail, ...sends },
    settings,
    digest,
  )
}

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
