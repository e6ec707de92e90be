/** Where a picture of a record is. Pure. */
import { isObject, type Json, type JsonObject } from '../../ports/json.ts'
import { isLoopback, type Origin } from '../../ports/origin.ts'
import type { FieldPath } from './field-paths.ts'
import type { Fields } from './fields.ts'

/** What a record says of its picture: `{"id","template_id"}`. */
export interface Image {
  readonly id: string
  readonly template: string
}

/** What of a record may have the picture of it, besides itself: an action's loan, an update's entry. */
const insides = ['loan', 'journal_entry'] as const

/** Whether records of such fields may have one. */
export const mayHavePicture = (fields: Fields): boolean =>
  ['image', ...insides].some((name) => Object.hasOwn(fields, name))

/** Where a record tells of it. */
export const imagePaths: readonly FieldPath[] = [['image'], ...insides.map((name) => [name, 'image'])]

/** What a record says of its picture. */
export function imageOf(record: Json): Image | undefined {
  if (!isObject(record)) return undefined
  const { image } = [record, ...insides.map((name) => record[name])].find(hasImage) ?? {}
  const { id, template_id } = image ?? {}
  return id === undefined ? undefined : { id: String(id), template: String(template_id ?? '') }
}

const hasImage = (value: Json | undefined): value is { readonly image: JsonObject } & JsonObject =>
  isObject(value) && isObject(value['image'])

/** Sizes that every picture of the live service has, named as templates take them: a width and a height to fit into. */
export const pictureSizes = { small: 'w80h80', large: 'w325h250' } as const

export type PictureSize = keyof typeof pictureSizes

/** The places that a pattern has, and nothing of its host among them. */
const templated = /^https?:\/\/[\w.:[\]-]+\/.*<id>/i

/**
 * The address that a pattern of `/templates/images` makes; `undefined` where nothing is to be fetched from it. It is
 * `https` whatever the pattern says, since the live service says `http` of what it has both ways; but on this machine,
 * which only a service on this machine may name.
 */
export function pictureAddress(
  pattern: string,
  { id }: Image,
  size: PictureSize,
  service: Origin,
): string | undefined {
  if (!templated.test(pattern) || !/^\d{1,15}$/.test(id)) return undefined
  const text = pattern.replaceAll('<size>', pictureSizes[size]).replaceAll('<id>', id)
  if (!URL.canParse(text)) return undefined
  const url = new URL(text)
  if (isLoopback(url.hostname)) return isLoopback(new URL(service).hostname) ? url.href : undefined
  url.protocol = 'https:'
  return url.href
}
