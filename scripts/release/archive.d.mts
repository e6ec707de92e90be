interface Entry {
  readonly name: string
  readonly data: Buffer | string
  readonly executable?: boolean
}

export function gzip(data: Buffer, level?: number): Buffer
export function tar(entries: readonly Entry[], date: number): Buffer
export function zip(entries: readonly Entry[], date: number): Buffer
export function ar(entries: readonly Entry[], date: number): Buffer
