import { KivaError } from '../../errors.ts'
import { dashed, type Given } from '../option-spec.ts'

/** What is about the answer of the service, which is not asked. */
const unfit = [
  'wire',
  'fields',
  'jq',
  'out',
  'missing',
  'checkpoint',
  'resume',
  'curl',
  'dry_run',
  'watch',
] as const

/** Whether the pages of the records are asked for. Throws `KivaError` of kind `usage`. */
export function readWeb(given: Given): boolean {
  const other = given.has('web') && unfit.find((name) => given.has(name))
  if (!other) return given.has('web')
  throw new KivaError('usage', `--${dashed(other)} does not go with --web`, {
    hint: '--web opens pages of the website, and reads no record.',
  })
}
