/** What loads and draws pictures: few sessions need it at once, so it is loaded with the first picture. */
import { chooseImageProtocol } from '../output/pictures/choose-image-protocol.ts'
import type { ImageProtocolChoice } from '../output/pictures/image-protocols.ts'
import { ScreenPictures } from '../output/pictures/screen-pictures.ts'
import type { GatedTerminal } from '../ports/streams.ts'

/** Returns what draws pictures on a terminal; `undefined` if it shows none. */
export function openPictures(
  choice: ImageProtocolChoice,
  env: Readonly<Record<string, string | undefined>>,
  terminal: Pick<GatedTerminal, 'color' | 'usePictures'>,
): ScreenPictures | undefined {
  const { protocol } = chooseImageProtocol(choice, env, { isTerminal: true, color: terminal.color })
  if (!protocol) return undefined
  // Placeholders are text: what is written over them replaces the picture.
  const pictures = new ScreenPictures(protocol === 'kitty' ? 'placeholders' : protocol)
  terminal.usePictures(pictures)
  return pictures
}

export { pictureFiles } from '../read/picture-files.ts'
