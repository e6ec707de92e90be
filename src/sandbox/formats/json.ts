import type { Json } from '../../ports/json.ts'

/** JSON as the live service writes it: compact, ASCII only, with PHP's escaped slashes. */
export function toJson(value: Json): string {
  return JSON.stringify(value)
    .replaceAll('/', '\\/')
    .replace(/[\u0080-\uffff]/g, (sign) => `\\u${sign.charCodeAt(0).toString(16).padStart(4, '0')}`)
}
