/**
 * How many components the scans of a JPEG file have in all, at most (ITU-T T.81, B.2.3): each costs a decoder a pass over
 * the picture, however few bytes it takes. Every marker that may start a scan counts, wherever a decoder would find it;
 * only application data at the head, such as a thumbnail, is left out.
 */
export function countScanComponents(file: Uint8Array): number {
  let count = 0
  for (let at = file.indexOf(0xff, endOfHead(file)); at >= 0; at = file.indexOf(0xff, at + 1)) {
    if (file[at + 1] === startOfScan) count += Math.max(1, file[at + 4] ?? 0)
  }
  return count
}

const startOfScan = 0xda

/** Where the application data and comments behind the start of the file end. */
function endOfHead(file: Uint8Array): number {
  let at = 2
  while (file[at] === 0xff && isApplicationData(file[at + 1] ?? 0)) {
    const length = ((file[at + 2] ?? 0) << 8) | (file[at + 3] ?? 0)
    if (length < 2) break
    at += 2 + length
  }
  return at
}

/** APP0 to APP15, and COM. */
const isApplicationData = (marker: number) => (marker >= 0xe0 && marker <= 0xef) || marker === 0xfe
