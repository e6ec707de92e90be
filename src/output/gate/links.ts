/**
 * Terminal hyperlinks (OSC 8) to pages of one website. The gate removes all other links, wherever they come
 * from.
 */

import { relations } from '../../api/relations.ts'
import { encode } from '../../api/wire/encode.ts'

/** The website's folders that have one page per id. */
const folders = Object.values(relations).flatMap(({ page }) => page?.folder ?? [])

/** Returns the path of a page; '' for an id that cannot have a page. */
export const pagePath = (folder: string, id: string): string =>
  /^\.*$/.test(id) ? '' : `${folder}/${encode(id)}`

/** Matches, as pattern source, the page paths that the gate accepts. */
const pathSource = `(?:${folders.join('|')})/[\\w.~%-]+`

const path = new RegExp(`^${pathSource}$`)

/** Wraps a sanitized text in a link to a page of the site; unchanged without a site or a valid page. */
export const linked = (text: string, site: string | undefined, page: string): string =>
  site !== undefined && text !== '' && path.test(page)
    ? `\x1b]8;;${site}/${page}\x1b\\${text}\x1b]8;;\x1b\\`
    : text

/** Matches, as pattern source, the path of the authorization page with its parameters. */
export const authorizationSource = 'oauth/authorize\\?[\\w.~%&=-]+'

/**
 * Returns pattern source that matches the start and end of links to pages of this site, and of those to its
 * authorization page if `authorizes` is true.
 */
export function linkSequences(site: string, authorizes = false): string {
  const paths = authorizes ? `(?:${pathSource}|${authorizationSource})` : pathSource
  return `\\x1b\\]8;;(?:${site.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')}/${paths})?\\x1b\\\\`
}

/** Pattern source that matches the start and end of any link, to exclude them from width measurements. */
export const anyLink = '\\x1b\\]8;;[^\\x1b]*\\x1b\\\\'
