import type { Context } from '../../context.ts'
import {
  chooseImageProtocol,
  type Decision,
  type ImageProtocol,
} from '../../output/pictures/choose-image-protocol.ts'
import { explainColor } from '../../output/terminal/color.ts'
import { type Finding, ok, warning } from './finding.ts'

/** Reports whether the streams are terminals, and what they can display. */
export async function examineTerminal({
  stdout,
  stderr,
  env,
  report,
}: Pick<Context, 'stdout' | 'stderr' | 'env' | 'report'>): Promise<readonly Finding[]> {
  const { settings } = await report()
  const choiceOf = (name: string) => settings.find(({ setting }) => setting === name)?.value
  const colorSetting = choiceOf('color')
  const choice = colorSetting === 'always' || colorSetting === 'never' ? colorSetting : 'auto'
  const size = stdout.isTerminal ? `, ${stdout.columns} columns, TERM=${env['TERM'] ?? ''}` : ''
  const { color, by: reason } = explainColor(choice, env, stdout.isTerminal, choiceOf('output') === 'table')
  return [
    ok('stdout', `${kindOf(stdout)}${size}`),
    ok('stderr', kindOf(stderr)),
    ok('color', `${color ? 'yes' : 'no'}: ${reason}`),
    ok('pictures', picturesOf(chooseImageProtocol('auto', env, { isTerminal: stdout.isTerminal, color }))),
    ...examineLocale(env),
  ]
}

const picturesOf = ({ protocol, reason }: Decision) =>
  `${protocol ? protocolWords[protocol] : 'none'}: ${reason}`

const protocolWords: Readonly<Record<ImageProtocol, string>> = {
  kitty: 'kitty graphics',
  placeholders: 'kitty placeholders',
  'placeholders-tmux': 'kitty graphics in tmux',
  iterm2: 'iTerm2 inline images',
  sixel: 'sixel',
  blocks: 'half-blocks in 24-bit colors',
  'blocks-256': 'half-blocks in 256 colors',
}

const kindOf = ({ isTerminal }: { readonly isTerminal: boolean }) =>
  isTerminal ? 'a terminal' : 'not a terminal'

/** Checks the locale. Windows has no locale variables and displays all Unicode text. */
function examineLocale(env: Context['env']): readonly Finding[] {
  const name = ['LC_ALL', 'LC_CTYPE', 'LANG'].find((one) => env[one])
  if (name === undefined && env['SystemRoot']) return []
  const locale = name === undefined ? 'no locale is set' : `${name}=${env[name]}`
  if (/utf-?8/i.test(env[name ?? ''] ?? '')) return [ok('locale', locale)]
  return [
    warning(
      'locale',
      `${locale}: characters outside ASCII may be garbled`,
      'Set LANG to a UTF-8 locale, such as C.UTF-8.',
    ),
  ]
}
