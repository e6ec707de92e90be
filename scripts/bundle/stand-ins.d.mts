interface Row {
  readonly name: string
  readonly majors: readonly number[]
  readonly of: string
  readonly from: string
  readonly by: string
}
export declare function checkRows(
  rows: readonly Row[],
  replaced: readonly Row[],
  versions: Readonly<Record<string, string>>,
): void
