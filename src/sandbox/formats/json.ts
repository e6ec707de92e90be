import type { Json } from '../../ports/json.ts'

/** Encodes JSON like the live service: compact, ASCII only, with slashes escaped as PHP does. */
export function toJson(value: Json): string {
  return JSON.stringify(value)
    .replaceAll('/', '\\/')
    .replace(/[\u0080-\uffff]/g, (sign) => `\\u${sign.charCodeAt(0).toString(16).padStart(4, '0')}`)
}
