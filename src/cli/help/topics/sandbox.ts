/** Help topics on the sandbox and its faults. */
import { type FaultName, faultNames } from '../../../commands/actions/sandbox.ts'
import type { Row, Topic } from '../layout.ts'

export const sandbox: Topic = {
  brief: 'A local copy of the API with made-up data',
  page: () => [
    'The sandbox implements the whole API with made-up data: every endpoint in every format, and OAuth 1.0a with its login pages. The people are invented. The same seed, number of loans and date give the same data.',
    {
      heading: 'Examples',
      content: [
        'kiva --sandbox loans search --sector Food',
        'kiva --sandbox login',
        'kiva sandbox',
        'kiva sandbox --port 8443 --http --loans 100000',
        'kiva sandbox --client org.example.app:secret --callback http://localhost:3000',
        'kiva --sandbox --day 30 loans show 2100001',
        'kiva sandbox --fault rate-limit=0.1,cut=0.05 --fault-seed 7',
      ],
    },
    '--sandbox (or KIVA_SANDBOX=1) runs any command against the sandbox inside kiva, without network. A URL overrides it: --base-url or KIVA_BASE_URL. kiva sandbox serves it over HTTPS on this machine until you press Ctrl-C (exit code 0), with a certificate made at startup. In a pipe it prints one JSON line for clients: base_url, auth_url, ca_file, client_id, client_secret.',
    '--day N (or KIVA_SANDBOX_DAY) moves the sandbox N days ahead: the ids stay the same. Loans get funded or expire, payments arrive, lenders and teams join. Response dates and times in tables follow; OAuth keeps the real time. Use it to test how your program handles changes.',
    'Open base_url in a browser for an index of all endpoints. Responses have rate limit headers; --fault rate-limit enforces the limits.',
    'A single --callback applies to every --client. Several apply to one --client each, in the same order, or all to a single --client. Secrets of the sandbox protect nothing, so they can be given on the command line; no other secret can.',
    'In a terminal, kiva sandbox prints each request on stderr, with secrets masked. --quiet turns this off; -v turns it on in a pipe.',
    'Options: kiva sandbox --help. Simulated failures: kiva help faults.',
  ],
}

export const faults: Topic = {
  brief: 'Failures that the sandbox can simulate',
  page: () => [
    'kiva sandbox --fault NAME applies a fault to every request, --fault NAME=0.05 to 5% of them. --fault-seed selects the requests, so each run is the same. Several faults are independent. docs/faults.md explains how a client should handle each fault.',
    {
      heading: 'Examples',
      content: ['kiva sandbox --http --fault server-error=0.1,cut=0.05 --fault-seed 7'],
    },
    { heading: 'Faults', content: faultNames.map((name): Row => [name, briefs[name]]) },
    'Without a probability, server-error, cut, reset, reset-body and stale-pages affect the first request and then every third one.',
  ],
}

const briefs = {
  'rate-limit':
    'enforces the rate limit of the API per minute; with a probability, refuses that share of requests',
  'server-error': '500, 502, 503 or 504 with an HTML page',
  maintenance: '503, maintenance',
  redirect: '302 to another origin',
  slow: 'the response starts after 3 seconds',
  drip: 'the body arrives in 20 pieces',
  cut: 'the connection closes in the middle of the body',
  reset: 'the connection is reset before the response',
  'reset-body': 'the connection is reset in the middle of the body',
  'expired-certificate': 'the certificate expired yesterday',
  'wrong-content-type': 'JSON is labeled HTML, and HTML is labeled JSON',
  'wrong-charset': 'declares UTF-16 and sends UTF-8',
  'wrong-encoding': 'declares gzip and sends uncompressed data',
  'gzip-bomb': 'a small body that expands to 200 MiB',
  'huge-body': 'a valid document followed by 51 MiB of spaces',
  'deep-json': 'lists nested 100,000 deep',
  'hostile-text': 'every text contains control characters and markup',
  'repeated-pages': 'pages past the end repeat the last page',
  'stale-pages': 'sends the previous page instead of the requested one',
  'moving-pages': 'records move between pages: some repeat, some are missing',
  'growing-list': 'each request adds a record at the start of the list',
  'missing-paging': 'lists have no paging information',
  'error-code': 'a denied login returns error_code instead of error',
  'form-tokens': 'tokens are form-encoded',
  'awkward-tokens': 'tokens contain characters that are easily misencoded',
} as const satisfies Record<FaultName, string>
