/**
 * The values of `--images`; `auto` detects the terminal. In its own module, since few runs load the
 * detection.
 */
export const imageProtocolChoices = ['auto', 'kitty', 'iterm2', 'sixel', 'blocks'] as const

export type ImageProtocolChoice = (typeof imageProtocolChoices)[number]
