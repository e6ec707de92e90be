/** Real shells in which Tab is pressed. Each writes the offered words and the completed line to files. */
import { execFile } from 'node:child_process'
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { openTerminal } from './terminal.ts'

export const scripts = fileURLToPath(new URL('../../completions', import.meta.url))

export interface Tabbed {
  /** Unordered. For a value in a list, only that value. */
  readonly offers: readonly string[]
  /** The line after Tab. */
  readonly line: string
}

export interface Shell {
  /** Types a line and presses Tab. */
  tab(line: string): Promise<Tabbed>
  /** Runs a command line. */
  runs(line: string): Promise<void>
  /** Returns whether a `kiva` has been started in this shell. */
  startedKiva(): Promise<boolean>
  close(): Promise<void>
}

export interface Start {
  /** Runs `kiva completion install` for this shell first. */
  readonly install?: 'bash' | 'zsh' | 'fish'
  /** The startup file of the shell. */
  readonly rc: string
  /** The name of the startup file in the home folder. */
  readonly rcName: string
  readonly command: string
}

/** Starts a shell with its own home, and with a `kiva` that notes when it is started. */
export async function startShell({ rc, rcName, command, install }: Start): Promise<Shell> {
  const home = await mkdtemp(join(tmpdir(), 'kiva-shell-'))
  const inHome = (name: string) => join(home, name)
  const note = async (name: string) => readFile(inHome(name), 'utf8').catch(() => undefined)
  for (const folder of ['bin', 'here', 'here/my folder']) await mkdir(inHome(folder))
  await writeNames(inHome('.local/state/kiva'))
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

/** Writes shortlists and saved commands as kiva keeps them in its state folder, and files that are neither. */
export async function writeNames(folder: string): Promise<void> {
  await mkdir(join(folder, 'shortlists'), { recursive: true })
  for (const name of [
    'spring.txt',
    'week-end.txt',
    'me.txt',
    'no list.txt',
    "o'x$(y).txt",
    'spring.txt.lock',
  ])
    await writeFile(join(folder, 'shortlists', name), '84\n')
  await writeFile(join(folder, 'saved-names.txt'), ['food', 'in', 'one', 'soon', 'xplore', ''].join('\n'))
  const lines = [
    'in\tloans search\t--country-code\t--status',
    'xplore\texplore loans search\t--sector',
    'one\tloans show\t1\t--out',
    'plain\tteams search',
  ]
  await writeFile(join(folder, 'saved-lines.txt'), `${lines.join('\n')}\n`)
}

const tool = fileURLToPath(new URL('../../bin/kiva.cjs', import.meta.url))

/** Runs `kiva completion install` for a home. */
export async function installed(shell: string, home: string): Promise<void> {
  await promisify(execFile)(process.execPath, [tool, 'completion', 'install', '--shell', shell], {
    env: { HOME: home, PATH: '/usr/bin:/bin' },
  })
}

/** Returns the last value of an offered word, without quotes. */
export const bare = (word: string) => word.replace(/\\(.)/g, '$1').replace(/^.*[=,:](?=.)/s, '')

/** A wrapper around the completion function records its offers. Ctrl-G records the line and clears it. */
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

/** The completion as installed, without a wrapper, so that only the line is known. */
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

/** Returns the offers of fish for each line, with descriptions. One process handles all lines. */
export async function fishOffers(lines: readonly string[]): Promise<readonly (readonly string[])[]> {
  const home = await mkdtemp(join(tmpdir(), 'kiva-fish-'))
  await writeNames(join(home, '.local/state/kiva'))
  const each = 'source $SCRIPTS/kiva.fish; for line in $argv; complete -C $line; echo =====; end'
  const { stdout } = await promisify(execFile)('fish', ['--no-config', '-c', each, ...lines], {
    env: { HOME: home, SCRIPTS: scripts, PATH: '/usr/bin:/bin', LANG: 'C.UTF-8' },
  })
  await rm(home, { recursive: true })
  return stdout.split('=====\n').map((text) => text.split('\n').filter((line) => line !== ''))
}
