/** Declares `kiva sandbox` and its faults. */
import { outOfBand } from '../../api/origins.ts'
import type { Action } from '../action.ts'

/** The faults of `kiva sandbox --fault`, grouped by where they happen. docs/faults.md describes each. */
export const faultNames = [
  // The service.
  'rate-limit',
  'server-error',
  'maintenance',
  'redirect',
  // The connection.
  'slow',
  'drip',
  'cut',
  'reset',
  'reset-body',
  'expired-certificate',
  // The body.
  'wrong-content-type',
  'wrong-charset',
  'wrong-encoding',
  'gzip-bomb',
  'huge-body',
  'deep-json',
  'hostile-text',
  // Lists.
  'repeated-pages',
  'stale-pages',
  'moving-pages',
  'growing-list',
  'missing-paging',
  // Authorization.
  'error-code',
  'form-tokens',
  'awkward-tokens',
] as const

export const sandbox = {
  name: 'sandbox',
  brief: 'Run a local copy of the API with made-up data',
  params: {
    port: {
      kind: 'number',
      min: 0,
      max: 65_535,
      brief: 'port, or 0 for any free port',
      default: '0',
      placeholder: 'N',
    },
    http: { kind: 'flag', brief: 'serve plain HTTP; OAuth needs HTTPS' },
    seed: { kind: 'number', brief: 'seed of the made-up data', default: '1', placeholder: 'N' },
    loans: { kind: 'number', brief: 'number of loans', default: '2000', placeholder: 'N' },
    client: {
      kind: 'string',
      list: true,
      verbatim: true,
      brief: 'register your own application',
      placeholder: 'ID[:SECRET]',
    },
    callback: {
      kind: 'string',
      list: true,
      verbatim: true,
      brief: 'exact oauth_callback of the application',
      requires: [
        {
          option: 'client',
          hint: 'Add the application, such as --client org.example.my-app:my-secret.',
        },
      ],
      default: outOfBand,
      placeholder: 'URL',
    },
    fault: {
      kind: 'string',
      list: true,
      brief: 'simulate a failure, with probability P: cut=0.05',
      placeholder: 'NAME[=P]',
      choices: faultNames,
      topic: 'faults',
      measured: true,
    },
    fault_seed: {
      kind: 'number',
      brief: 'seed that selects the requests (default: --seed)',
      placeholder: 'N',
    },
  },
  prints: 'text',
  examples: [
    '',
    '--port 8443 --http --loans 100000',
    '--client org.example.app:secret --callback http://localhost:3000',
    '--fault server-error=0.1,cut=0.05 --fault-seed 7',
  ],
} as const satisfies Action

export type FaultName = (typeof faultNames)[number]

/** A fault for every request, or with the fraction of requests it affects: above 0 and at most 1. */
export type Fault = FaultName | { readonly name: FaultName; readonly probability: number }
