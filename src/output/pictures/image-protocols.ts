/** What `--images` may name; `auto` leaves it to the terminal. Apart from what decides, which few runs need. */
export const wayChoices = ['auto', 'kitty', 'iterm2', 'sixel', 'blocks'] as const

export type WayChoice = (typeof wayChoices)[number]
