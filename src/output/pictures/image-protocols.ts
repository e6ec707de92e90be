/** What `--images` may name; `auto` leaves it to the terminal. Apart from what decides, which few runs need. */
export const imageProtocolChoices = ['auto', 'kitty', 'iterm2', 'sixel', 'blocks'] as const

export type ImageProtocolChoice = (typeof imageProtocolChoices)[number]
