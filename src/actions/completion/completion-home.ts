/** Finds the files from which each shell loads a user's own completions. */
import type { ShellName } from '../../commands/actions/completion.ts'
import type { World } from '../../context.ts'
import { KivaError } from '../../errors.ts'
import { scriptNames } from '../../reference/completion/scripts.ts'
import { shellWord } from '../../shell-word.ts'

type Env = World['env']

/** The completion files of a shell. */
export interface CompletionHome {
  readonly script: string
  /** Lines for a startup file that load the script; empty if the shell finds the script by its path. */
  readonly lines: readonly string[]
  /** Startup files that may contain these lines. New lines go to the first. */
  readonly starts: readonly string[]
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
      const own = env['BASH_COMPLETION_USER_DIR'] || `${data}/bash-completion`
      const script = `${own}/completions/${scriptNames.bash}`
      const starts = [`${home}/.bashrc`, `${home}/.bash_profile`]
      const has = await Promise.all([...bashCompletion, ...starts].map(isThere))
      const [hasRc, hasProfile] = has.slice(-2)
      return {
        script,
        lines: has.slice(0, -2).includes(true) ? [] : [`. ${shellWord(script)}`],
        starts: !hasRc && hasProfile ? starts.reverse() : starts,
      }
    }
  }
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
