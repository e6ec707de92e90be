import type { Topic } from '../topic.ts'

export const images: Topic = {
  brief: 'Photographs on the terminal',
  page: () => [
    '--images shows the photographs of loans, lenders, teams, partners and journal entries: large on the page of one record, small in a list. They need a terminal with colours and -o table; elsewhere a note says why there are none, and the answer is the same.',
    {
      heading: 'Examples',
      content: [
        'kiva loans show 2100001 --images',
        'kiva loans search --limit 5 --images',
        'kiva teams show 900001 --images=blocks',
      ],
    },
    {
      heading: 'Ways to show them',
      content: [
        ['auto', 'what variables tell of the terminal: the best of the following, blocks inside of tmux'],
        ['kitty', 'in kitty, Ghostty and Konsole; inside of tmux with `set -g allow-passthrough on`'],
        ['iterm2', 'in iTerm2, WezTerm and mintty: the file as it was sent'],
        [
          'sixel',
          'in foot, mlterm, contour, Windows Terminal, and tmux in one of these; the terminal is not asked whether it can, so name it where variables do not tell',
        ],
        ['blocks', 'half-blocks in 24-bit colours, or in 256 where COLORTERM does not say truecolor'],
      ],
    },
    'kiva doctor tells which way auto is. Pictures come from where /templates/images of the service says, without credentials, over https only and no redirects: JPEG files of at most 2 MiB. One that fails is left out, and a note says so. With --cache they are kept as answers are.',
  ],
}
