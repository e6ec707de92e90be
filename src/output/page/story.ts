/** The story of a loan, in its original language and in translations. */

import { at, isEmpty } from '../../api/records/field-values.ts'
import { isObject, type JsonObject } from '../../core/json.ts'
import { htmlText } from '../terminal/html-text.ts'
import { languageName } from '../words/languages.ts'
import { line } from '../words/line.ts'
import type { PageContext, RemainingFields } from './generic.ts'
import { flow, prose, type Section, section } from './page.ts'

/** Selects every language, in place of a code. */
export const allLanguages = 'all'

/** Returns the texts by language code, English first since most readers know it. */
export function textsOf(loan: JsonObject): readonly (readonly [code: string, text: string])[] {
  const texts = at(loan, 'description.texts')
  if (!isObject(texts)) return []
  const stories = Object.entries(texts).flatMap(([code, value]): [string, string][] =>
    isEmpty(value) ? [] : [[code, typeof value === 'string' ? value : line(value)]],
  )
  return stories.toSorted(([a], [b]) => Number(b === 'en') - Number(a === 'en'))
}

/**
 * Returns the selected texts, below the names of their languages if there are several, and how to see the
 * others.
 */
export function storySections(
  remaining: RemainingFields,
  { detailOptions, kiva }: PageContext,
  loan: JsonObject,
  [command]: readonly string[],
): readonly Section[] {
  const texts = textsOf(loan)
  if (texts.length > 0) remaining.take('description.texts')
  const wanted = detailOptions?.language
  const selected = texts.filter(([code]) => wanted === allLanguages || code === wanted)
  const shown = selected.length > 0 ? selected : texts.slice(0, 1)
  const others = texts.filter((text) => !shown.includes(text)).map(([code]) => languageName(code))
  const next = command === undefined ? '' : `: ${kiva(`${command} --lang ${allLanguages}`)}`
  return [
    ...shown.map(([code, text]) => {
      const parts = prose(htmlText(text))
      return section(
        texts.length > 1 ? [{ kind: 'headed', heading: languageName(code), parts, isCaption: true }] : parts,
      )
    }),
    section(others.length > 0 ? flow([`also in ${others.join(', ')}${next}`], ' · ', 'label') : []),
  ]
}
