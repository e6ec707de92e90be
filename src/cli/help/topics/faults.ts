import { type FaultName, faultNames } from '../../../commands/actions/fault-names.ts'
import type { Row } from '../layout.ts'
import type { Topic } from './topic.ts'

export const faults: Topic = {
  brief: 'What the sandbox can make go wrong',
  page: () => [
    'kiva sandbox --fault NAME makes it go wrong in every request, NAME=0.05 in that share of them, chosen by --fault-seed and so the same each time. Several strike on their own. docs/faults.md says what a client should do about each.',
    {
      heading: 'Examples',
      content: ['kiva sandbox --http --fault server-error=0.1,cut=0.05 --fault-seed 7'],
    },
    { heading: 'Faults', content: faultNames.map((name): Row => [name, briefs[name]]) },
    'Without a share, server-error, cut, reset, reset-body and stale-pages strike the first request and then one in three.',
  ],
}

const briefs = {
  'rate-limit':
    'the limits of the service are enforced, a minute at a time; with a share, that share is refused',
  'server-error': '500, 502, 503 or 504, with a page of HTML',
  maintenance: '503, the service is being maintained',
  redirect: '302 to another origin',
  slow: 'the answer begins after 3 seconds',
  drip: 'the body comes in 20 pieces',
  cut: 'the connection is closed in the middle of the body',
  reset: 'the connection is reset before the answer',
  'reset-body': 'the connection is reset in the middle of the body',
  'expired-certificate': 'the certificate was good until yesterday',
  'wrong-content-type': 'JSON is called HTML, HTML is called JSON',
  'wrong-charset': 'UTF-16 is declared, UTF-8 is sent',
  'wrong-encoding': 'gzip is declared, and nothing is packed',
  'gzip-bomb': 'a small body that unpacks to 200 MiB',
  'huge-body': 'a good document, and 51 MiB of blanks after it',
  'deep-json': 'lists in lists, 100 000 deep',
  'hostile-text': 'every text holds what strangers might write',
  'repeated-pages': 'a page past the end is the last one again',
  'stale-pages': 'in place of a page the one before it comes',
  'moving-pages': 'records repeat on the next page, and are missed',
  'growing-list': 'with each request one more record stands at the head of a list',
  'missing-paging': 'lists come without their paging',
  'error-code': 'a denial is told as error_code in place of error',
  'form-tokens': 'tokens come as form-encoded pairs',
  'awkward-tokens': 'tokens hold what is easily encoded wrongly',
} as const satisfies Record<FaultName, string>
