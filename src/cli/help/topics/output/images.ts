import type { Topic } from '../topic.ts'

export const images: Topic = {
  brief: 'Photos in the terminal',
  page: () => [
    '--images shows the photos of loans, lenders, teams, partners and journal entries: large on the page of one record, small in a list. Photos require a terminal with colors and -o table. Otherwise kiva prints the records without photos, and a note that says why. kiva explore shows the photo of a record without this option.',
    {
      heading: 'Examples',
      content: [
        'kiva loans show 2100001 --images',
        'kiva loans search --limit 5 --images',
        'kiva teams show 900001 --images=blocks',
      ],
    },
    {
      heading: 'Protocols',
      content: [
        ['auto', 'the best protocol for the terminal, as its environment variables say; blocks in tmux'],
        ['kitty', 'kitty, Ghostty and Konsole; in tmux with `set -g allow-passthrough on`'],
        ['iterm2', 'iTerm2, WezTerm and mintty'],
        [
          'sixel',
          'foot, mlterm, contour and Windows Terminal, also in tmux. kiva does not query the terminal, so select sixel by name if auto does not',
        ],
        ['blocks', 'half-block characters in 24-bit color, or in 256 colors unless COLORTERM is truecolor'],
      ],
    },
    'kiva doctor shows the protocol that auto selects. Photos are JPEG files of at most 2 MiB, loaded from the URLs in /templates/images over HTTPS, without credentials or redirects. If a photo cannot be loaded, a note says so. --cache also caches photos.',
  ],
}
