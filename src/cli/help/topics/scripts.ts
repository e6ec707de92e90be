import type { Topic } from './topic.ts'

export const scripts: Topic = {
  brief: 'Using kiva in scripts',
  page: () => [
    'stdout contains only records. A pipe gets JSON unless -o or KIVA_OUTPUT sets another format. Records are printed as the API sent them: kiva adds no fields, drops none, and converts no values.',
    {
      heading: 'Examples',
      content: [
        "kiva loans search --country-code KE -o json | jq -r '.[].name'",
        'kiva loans newest --limit 100 -o ndjson > loans.ndjson',
        'cut -f1 ids.tsv | kiva loans show - -o ndjson',
        'curl -H "$(kiva auth header GET "$url")" "$url"',
        'kiva --sandbox loans newest -o json',
      ],
    },
    {
      heading: 'What to expect',
      content: [
        ['exit code', '0: complete result, possibly empty; 9: partial result; others: kiva help exit-codes'],
        ['errors', 'with json and ndjson, one JSON line on stderr: {"error":{…}}, with the fields below'],
        [
          'lists',
          'one page unless --limit or --all is given; a note on stderr says if there are more records',
        ],
        ['retries', 'temporary failures are retried; --retries 0 turns this off'],
        ['time', '--timeout limits each request; there is no limit for the whole run'],
        ['prompts', 'kiva prompts only if stdin is a terminal'],
      ],
    },
    {
      heading: 'Fields of an error',
      content: [
        ['kind, exit_code', 'the outcome, as in kiva help exit-codes'],
        ['message, hint', 'what failed, and how to fix it'],
        ['status, code', 'HTTP status and error code of the response, if there was one'],
        ['retry_after', 'seconds to wait, if the API sent them'],
      ],
    },
    'To test without network, set KIVA_SANDBOX=1. The sandbox has the same made-up data in each run on the same day.',
  ],
}
