/** Real shells at a prompt, in which Tab is pressed. Each notes what its completion was handed, and what became of the line. */
import { execFile } from 'node:child_process'
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { openTerminal } from './terminal.ts'

export const scripts = fileURLToPath(new URL('../../completions', import.meta.url))

export interface Tabbed {
  /** In no order; of a value in a list, that value alone. */
  readonly offers: readonly string[]
  /** The line as it stands then. */
  readonly line: string
}

export interface Shell {
  /** Types a line and presses Tab. */
  tab(line: string): Promise<Tabbed>
  /** Runs a command line. */
  runs(line: string): Promise<void>
  /** Whether a `kiva` has been started in this shell. */
  startedKiva(): Promise<boolean>
  close(): Promise<void>
}

export interface Start {
  /** Has `kiva completion install` done for it first. */
  readonly install?: 'bash' | 'zsh' | 'fish'
  /** Read by the shell when it begins, after `home` has been made. */
  readonly rc: string
  /** Its name below `home`. */
  readonly rcName: string
  readonly command: string
}

/** Begins a shell in a home of its own, with a `kiva` that notes when it is started. */
export async function startShell({ rc, rcName, command, install }: Start): Promise<Shell> {
  const home = await mkdtemp(join(tmpdir(), 'kiva-shell-'))
  const inHome = (name: string) => join(home, name)
  const note = async (name: string) => readFile(inHome(name), 'utf8').catch(() => undefined)
  for (const folder of ['bin', 'here', 'here/my folder']) await mkdir(inHome(folder))
  await writeFile(inHome('bin/kiva'), `#!/bin/sh\n: > '${inHome('started')}'\n`, { mode: 0o755 })
  await writeFile(inHome('here/answers.json'), '')
  await writeFile(inHome('here/my folder/ca.pem'), '')
  await writeFile(inHome(rcName), rc)
  if (install) await installed(install, home)
  const terminal = openTerminal(command, {
    cwd: inHome('here'),
    env: {
      HOME: home,
      ZDOTDIR: home,
      SCRIPTS: scripts,
      PATH: `${inHome('bin')}:/usr/bin:/bin`,
      LANG: 'C.UTF-8',
    },
    columns: 100,
  })
  await terminal.shows(/READY>/)
  let count = 0
  const told = () => terminal.shows(new RegExp(`DONE ${++count}\\b`))

  return {
    tab: async (line) => {
      await rm(inHome('offers'), { force: true })
      terminal.press(`${line}\t\x07`)
      await told()
      const offers = (await note('offers'))?.split('\n').filter((word) => word !== '') ?? []
      return { offers: offers.map(bare), line: (await note('line')) ?? '' }
    },
    runs: async (line) => {
      terminal.type(line)
      terminal.press('\x07')
      await told()
    },
    startedKiva: async () => (await note('started')) !== undefined,
    close: async () => {
      await terminal.close()
      await rm(home, { recursive: true, force: true })
    },
  }
}

const tool = fileURLToPath(new URL('../../bin/kiva.cjs', import.meta.url))

/** Runs `kiva completion install` for a home. */
export async function installed(shell: string, home: string): Promise<void> {
  await promisify(execFile)(process.execPath, [tool, 'completion', 'install', '--shell', shell], {
    env: { HOME: home, PATH: '/usr/bin:/bin' },
  })
}

/** A word that was offered, without what stands before it in its word, and without quotes. */
export const bare = (word: string) => word.replace(/\\(.)/g, '$1').replace(/^.*[=,]/s, '')

/** Its completion is looked at through a function around it; Ctrl-G notes the line and empties it. */
export const bashStart = (options: string): Start => ({
  command: 'exec bash --noprofile --rcfile "$HOME/.bashrc" -i',
  rcName: '.bashrc',
  rc: `PS1='READY> ' told=0
${options}
. "$SCRIPTS/kiva.bash"
spy() { _kiva "$@"; printf '%s\\n' "\${COMPREPLY[@]}" >"$HOME/offers"; }
complete -F spy kiva
tell() { printf %s "$READLINE_LINE" >"$HOME/line"; READLINE_LINE= READLINE_POINT=0; echo "DONE $((++told))"; }
bind -x '"\\C-g": tell'
`,
})

export const zshStart = (options: string, load: string): Start => ({
  command: 'exec zsh -i',
  rcName: '.zshrc',
  rc: `PS1='READY> ' LISTMAX=-1
${load}
${options}
compadd() {
  local hits=()
  builtin compadd -O hits "$@"
  print -rl -- "$IPREFIX"\${^hits} >>"$HOME/offers"
  builtin compadd "$@"
}
tell() { print -rn -- "$BUFFER" >"$HOME/line"; BUFFER=; zle -I; print "DONE $((++told))"; }
zle -N tell
bindkey '^G' tell
`,
})

/** As it was installed, with nothing around it; only the line can be told. */
export const installedBash: Start = {
  install: 'bash',
  command: 'exec bash --noprofile --rcfile "$HOME/.bashrc" -i',
  rcName: '.bashrc',
  rc: `PS1='READY> ' told=0
. /usr/share/bash-completion/bash_completion
tell() { printf %s "$READLINE_LINE" >"$HOME/line"; READLINE_LINE= READLINE_POINT=0; echo "DONE $((++told))"; }
bind -x '"\\C-g": tell'
`,
}

export const installedZsh: Start = { ...zshStart('setopt nomatch', ''), install: 'zsh' }

/** What fish offers at the end of each line, one process for all; each with what it is. */
export async function fishOffers(lines: readonly string[]): Promise<readonly (readonly string[])[]> {
  const each = 'source $SCRIPTS/kiva.fish; for line in $argv; complete -C $line; echo =====; end'
  const { stdout } = await promisify(execFile)('fish', ['--no-config', '-c', each, ...lines], {
    env: { HOME: tmpdir(), SCRIPTS: scripts, PATH: '/usr/bin:/bin', LANG: 'C.UTF-8' },
  })
  return stdout.split('=====\n').map((text) => text.split('\n').filter((line) => line !== ''))
}
