import type { Topic } from './topic.ts'

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
    '--sandbox (or KIVA_SANDBOX=1) runs any command against the sandbox inside kiva, without network. kiva sandbox serves it over HTTPS on this machine until you press Ctrl-C (exit code 0), with a certificate made at startup. In a pipe it prints one JSON line for clients: base_url, auth_url, ca_file, client_id, client_secret.',
    '--day N (or KIVA_SANDBOX_DAY) moves the sandbox N days ahead: the ids stay the same. Loans get funded or expire, payments arrive, lenders and teams join. Response dates and times in tables follow; OAuth keeps the real time. Use it to test how your program handles changes.',
    'Open base_url in a browser for an index of all endpoints. Responses have rate limit headers; --fault rate-limit enforces the limits.',
    'A single --callback applies to every --client. Several apply to one --client each, in the same order, or all to a single --client. Secrets of the sandbox protect nothing, so they can be given on the command line; no other secret can.',
    'In a terminal, kiva sandbox prints each request on stderr, with secrets masked. --quiet turns this off; -v turns it on in a pipe.',
    'Options: kiva sandbox --help. Simulated failures: kiva help faults.',
  ],
}
