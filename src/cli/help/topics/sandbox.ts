import type { Topic } from './topic.ts'

export const sandbox: Topic = {
  brief: 'The service on your own machine',
  page: () => [
    'The sandbox is the whole service over a seeded, made-up marketplace: every endpoint in every format, and OAuth 1.0a with its pages. The people in it are invented. The same seed, number of loans and day give the same marketplace.',
    {
      heading: 'Examples',
      content: [
        'kiva --sandbox loans search --sector Food',
        'kiva --sandbox login',
        'kiva sandbox',
        'kiva sandbox --port 8443 --http --loans 100000',
        'kiva sandbox --client org.example.my-app:my-secret --callback http://localhost:3000/callback',
        'kiva sandbox --fault rate-limit=0.1,cut=0.05 --fault-seed 7',
      ],
    },
    '--sandbox, or KIVA_SANDBOX=1, answers any command within kiva, without network. kiva sandbox serves it on loopback until it is interrupted, which is its success, with a certificate that it makes at its start; on a pipe, one JSON line says where it listens and what a client needs: base_url, auth_url, ca_file, client_id, client_secret.',
    'A browser finds an index at its first address. Rate limits are told in headers, and enforced only with --fault rate-limit.',
    'One --callback is for every --client, several are for one --client each, in the same order; a single --client takes them all. A secret of the sandbox guards nothing, so it may stand on the command line, as no other secret may.',
    'On a terminal each request is told on stderr, without the secrets of one; --quiet tells nothing, and -v tells them on a pipe too.',
    'Its options: kiva sandbox --help. What can be made to go wrong: kiva help faults.',
  ],
}
