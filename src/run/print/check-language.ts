/** Checks that records have texts in the language of `--lang`. */
import { KivaError } from '../../core/errors.ts'
import { foreign, sentence, summarizeNames } from '../../core/foreign-text.ts'
import { isObject, type Json } from '../../core/json.ts'

/** Throws `KivaError` of kind `refused` if the records have texts and none is in that language. */
export async function checkLanguage(records: readonly Json[], language: string): Promise<void> {
  const { allLanguages, textsOf } = await import('../../output/page/story.ts')
  const codes = records.filter(isObject).flatMap((record) => textsOf(record).map(([code]) => code))
  if (language === allLanguages || codes.length === 0 || codes.includes(language)) return
  throw new KivaError(
    'refused',
    sentence`no text in "${foreign(language)}": available in ${summarizeNames([...new Set(codes)])}`,
    { hint: `Use one of them, or --lang ${allLanguages}.` },
  )
}
