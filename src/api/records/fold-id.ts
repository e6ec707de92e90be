/**
 * Normalizes an id for comparison: ignores case, and unifies the two spellings of a method id, the documented
 * `GET*loans|search` and the live service's `GET*|loans|search`.
 */
export function foldId(id: string): string {
  return id.toLowerCase().replace('*|', '*')
}
