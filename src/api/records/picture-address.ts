/** Builds the URL of a record's picture. Pure. */
import { isObject, type Json, type JsonObject } from '../../core/json.ts'
import { isLoopback, type Origin } from '../../core/origin.ts'
import type { FieldPath } from './field-paths.ts'
import type { Fields } from './fields.ts'

/** A record's reference to its picture: `{"id","template_id"}`. */
interface Image {
  readonly id: string
  readonly template: string
}

/** Fields whose picture stands for the record: an action's loan, an update's entry. */
const insides = ['loan', 'journal_entry'] as const

/** Returns whether records with these fields may have a picture. */
export const mayHavePicture = (fields: Fields): boolean =>
  ['image', ...insides].some((name) => Object.hasOwn(fields, name))

/** The paths of a record's picture reference. */
export const imagePaths: readonly FieldPath[] = [['image'], ...insides.map((name) => [name, 'image'])]

/** Returns a record's picture reference. */
export function imageOf(record: Json): Image | undefined {
  if (!isObject(record)) return undefined
  const { image } = [record, ...insides.map((name) => record[name])].find(hasImage) ?? {}
  const { id, template_id } = image ?? {}
  return id === undefined ? undefined : { id: String(id), template: String(template_id ?? '') }
}

const hasImage = (value: Json | undefined): value is { readonly image: JsonObject } & JsonObject =>
  isObject(value) && isObject(value['image'])

/** The sizes of every picture on the live service, by template name: a width and a height to fit into. */
export const pictureSizes = { small: 'w80h80', large: 'w325h250' } as const

export type PictureSize = keyof typeof pictureSizes

/** A pattern with placeholders, and none in its host. */
const templated = /^https?:\/\/[\w.:[\]-]+\/.*<id>/i

/**
 * Returns the URL for a pattern of `/templates/images`, or `undefined` if it must not be fetched. Uses
 * `https` even if the pattern says `http`, because the live service writes `http` for URLs that it serves
 * both ways. Loopback URLs are the exception, and only a service on this machine may name them.
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
