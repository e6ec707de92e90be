/**
 * Returns an upper bound for the number of components in all scans of a JPEG file (ITU-T T.81, B.2.3). Each
 * costs a decoder one pass over the picture, however few bytes it has. Counts every marker that may start a
 * scan, wherever a decoder would find it, except in the application data at the start, such as a thumbnail.
 */
export function countScanComponents(file: Uint8Array): number {
  let count = 0
  for (let at = file.indexOf(0xff, endOfHead(file)); at >= 0; at = file.indexOf(0xff, at + 1)) {
    if (file[at + 1] === startOfScan) count += Math.max(1, file[at + 4] ?? 0)
  }
  return count
}

const startOfScan = 0xda

/** Returns the offset after the application data and comments that follow the start of the file. */
function endOfHead(file: Uint8Array): number {
  let at = 2
  while (file[at] === 0xff && isApplicationData(file[at + 1] ?? 0)) {
    const length = ((file[at + 2] ?? 0) << 8) | (file[at + 3] ?? 0)
    if (length < 2) break
    at += 2 + length
  }
  return at
}

/** Whether a marker is APP0 to APP15, or COM. */
const isApplicationData = (marker: number) => (marker >= 0xe0 && marker <= 0xef) || marker === 0xfe
