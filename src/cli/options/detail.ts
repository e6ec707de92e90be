/** How records are to be told to a person who reads, as the command line says. */
import type { WireFormat } from '../../api/endpoint.ts'
import { KivaError } from '../../errors.ts'
import { formatOfFile } from '../../output/formats.ts'
import type { DetailOptions } from '../../output/view.ts'
import { languageCode } from '../../output/words/languages.ts'
import type { Given } from '../option-spec.ts'
import { tellingNames } from '../settings/output-format.ts'

/** Reads the options about it. Throws `KivaError` of kind `usage` beside what has nothing for reading. */
export function readTelling(given: Given, wire: WireFormat | undefined): DetailOptions {
  const [option] = tellingNames.filter((name) => given.has(name))
  const other = option && notForReading(given, wire)
  if (other) {
    throw new KivaError('usage', `--${option} does not go with ${other}`, {
      hint: 'It is about records as they are read by people: -o table, which may be left out.',
    })
  }
  const language = given.get('lang')?.at(-1)
  return {
    read: given.has('read'),
    language: language === undefined ? undefined : languageCode(language),
    full: given.has('full'),
  }
}

function notForReading(given: Given, wire: WireFormat | undefined): string | undefined {
  if (wire) return '--wire'
  const chosen = ['fields', 'jq'].find((name) => given.has(name))
  if (chosen) return `--${chosen}`
  const output = given.get('output')?.at(-1)
  if (output !== undefined) return output === 'table' ? undefined : `-o ${output}`
  const out = given.get('out')?.at(-1)
  return out !== undefined && formatOfFile(out) ? `--out ${out}` : undefined
}
