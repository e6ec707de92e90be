import type { Values } from '../api/endpoint.ts'
import { listSeparator } from '../api/gaps.ts'
import type { ParsedCommand } from './parse.ts'

/** Lists the options whose value is sent in another form than it was typed, such as a code for a name. */
export function notesOn(
  values: Values,
  { command, params }: Pick<ParsedCommand, 'command' | 'params'>,
): readonly string[] {
  const bare = (text: string) => text.toLowerCase().replaceAll(' ', '')
  return command.options.flatMap(({ name, long }) => {
    const typed = params.all(name).join(listSeparator)
    const sent = String(values[name] ?? typed)
    return bare(sent) === bare(typed) ? [] : `${long} ${typed} is sent as ${sent}`
  })
}
