/**
 * An id as it is compared: case does not count, nor does which of its two spellings a method id has, the documented
 * `GET*loans|search` or the live service's `GET*|loans|search`.
 */
export function foldId(id: string): string {
  return id.toLowerCase().replace('*|', '*')
}
