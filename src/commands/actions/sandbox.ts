import { outOfBand } from '../../api/oauth.ts'
import type { Action } from '../action.ts'
import { faultNames } from './fault-names.ts'

export const sandbox = {
  name: 'sandbox',
  brief: 'Serve the whole service on this machine, for trying and testing',
  about:
    'A seeded, made-up marketplace behind the whole API, with authorization, on loopback only. It speaks HTTPS with a ' +
    'certificate made at start, and runs until it is interrupted. On a pipe, one JSON line says where it listens; on a ' +
    'terminal, it prints the lines to paste into another one. More about it: kiva help sandbox.',
  params: {
    port: {
      kind: 'number',
      least: 0,
      most: 65_535,
      brief: 'port to listen on; 0, the default, takes a free one',
      placeholder: 'N',
    },
    http: { kind: 'flag', brief: 'plain HTTP, where OAuth calls are rejected' },
    seed: { kind: 'number', brief: 'seed of the marketplace', default: '1', placeholder: 'N' },
    loans: { kind: 'number', brief: 'number of loans', default: '2000', placeholder: 'N' },
    client: {
      kind: 'string',
      list: true,
      verbatim: true,
      brief: 'an application of your own, registered beside the built-in ones',
      placeholder: 'ID[:SECRET]',
    },
    callback: {
      kind: 'string',
      list: true,
      verbatim: true,
      brief: 'its oauth_callback, letter by letter',
      requires: [
        {
          option: 'client',
          hint: 'Name the application that it belongs to: --client org.example.my-app:my-secret.',
        },
      ],
      default: outOfBand,
      placeholder: 'URL',
    },
    fault: {
      kind: 'string',
      list: true,
      brief: 'what shall go wrong, and how probably in each request: cut=0.05',
      placeholder: 'NAME[=P]',
      choices: faultNames,
      topic: 'faults',
      measured: true,
    },
    fault_seed: {
      kind: 'number',
      brief: 'decides which requests; that of the marketplace when left out',
      placeholder: 'N',
    },
  },
  examples: [
    '',
    '--port 8443 --http --loans 100000',
    '--client org.example.my-app:my-secret --callback http://localhost:3000/callback',
    '--fault server-error=0.1,cut=0.05 --fault-seed 7',
  ],
} as const satisfies Action
