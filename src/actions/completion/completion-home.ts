/** Where each shell looks for completions of a person's own. */
import type { ShellName } from '../../commands/actions/completion.ts'
import type { World } from '../../context.ts'
import { KivaError } from '../../errors.ts'
import { scriptNames } from '../../reference/completion/scripts.ts'
import { shellWord } from '../../shell-word.ts'

type Env = World['env']

/** What a shell reads. */
export interface CompletionHome {
  readonly script: string
  /** What leads to the script in a file that the shell runs at its start; none where the script is found by its place. */
  readonly lines: readonly string[]
  /** The files where such lines may stand; new ones go to the first. */
  readonly starts: readonly string[]
}

/** Where a shell keeps completion. Throws `KivaError` of kind `config` where there is no home folder. */
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

/** Where bash-completion is commonly found: with it, bash finds the script when it is first needed. */
const bashCompletion = [
  '/usr/share/bash-completion/bash_completion',
  '/usr/local/share/bash-completion/bash_completion',
  '/opt/homebrew/share/bash-completion/bash_completion',
]

/** zsh looks only where it is told to. The lines do no harm where its completion has been set up before, or not at all. */
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
  // The XDG specification: a relative path is invalid and counts as not set.
  const xdg = (name: string, below: string) => (env[name]?.startsWith('/') ? env[name] : `${home}/${below}`)
  return {
    home,
    data: (isWindows(env) && env['LOCALAPPDATA']) || xdg('XDG_DATA_HOME', '.local/share'),
    config: xdg('XDG_CONFIG_HOME', '.config'),
  }
}
