/** Which document of the service is asked for in place of records. */
import { type Endpoint, formatsOf, type WireFormat } from '../../api/endpoint.ts'
import { notAChoice } from '../../api/values/values.ts'
import { KivaError } from '../../errors.ts'
import { dashed, type Given } from '../option-spec.ts'

/** What `--wire` names, and nothing beside it that has no meaning then. Throws `KivaError` of kind `usage`. */
export function readWire(endpoint: Pick<Endpoint, 'formats'>, given: Given): WireFormat | undefined {
  const wire = wireOf(endpoint, given.get('wire')?.at(-1))
  if (wire) refuseBulk(given)
  if (given.has('force') && !wire) {
    throw new KivaError('usage', '--force goes with --wire', {
      hint: 'It prints a document of the service unchanged to a terminal; records are always made safe.',
    })
  }
  return wire
}

function wireOf(endpoint: Pick<Endpoint, 'formats'>, text: string | undefined): WireFormat | undefined {
  if (text === undefined) return undefined
  const formats = formatsOf(endpoint)
  const found = formats.find((format) => format === text)
  if (!found) throw notAChoice('--wire', formats, text)
  return found
}

/** A document of the service is one reply. */
function refuseBulk(given: Given): void {
  const name = ['all', 'limit', 'strict_paging'].find((one) => given.has(one))
  if (name === undefined) return
  throw new KivaError('usage', `--${dashed(name)} does not go with --wire`, {
    hint: 'A document of the service is printed whole; --param per_page=N asks for a shorter one.',
  })
}
