import type { Action } from './action.ts'

export const sandbox = {
  name: 'sandbox',
  brief: 'Serve the whole service on this machine, for trying and testing',
  about:
    'A seeded, made-up marketplace behind the whole API, with authorization, on loopback only. It speaks HTTPS with a ' +
    'certificate made at start, whose file is printed, and runs until it is interrupted, which is its success. On a ' +
    'pipe, one JSON line says where it listens; on a terminal, it prints the lines to paste into another one.\n\n' +
    'The same seed, number of loans and day give the same marketplace. Rate limits are told in headers, and enforced ' +
    'only with --fault rate-limit. The faults server-error and cut strike the first request and then one in three.',
  params: {
    port: { kind: 'number', brief: 'port to listen on; a free one when left out', placeholder: 'N' },
    http: { kind: 'flag', brief: 'plain HTTP, where OAuth calls are rejected' },
    seed: { kind: 'number', brief: 'seed of the marketplace', default: '1', placeholder: 'N' },
    loans: { kind: 'number', brief: 'number of loans', default: '2000', placeholder: 'N' },
    fault: {
      kind: 'string',
      list: true,
      brief: 'what shall go wrong',
      choices: [
        'rate-limit',
        'server-error',
        'maintenance',
        'slow',
        'cut',
        'repeated-pages',
        'moving-pages',
        'hostile-text',
        'error-code',
        'form-tokens',
      ],
    },
  },
  examples: ['', '--port 8443', '--http --loans 100000', '--fault rate-limit,slow'],
  load: () => import('../actions/sandbox.ts'),
} as const satisfies Action
