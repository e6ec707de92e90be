import { exploreKeys, keyGroups, keyWordsOf } from '../../../commands/explore-keys.ts'
import type { Row, Section } from '../layout.ts'
import type { Topic } from './topic.ts'

/** Every key of a session, by group, with the name of its setting. */
const keySections: readonly Section[] = keyGroups.map(([group, actions]) => ({
  heading: `Keys: ${group.toLowerCase()}`,
  content: actions.map((action): Row => [keyWordsOf(action), `${exploreKeys[action].brief} [${action}]`]),
}))

export const explore: Topic = {
  brief: 'The full screen of kiva explore',
  page: () => [
    'A place is a command line: kiva explore loans search --sector Food opens that list. Without one, it opens fundraising loans by time left. Enter opens the record at the cursor; its links lead to lenders, partners, teams and updates. Each place stays as you left it when you go back.',
    {
      heading: 'Examples',
      content: [
        'kiva --sandbox explore',
        'kiva explore teams loans 201',
        'kiva explore lenders loans robin1001',
        'kiva explore --print ids loans search --sector Food | kiva loans show -',
      ],
    },
    ...keySections,
    {
      heading: 'Filter (/)',
      content: [
        ['maize kenya', 'rows that contain all words, in any order, accents ignored'],
        ['country:kenya', 'a column that contains the word, by its heading'],
        ['ends:<3d posted:>2w', 'time left, or age: h, d, w'],
        ['asked:<=500 funded:>50', 'amounts in dollars, percentages, counts'],
      ],
    },
    'The filter works on loaded rows, at each key. s searches the service, which sends one request when you press Enter.',
    'Facets (f): space chooses a value. Sector, country, status, region and gender of loans ask the service; facets without a parameter of the API filter the loaded rows. Numbers count loaded rows; # asks the service for the totals of a facet, one request per value, after showing the cost.',
    'Marks: space marks a record, m shows only marked ones. p prints the ids of the marked records and quits. If you quit with q, their command is printed on stderr. With --print, Enter prints the marked records, or the one at the cursor, and quits; → opens a record, and Esc in the first place quits without printing (exit code 130). The screen then goes to /dev/tty, so the output can go to a pipe.',
    'Rate limit: the corner shows the remaining requests of the minute. kiva stops reading ahead below half of them, and below a fifth it sends only requests that you ask for. Loaded rows stay usable while it waits.',
    'Screen readers: --plain (KIVA_PLAIN=1, or TERM=dumb) reads commands and prints lines instead of drawing a screen; help lists the commands. On the full screen, the cursor of the terminal stands on the selected row. Colors are those of your terminal, and never the only sign: > is the cursor, * a mark, x a chosen facet. --color never or NO_COLOR turns them off; --theme high-contrast uses bold in place of colors and dim text, --theme mono has no hues.',
    'Settings: kiva config set explore.keys.down "n,down" gives an action other keys; its name is in brackets above. A key that another action has by default moves; kiva refuses a key that two settings name. Keys of menus, forms and inputs are fixed.',
    '-o has no effect: --print selects the output, and x exports rows in any format.',
  ],
}
