/** What requests and other effects need. */
import type { ImageProtocolChoice } from '../../output/pictures/image-protocols.ts'
import type { GatedTerminal } from '../../ports/terminal.ts'
import type { OpenPorts } from '../session/open-place.ts'
import type { Effect } from '../state/effect.ts'
import type { Reply } from '../state/event.ts'

export interface PerformPorts extends OpenPorts {
  readonly terminal: Pick<GatedTerminal, 'copy' | 'setMouse' | 'color' | 'usePictures'>
  /** How pictures are drawn. */
  readonly images: ImageProtocolChoice
  post(event: Reply): void
}

/** An effect that sends a request. With those of pictures and places, one is under way at a time. */
export type RequestEffect = Extract<
  Effect,
  { readonly kind: 'page' | 'details' | 'totals' | 'watch' | 'count-new' }
>
