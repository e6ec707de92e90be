/** How far a run has come, as the text of a file: enough to go on as if it had never ended. Pure. */

import type { Paging } from '../../api/wire/reply.ts'
import type { FileMark } from '../../ports/files.ts'
import { isList, isObject, type Json } from '../../ports/json.ts'
import type { ResumePoint } from '../../read/reading.ts'
import type { Identity } from './command-identity.ts'

export interface Checkpoint {
  /** What writes the file, and how: only the same may go on. */
  readonly command: Identity
  /** Absolute. */
  readonly out: string
  /** The file as far as it is written. */
  readonly written: FileMark
  /** The same of the list of ids that were not found, where one is kept. */
  readonly missing: FileMark | undefined
  readonly reached: ResumePoint
  /** All is written. */
  readonly finished: boolean
}

/** Grows when what is written could not be gone on with by an older kiva. */
const version = 1

type Digest = (text: string) => string

/** The text of a checkpoint. Its hash is over all of it: what was changed by hand is none any more. */
export function writeCheckpoint(checkpoint: Checkpoint, digest: Digest): string {
  const fields = JSON.stringify(checkpoint)
  return `{"v":${version},"hash":"${digest(fields)}",${fields.slice(1)}\n`
}

/** A text as a checkpoint; `newer` for that of a later version, `undefined` for anything else. */
export function readCheckpoint(text: string, digest: Digest): Checkpoint | 'newer' | undefined {
  const value = parsed(text)
  if (!isObject(value) || typeof value['hash'] !== 'string') return undefined
  const { v, hash, ...checkpoint } = value
  if (typeof v === 'number' && v > version) return 'newer'
  const isWhole = v === version && digest(JSON.stringify(checkpoint)) === hash
  return isWhole && isCheckpoint(checkpoint) ? (checkpoint as unknown as Checkpoint) : undefined
}

type Check = (value: Json | undefined) => boolean

/** A check of every property of a type: one that is added has to be checked too, or it does not compile. */
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

/** The hash is no proof: anybody can make one. */
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
