import type { Topic } from './topic.ts'

export const scripts: Topic = {
  brief: 'What a script can rely on',
  page: () => [
    'stdout holds the answer alone; a pipe gets json unless -o or KIVA_OUTPUT says otherwise. Records come as the service sent them: nothing is added, dropped, or made a number that was none.',
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
        [
          'exit code',
          '0 is a whole answer, also an empty one; 9 is a part of one; the others: kiva help exit-codes',
        ],
        ['failures', 'with json and ndjson one JSON line on stderr, {"error":{…}}, with the fields below'],
        ['lists', 'one page unless --limit or --all is given; a note on stderr says that there is more'],
        ['waiting', 'passing failures are tried again; --retries 0 tells them at once'],
        ['time', '--timeout is for one request; a run has no limit of its own'],
        ['asking', 'nothing is asked where stdin is no terminal'],
      ],
    },
    {
      heading: 'Fields of an error',
      content: [
        ['kind, exit_code', 'which of the outcomes of kiva help exit-codes it was'],
        ['message, hint', 'what happened to which thing, and what to do next'],
        ['status, code', 'what the service answered, where it did'],
        ['retry_after', 'seconds to wait, where the service named them'],
      ],
    },
    'Test without network: KIVA_SANDBOX=1 answers from made-up data, the same each day for the same seed.',
  ],
}
