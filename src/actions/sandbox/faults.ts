/** Reads `--fault` and `--fault-seed`, which make a sandbox fail on purpose. */
import type { ActionValues } from '../../commands/action.ts'
import { type Fault, type FaultName, faultNames } from '../../commands/actions/fault-names.ts'
import type { sandbox } from '../../commands/actions/sandbox.ts'
import { KivaError } from '../../errors.ts'
import { nameOf } from '../../sandbox/faults/active-faults.ts'
import { defaultSeed } from '../../sandbox/sandbox.ts'

interface ChosenFaults {
  readonly faults: readonly Fault[]
  readonly faultSeed: number
  /** True if the server uses an expired certificate. */
  readonly expired: boolean
}

/**
 * Returns the faults and their seed. The last value wins if a fault is given twice. Throws `KivaError` of
 * kind `usage`.
 */
export function readFaults({
  fault = [],
  fault_seed,
  seed,
  http,
}: ActionValues<typeof sandbox>): ChosenFaults {
  const faults = [...new Map(fault.map(readFault)).values()]
  const expired = faults.some((one) => nameOf(one) === 'expired-certificate')
  if (expired && http) {
    throw new KivaError('usage', '--fault expired-certificate cannot be used with --http', {
      hint: 'Leave out --http: plain HTTP has no certificate.',
    })
  }
  return { faults, faultSeed: fault_seed ?? seed ?? defaultSeed, expired }
}

/** Parses NAME or NAME=PROBABILITY. The name is already checked against the declaration. */
function readFault(text: string): readonly [FaultName, Fault] {
  const name = faultNames.find((known) => known === text.replace(/=.*/s, '')) as FaultName
  if (name === text) return [name, name]
  const share = text.slice(name.length + 1)
  const probability = Number(share)
  if (!/^\d*\.?\d+$/.test(share) || !(probability > 0 && probability <= 1)) {
    throw new KivaError(
      'usage',
      `invalid value "${text}" for --fault: expected a probability above 0 and at most 1`,
      {
        hint: `Example: ${name}=0.05 for one request in twenty.`,
      },
    )
  }
  if (name === 'expired-certificate' && probability < 1) {
    throw new KivaError(
      'usage',
      `invalid value "${text}" for --fault: the certificate is made once, at the start`,
      {
        hint: `Use ${name} without a probability.`,
      },
    )
  }
  return [name, { name, probability }]
}
