/** Tab completion in the bash, zsh and fish of this machine, with common shell options. */
import { execFile } from 'node:child_process'
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { insertions, offers } from '../oracles/completions.ts'
import {
  bare,
  bashStart,
  fishOffers,
  installed,
  installedBash,
  installedZsh,
  type Shell,
  type Start,
  scripts,
  startShell,
  zshStart,
} from './shells.ts'

const starts: Readonly<Record<string, Start>> = {
  'bash alone': bashStart(''),
  'bash with bash-completion, and strict options': bashStart(
    '. /usr/share/bash-completion/bash_completion; shopt -s failglob extglob; set -u',
  ),
  'bash that does not break words at = and :': bashStart(`COMP_WORDBREAKS=$' \t\n"><;|&('`),
  'bash that splits words at commas': bashStart('IFS=,'),
  'zsh, sourced': zshStart('setopt nomatch', 'autoload -Uz compinit; compinit -u; . "$SCRIPTS/_kiva"'),
  'zsh by fpath, with options of other shells': zshStart(
    'setopt nomatch shwordsplit ksharrays extendedglob',
    'fpath=($SCRIPTS $fpath); autoload -Uz compinit; compinit -u',
  ),
}

describe.each(Object.entries(starts))('%s', (name, start) => {
  let shell: Shell
  beforeAll(async () => {
    shell = await startShell(start)
  })
  afterAll(() => shell.close())

  test.each(offers)('offers the expected words after %s', async (line, ...words) => {
    const { offers } = await shell.tab(line)
    expect([...offers].sort()).toEqual([...words].sort())
  })

  test.each(insertions)('completes %s⇥', async (line, after) => {
    // readline treats all of --out=answ as a file name there.
    if (name.includes('does not break') && line.includes('--out=')) return
    expect((await shell.tab(line)).line).toBe(after)
  })

  test.each([
    ['KIVA_STATE_DIR', 'mine', 'mine'],
    ['XDG_STATE_HOME', 'theirs', 'theirs/kiva'],
  ])('%s is the folder of the names', async (variable, value, folder) => {
    const home = await mkdtemp(join(tmpdir(), 'kiva-names-'))
    try {
      await mkdir(join(home, folder, 'shortlists'), { recursive: true })
      await writeFile(join(home, folder, 'shortlists', 'other.txt'), '84\n')
      await shell.runs(`export ${variable}=${join(home, value)}`)
      expect((await shell.tab('kiva loans show @')).offers).toEqual(['@other'])
      expect((await shell.tab('kiva saved run ')).offers).toEqual([])
      await writeFile(join(home, folder, 'saved-names.txt'), 'zebra\nzero\n')
      for (const line of ['kiva ze', 'kiva saved run ', 'kiva --sandbox ze'])
        expect([...(await shell.tab(line)).offers].sort()).toEqual(['zebra', 'zero'])
    } finally {
      await shell.runs(`unset ${variable}`)
      await rm(home, { recursive: true })
    }
  })

  test('completion starts no kiva, and a started kiva would be noticed', async () => {
    expect(await shell.startedKiva()).toBe(false)
    await shell.runs('kiva loans newest')
    expect(await shell.startedKiva()).toBe(true)
  })
})

test.each([
  ['bash', installedBash],
  ['zsh', installedZsh],
])('%s completes after kiva completion install', async (_, start) => {
  const shell = await startShell(start)
  try {
    expect((await shell.tab('kiva loans sea')).line).toBe('kiva loans search ')
    expect((await shell.tab('kiva loans search --status funded,fu')).line).toBe(
      'kiva loans search --status funded,fundraising ',
    )
  } finally {
    await shell.close()
  }
})

test('sourced before compinit, the script of zsh says what to do', async () => {
  const { stdout, stderr } = await promisify(execFile)('zsh', ['-fc', '. "$SCRIPTS/_kiva"'], {
    env: { SCRIPTS: scripts, PATH: '/usr/bin:/bin' },
  })
  expect([stdout, stderr]).toEqual([
    '',
    'Completion of kiva is not loaded: run "autoload -Uz compinit; compinit" first.\n',
  ])
})

describe('fish', () => {
  // If no offer starts with the word, fish itself offers words that contain its letters.
  const isExact = (word: string, line: string) => word.startsWith(line.replace(/^.*[ =,]/s, ''))

  test('offers the same words as the other shells', async () => {
    const told = await fishOffers(offers.map(([line]) => line))
    const found = offers.map(([line, ...expected], index) => {
      const words = (told[index] ?? []).map((one) => bare(one.replace(/\t.*/, '')))
      return [line, ...(expected.length > 0 ? words : words.filter((word) => isExact(word, line))).sort()]
    })
    expect(found).toEqual(offers.map(([line, ...expected]) => [line, ...[...expected].sort()]))
  })

  test('completes after kiva completion install', async () => {
    const home = await mkdtemp(join(tmpdir(), 'kiva-fish-'))
    await installed('fish', home)
    // fish loads a completion only if its command exists.
    await writeFile(join(home, 'kiva'), '#!/bin/sh\n', { mode: 0o755 })
    const { stdout } = await promisify(execFile)('fish', ['-c', "complete -C 'kiva loans sea'"], {
      env: { HOME: home, PATH: `${home}:/usr/bin:/bin` },
    })
    expect(stdout).toBe('search\tSearch loans\n')
    await rm(home, { recursive: true })
  })

  test('describes commands, options and values', async () => {
    const [commands, options, formats] = await fishOffers([
      'kiva logi',
      'kiva loans search --stat',
      'kiva -o nd',
    ])
    expect(commands).toEqual(['login\tLog in to Kiva'])
    expect(options).toEqual(['--status\tloan status'])
    expect(formats).toEqual(['ndjson\tone JSON object per line'])
  })
})
