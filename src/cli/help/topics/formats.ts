import { usualFormats } from '../../../api/endpoint.ts'
import { endingsOf, formatNames, formats } from '../../../output/formats.ts'
import type { Row } from '../layout.ts'
import type { Topic } from './topic.ts'

export const formatsTopic: Topic = {
  brief: 'How records are printed',
  page: () => [
    'Without -o, a terminal gets a table and a pipe gets json. KIVA_OUTPUT names another default.',
    { heading: 'Formats of -o', content: formatRows() },
    {
      heading: 'Names of files for --out that choose one',
      content: formatNames
        .map((name): Row => [name, endingsOf(name).join(', ')])
        .filter(([, names]) => names),
    },
    'A list is a list in every format, also for one id; releases current and my account are one record. With json and ndjson a failure is one JSON line on stderr.',
    'On a terminal records that are named by ids are shown in detail, and journal entries, updates and comments are read one after the other; -o table makes a table of them, --read reads them anywhere.',
    `The service's own document, byte for byte, is printed by --wire: ${usualFormats.join(', ')}, and rss for loans updates.`,
  ],
}

/** A row for each format of `-o`. */
const formatRows = () => formatNames.map((name): Row => [name, formats[name].brief])
