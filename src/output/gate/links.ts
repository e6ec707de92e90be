/**
 * Links in the text of a terminal (OSC 8), to pages of one website and to nowhere else: the gate lets no other through,
 * whatever found its way into a text.
 */

import { relations } from '../../api/relations.ts'
import { encode } from '../../api/wire/encode.ts'

/** The folders of the website that have a page for each id. */
const folders = Object.values(relations).flatMap(({ page }) => page?.folder ?? [])

/** The path of a page; '' for an id that can have none. */
export const pagePath = (folder: string, id: string): string =>
  /^\.*$/.test(id) ? '' : `${folder}/${encode(id)}`

/** What the gate knows for the path of a page. */
const pathSource = `(?:${folders.join('|')})/[\\w.~%-]+`

const path = new RegExp(`^${pathSource}$`)

/** A cleaned text that leads to a page of the site; as it is where there is none. */
export const linked = (text: string, site: string | undefined, page: string): string =>
  site !== undefined && text !== '' && path.test(page)
    ? `\x1b]8;;${site}/${page}\x1b\\${text}\x1b]8;;\x1b\\`
    : text

/** A pattern (as source) for what opens and closes a link to a page of this site. */
export const linkSequences = (site: string): string =>
  `\\x1b\\]8;;(?:${site.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')}/${pathSource})?\\x1b\\\\`

/** A pattern (as source) for the sequences of any link: for measuring what takes no column. */
export const anyLink = '\\x1b\\]8;;[^\\x1b]*\\x1b\\\\'
