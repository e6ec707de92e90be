/** The names that users give to what kiva keeps: shortlists and saved commands. */
import { didYouMean, nearest } from '../api/nearest.ts'
import { KivaError } from '../core/errors.ts'
import { foreign, sentence, summarizeNames } from '../core/foreign-text.ts'

/** The pattern of a valid name, which is also safe as a file name. */
export const validName = /^\w[\w-]{0,63}$/

/** Returns the name if it is valid. Throws `KivaError` of kind `usage`. `noun` is the named thing. */
export function parseName(noun: string, text: string): string {
  if (validName.test(text)) return text
  throw new KivaError('usage', sentence`invalid ${noun} name "${foreign(text)}"`, {
    hint: 'Use up to 64 letters, digits, - and _.',
  })
}

/** Returns the error for a name that is missing from `names`. `create` is the command that creates it. */
export function unknownName(noun: string, name: string, names: readonly string[], create: string): KivaError {
  return new KivaError('usage', `unknown ${noun} "${name}"`, {
    hint:
      names.length === 0
        ? `Create it with ${create}.`
        : didYouMean(nearest(name, names), `Existing names: ${summarizeNames(names)}.`),
  })
}
