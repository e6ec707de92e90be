/** What answers keys: loaded after the first rows are drawn, or when a key comes before them. */
export { onInput } from './update/update.ts'
export { drawOverlay } from './view/overlays.ts'
