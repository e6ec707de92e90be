import { readFile } from 'node:fs/promises'
import { describe, expect, test } from 'vitest'
import { withMarked, withoutMarked } from '../../src/actions/completion-files.ts'
import { run } from '../harness.ts'

const env = { HOME: '/home/robin', SHELL: '/usr/bin/zsh' }
const zshScript = '/home/robin/.local/share/zsh/site-functions/_kiva'
const committed = (name: string) => readFile(new URL(`../../completions/${name}`, import.meta.url), 'utf8')

test.each([
  ['bash', 'kiva.bash'],
  ['zsh', '_kiva'],
  ['fish', 'kiva.fish'],
  ['powershell', 'kiva.ps1'],
])('kiva completion %s prints completions/%s, byte for byte', async (shell, name) => {
  const { stdout, code } = await run(['completion', shell])
  expect([code, stdout]).toEqual([0, await committed(name)])
})

describe('kiva completion install', () => {
  test('shows its changes, --dry-run changes nothing, and a second run has nothing to do', async () => {
    const folder = new Map([['/home/robin/.zshrc', 'setopt nomatch']])
    const words = ['completion', 'install', '-o', 'table']
    const dry = await run([...words, '--dry-run'], { env, folder })
    expect(dry.stdout).toContain(`Would install ${zshScript}`)
    expect([...folder]).toEqual([['/home/robin/.zshrc', 'setopt nomatch']])

    const { stdout } = await run(words, { env, folder })
    expect(stdout).toBe(
      `Installed ${zshScript}
Changed /home/robin/.zshrc, with these lines:
    fpath=(/home/robin/.local/share/zsh/site-functions $fpath)
    (( $+functions[compdef] )) || { autoload -Uz compinit && compinit }
    autoload -Uz _kiva && compdef _kiva kiva
Restart zsh to apply this.
`,
    )
    expect(folder.get(zshScript)).toBe(await committed('_kiva'))

    const before = [...folder]
    expect((await run(words, { env, folder })).stdout).toBe('Nothing to change for zsh.\n')
    expect([...folder]).toEqual(before)
  })

  test('uninstall reverts it and keeps other lines', async () => {
    const folder = new Map([['/home/robin/.zshrc', 'setopt nomatch\n']])
    await run(['completion', 'install'], { env, folder })
    folder.set('/home/robin/.zshrc', `${folder.get('/home/robin/.zshrc')}alias k=kiva\n`)
    const { stdout } = await run(['completion', 'uninstall', '-o', 'json'], { env, folder })
    expect(JSON.parse(stdout)).toEqual({
      shell: 'zsh',
      dry_run: false,
      changes: [
        { file: '/home/robin/.zshrc', change: 'changed' },
        { file: zshScript, change: 'removed' },
      ],
    })
    expect([...folder]).toEqual([['/home/robin/.zshrc', 'setopt nomatch\nalias k=kiva\n']])
  })

  test.each([
    [['fish'], {}, ['/home/robin/.local/share/fish/vendor_completions.d/kiva.fish']],
    [['fish'], { XDG_DATA_HOME: '/data' }, ['/data/fish/vendor_completions.d/kiva.fish']],
    [['zsh'], { ZDOTDIR: '/z' }, [zshScript, '/z/.zshrc']],
    [
      ['powershell'],
      {},
      ['/home/robin/.local/share/kiva/kiva.ps1', '/home/robin/.config/powershell/profile.ps1'],
    ],
    [
      ['powershell'],
      { OS: 'Windows_NT', LOCALAPPDATA: 'C:/local' },
      ['C:/local/kiva/kiva.ps1', '/home/robin/Documents/PowerShell/profile.ps1'],
    ],
    [
      ['fish'],
      { LOCALAPPDATA: 'C:/local' },
      ['/home/robin/.local/share/fish/vendor_completions.d/kiva.fish'],
    ],
    [['bash'], {}, ['/home/robin/.local/share/bash-completion/completions/kiva.bash', '/home/robin/.bashrc']],
  ])('%s with %o writes %o', async ([shell = ''], more, files) => {
    const { folder } = await run(['completion', 'install', '--shell', shell], { env: { ...env, ...more } })
    expect([...folder.keys()]).toEqual(files)
  })

  test('does not change .bashrc if bash-completion is installed', async () => {
    const folder = new Map([['/usr/share/bash-completion/bash_completion', '']])
    await run(['completion', 'install', '--shell', 'bash'], { env, folder })
    expect(folder.has('/home/robin/.bashrc')).toBe(false)
  })

  test('does not replace a file that kiva did not write', async () => {
    const folder = new Map([[zshScript, 'mine']])
    for (const verb of ['install', 'uninstall']) {
      const { code, stderr } = await run(['completion', verb], { env, folder })
      expect([code, stderr]).toEqual([3, expect.stringContaining(`${zshScript} was not created by kiva`)])
    }
    expect([...folder]).toEqual([[zshScript, 'mine']])
  })

  test('requires --shell if SHELL is another shell', async () => {
    const { code, stderr } = await run(['completion', 'install'], { env: { ...env, SHELL: '/bin/dash' } })
    expect([code, stderr]).toEqual([2, expect.stringContaining('install bash|zsh|fish|powershell')])
  })

  test.each(['install bash', 'install --shell bash', 'install bash --shell bash', 'uninstall bash'])(
    'takes the shell as an argument, and as an option: %s',
    async (line) => {
      const { code, stdout } = await run(['completion', ...line.split(' ')], { env })
      expect([code, JSON.parse(stdout).shell]).toEqual([0, 'bash'])
    },
  )

  test('refuses two shells, and one that kiva does not know', async () => {
    const both = await run(['completion', 'install', 'bash', '--shell', 'zsh'], { env })
    expect([both.code, both.folder.size]).toEqual([2, 0])
    expect((await run(['completion', 'install', 'tcsh'], { env })).code).toBe(2)
  })

  const script = '/home/robin/.local/share/bash-completion/completions/kiva.bash'
  test.each<readonly [string, readonly string[], string | undefined]>([
    ['with ~/.bashrc', ['/home/robin/.bashrc'], undefined],
    ['with ~/.bash_profile', ['/home/robin/.bash_profile'], undefined],
    [
      'without a startup file',
      [],
      'There was no ~/.bashrc. Login shells read it only if ~/.bash_profile has this line:\n    . /home/robin/.bashrc',
    ],
    [
      'with bash-completion, without a startup file',
      ['/usr/share/bash-completion/bash_completion'],
      `There is no ~/.bashrc. If nothing else loads bash-completion, add this line to it:\n    . ${script}`,
    ],
    [
      'with bash-completion and ~/.bashrc',
      ['/usr/share/bash-completion/bash_completion', '/home/robin/.bashrc'],
      undefined,
    ],
  ])('bash %s: says which line to add if nothing may load the script', async (_, files, note) => {
    for (const dry of [[], ['--dry-run']]) {
      const folder = new Map(files.map((file) => [file, '']))
      const words = ['completion', 'install', 'bash', ...dry]
      const { stdout } = await run([...words, '-o', 'table'], { env, folder: new Map(folder) })
      expect(stdout.includes('add this line') || stdout.includes('has this line')).toBe(note !== undefined)
      if (note) expect(stdout).toContain(`\n${note}\n`)
      expect(JSON.parse((await run([...words, '-o', 'json'], { env, folder })).stdout).note).toBe(note)
      const removed = await run(['completion', 'uninstall', 'bash', ...dry, '-o', 'json'], { env, folder })
      expect(JSON.parse(removed.stdout).note).toBeUndefined()
    }
  })
})

describe('lines between marks in a file', () => {
  const marked = (text: string, lines: readonly string[]) =>
    Buffer.from(withMarked('profile', Buffer.from(text), lines)).toString()
  const unmarked = (text: string) => Buffer.from(withoutMarked('profile', Buffer.from(text))).toString()

  test('are found in a file with CRLF line ends', () => {
    const text = marked('a\n', ['b']).replaceAll('\n', '\r\n')
    expect(unmarked(text)).toBe('a\r\n')
    expect(marked(text, ['c'])).toContain('c\n')
    expect(marked(text, ['c'])).not.toContain('b')
  })

  test('cause an error if a mark is missing', () => {
    const broken = marked('a\n', ['b']).replace(/# <<<.*\n/, 'my own\n')
    expect(() => unmarked(broken)).toThrow('cannot edit profile: the marks')
    expect(() => marked(broken, ['c'])).toThrow('cannot edit profile: the marks')
  })
})
