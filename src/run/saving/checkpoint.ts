/** How far a run has come, as the text of a file: enough to go on as if it had never ended. Pure. */
import { isObject } from '../../api/json.ts'
import type { FileMark, Json } from '../../context.ts'
import type { Milestone } from '../milestone.ts'
import type { Identity } from './identity.ts'

export interface Checkpoint {
  /** What writes the file, and how: only the same may go on. */
  readonly command: Identity
  /** Absolute. */
  readonly out: string
  /** The file as far as it is written. */
  readonly written: FileMark
  /** The same of the list of ids that were not found, where one is kept. */
  readonly missing: FileMark | undefined
  readonly reached: Milestone
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
  return isWhole ? (checkpoint as unknown as Checkpoint) : undefined
}

function parsed(text: string): Json | undefined {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
