/**
 * Finds the files from which each shell loads a user's own completions, and edits kiva's lines in startup files.
 */
import type { ShellName } from '../commands/actions/maintenance.ts'
import { KivaError } from '../core/errors.ts'
import type { Env } from '../core/settings.ts'
import { shellWord } from '../core/shell-word.ts'
import { scriptNames } from '../reference/completion/scripts.ts'

/** The completion files of a shell. */
export interface CompletionHome {
  readonly script: string
  /** Lines for a startup file that load the script; empty if the shell finds the script by its path. */
  readonly lines: readonly string[]
  /** Startup files that may contain these lines. New lines go to the first. */
  readonly starts: readonly string[]
  /** What may keep the shell from loading the script, with the line to add. */
  readonly note?: string
}

/**
 * Returns the completion files of a shell. Throws `KivaError` of kind `config` if there is no home folder.
 */
export async function homeOf(
  shell: ShellName,
  env: Env,
  isThere: (path: string) => Promise<boolean>,
): Promise<CompletionHome> {
  const folders = foldersOf(env)
  const { home, data, config } = folders
  switch (shell) {
    case 'fish':
      return { script: `${data}/fish/vendor_completions.d/${scriptNames.fish}`, lines: [], starts: [] }
    case 'zsh':
      return zshHome(`${data}/zsh/site-functions`, env['ZDOTDIR'] || home)
    case 'powershell': {
      const script = `${data}/kiva/${scriptNames.powershell}`
      const profiles = isWindows(env) ? `${home}/Documents/PowerShell` : `${config}/powershell`
      return { script, lines: [`. '${script.replaceAll("'", "''")}'`], starts: [`${profiles}/profile.ps1`] }
    }
    case 'bash': {
      const folder = env['BASH_COMPLETION_USER_DIR'] || `${data}/bash-completion`
      const script = `${folder}/completions/${scriptNames.bash}`
      const starts = [`${home}/.bashrc`, `${home}/.bash_profile`]
      const has = await Promise.all([...bashCompletion, ...starts].map(isThere))
      const [hasRc, hasProfile] = has.slice(-2)
      const isFound = has.slice(0, -2).includes(true)
      const line = `. ${shellWord(script)}`
      return {
        script,
        lines: isFound ? [] : [line],
        starts: !hasRc && hasProfile ? starts.reverse() : starts,
        ...(!hasRc && !hasProfile && { note: isFound ? noStart(line) : newStart(home) }),
      }
    }
  }
}

const noStart = (line: string) =>
  `There is no ~/.bashrc. If nothing else loads bash-completion, add this line to it:\n    ${line}`

const newStart = (home: string) =>
  `There was no ~/.bashrc. Login shells read it only if ~/.bash_profile has this line:\n    . ${shellWord(`${home}/.bashrc`)}`

/**
 * Returns the content of a startup file with these lines between two markers, which replace earlier ones or go to
 * the end. All other bytes stay unchanged. Throws `KivaError` of kind `config` if the file cannot be edited safely.
 */
export function withMarked(path: string, content: Uint8Array, lines: readonly string[]): Uint8Array {
  const text = textOf(path, content)
  const added = bytesOf(Buffer.from(`${[begin, ...lines, end].join('\n')}\n`))
  if (hasBlock(path, text))
    return Buffer.from(
      text.replace(block, () => added),
      'latin1',
    )
  return Buffer.from(`${text}${text === '' || text.endsWith('\n') ? '' : '\n'}${added}`, 'latin1')
}

/**
 * Returns the file's content without kiva's lines. Throws `KivaError` of kind `config` if the file cannot
 * be edited safely.
 */
export function withoutMarked(path: string, content: Uint8Array): Uint8Array {
  const text = textOf(path, content)
  return hasBlock(path, text) ? Buffer.from(text.replace(block, ''), 'latin1') : content
}

/** Common paths of bash-completion. If it is installed, bash finds the script when first needed. */
const bashCompletion = [
  '/usr/share/bash-completion/bash_completion',
  '/usr/local/share/bash-completion/bash_completion',
  '/opt/homebrew/share/bash-completion/bash_completion',
]

/**
 * zsh loads completions only from `fpath`. The lines are safe whether or not its completion is already set
 * up.
 */
function zshHome(folder: string, home: string): CompletionHome {
  return {
    script: `${folder}/${scriptNames.zsh}`,
    lines: [
      `fpath=(${shellWord(folder)} $fpath)`,
      '(( $+functions[compdef] )) || { autoload -Uz compinit && compinit }',
      'autoload -Uz _kiva && compdef _kiva kiva',
    ],
    starts: [`${home}/.zshrc`],
  }
}

const isWindows = (env: Env) => env['OS'] === 'Windows_NT'

function foldersOf(env: Env): Readonly<Record<'home' | 'data' | 'config', string>> {
  const home = env['HOME'] || env['USERPROFILE']
  if (!home) throw new KivaError('config', 'HOME is not set', { hint: 'Set it to your home folder.' })
  // The XDG specification ignores relative paths as invalid.
  const xdg = (name: string, below: string) => (env[name]?.startsWith('/') ? env[name] : `${home}/${below}`)
  return {
    home,
    data: (isWindows(env) && env['LOCALAPPDATA']) || xdg('XDG_DATA_HOME', '.local/share'),
    config: xdg('XDG_CONFIG_HOME', '.config'),
  }
}

const begin = '# >>> kiva completion >>>'
const end = '# <<< kiva completion <<<'
const block = new RegExp(`^${begin}\\r?\\n(?:.*\\r?\\n)*?${end}(?:\\r?\\n|$)`, 'm')

/** Maps each byte to one character, so that text in any ASCII-compatible encoding survives unchanged. */
const bytesOf = (content: Uint8Array) => Buffer.from(content).toString('latin1')

function textOf(path: string, content: Uint8Array): string {
  const text = bytesOf(content)
  if (!/^(?:\xff\xfe|\xfe\xff)/.test(text)) return text
  throw new KivaError('config', `cannot edit ${path}: it is encoded in UTF-16`, {
    hint: 'Save it as UTF-8.',
  })
}

/**
 * True if the file has kiva's lines. Throws if a marker is missing or repeated, because the lines between
 * may be the user's own.
 */
function hasBlock(path: string, text: string): boolean {
  const count = (mark: string) => text.split(mark).length - 1
  const [begins, ends] = [count(begin), count(end)]
  if (begins === 0 && ends === 0) return false
  if (begins === 1 && ends === 1 && block.test(text)) return true
  throw new KivaError('config', `cannot edit ${path}: the marks around kiva's lines do not match`, {
    hint: `Remove kiva's lines from it, and every "${begin}" and "${end}".`,
  })
}
