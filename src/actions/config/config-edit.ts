/** `kiva config edit`: opens the settings file in the user's editor. */

import { readSettingsFile } from '../../cli/settings/settings-file.ts'
import type { Context } from '../../context.ts'
import { KivaError } from '../../errors.ts'
import { cleanLines } from '../../output/gate/text.ts'
import type { NamedText } from '../../ports/files.ts'
import type { JsonObject } from '../../ports/json.ts'
import { canAsk } from '../../prompt/ask.ts'

/** Replaces the file once the edited text is valid. Throws `KivaError` of kind `config`. */
export default async function configEdit(context: Context): Promise<void> {
  const store = await context.store<JsonObject>('config')
  const { path } = store
  const current = await context.settingsFile().catch(toInvalidFile)
  const before = current === invalidFile ? await context.readFile(path) : (current?.text ?? '{\n}\n')
  const text = await editUntilValid(context, path, before)
  if (text === before && current !== invalidFile) return context.say(`No changes in ${path}.`)
  await store.replace(JSON.parse(text))
  await context.say(`Changed ${path}.`)
}

/** An invalid file can be edited too. It is then rewritten, readable by its owner only. */
const invalidFile = 'not usable'
const toInvalidFile = (): typeof invalidFile => invalidFile

async function editUntilValid(context: Context, path: string, before: string): Promise<string> {
  let text = before
  for (;;) {
    text = await context.edit('config.json', text)
    const problem = problemIn({ path, text })
    if (!problem) return text
    if (!canAsk(context) || !(await confirmRetry(context, problem))) {
      throw problem.copyWith('config', problem.sentence, { hint: 'Nothing was changed.' })
    }
  }
}

async function confirmRetry(context: Context, problem: KivaError): Promise<boolean> {
  const message = problem.sentence.mask(context.secrets.quote)
  await context.stderr.write(`${cleanLines(message)}\nEdit it again? [Y/n] `, 'people')
  const answer = await context.stdin.readLine()
  return answer !== undefined && !/^\s*n/i.test(answer)
}

function problemIn(file: NamedText): KivaError | undefined {
  try {
    readSettingsFile(file)
    return undefined
  } catch (problem) {
    if (problem instanceof KivaError) return problem
    throw problem
  }
}
