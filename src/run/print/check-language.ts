/** Checks that the texts read have the requested language. */

import { KivaError } from '../../core/errors.ts'
import { foreign, sentence, summarizeNames } from '../../core/foreign-text.ts'
import { isObject, type Json } from '../../core/json.ts'
import { allLanguages, textsOf } from '../../output/detail/story.ts'

/** Throws `KivaError` of kind `refused` if there are texts and none is in that language. */
export function checkLanguage(records: readonly Json[], language: string): void {
  const codes = records.filter(isObject).flatMap((record) => textsOf(record).map(([code]) => code))
  if (language === allLanguages || codes.length === 0 || codes.includes(language)) return
  throw new KivaError(
    'refused',
    sentence`no text in "${foreign(language)}": available in ${summarizeNames([...new Set(codes)])}`,
    { hint: `Use one of them, or --lang ${allLanguages}.` },
  )
}
