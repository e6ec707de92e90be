/** `--read`, `--lang` and `--full` in complete commands, and when the reading layout is the default. */
import { describe, expect, test } from 'vitest'
import type { Send } from '../../src/core/http.ts'
import type { JsonObject } from '../../src/core/json.ts'
import { jsonReply, run } from '../harness.ts'

const loan = (id: number, texts: JsonObject): JsonObject => ({
  id,
  name: `Loan ${id}`,
  description: { languages: Object.keys(texts), texts },
  terms: { scheduled_payments: [1, 2].map((month) => ({ due_date: `2027-0${month}-01`, amount: 5 })) },
})
const loans = [loan(84, { en: 'Good news.', es: 'Buenas noticias.' }), loan(85, { en: 'More news.' })]
const entries = [1, 2].map((id) => ({
  id,
  subject: `Entry ${id}`,
  body: '<p>Some <b>words</b>.</p>',
  author: 'Jo',
}))
const comments = [1, 2].map((id) => ({ id, author: `Kim ${id}`, body: 'Well done!' }))

const service: Send = async ({ url }) => {
  const { pathname } = new URL(url)
  if (pathname.includes('comments')) return jsonReply({ comments })
  if (pathname.includes('journal')) return jsonReply({ journal_entries: entries })
  if (pathname.includes('updates'))
    return jsonReply({
      loan_updates: entries.map((entry) => ({ update_type: 'journal_entry', journal_entry: entry })),
    })
  return jsonReply({ loans: loans.filter(({ id }) => pathname.includes(String(id))) })
}
const kiva = (line: string, terminal?: number) =>
  run(line.split(' '), { send: service, terminal, env: { NO_COLOR: '1' } })

const rule = `\n${'─'.repeat(80)}\n\n`

describe('on a terminal', () => {
  test.each([
    ['loans journal-entries 84', 'Some words.'],
    ['loans updates 84', 'Some words.'],
    ['journal-entries comments 1', 'Well done!'],
    ['loans show 84 85', 'More news.'],
    ['journal-entries search --read', 'Some words.'],
  ])('kiva %s prints full texts', async (line, words) => {
    const { code, stdout } = await kiva(line, 80)
    expect(code).toBe(0)
    expect(stdout.split(rule)).toHaveLength(2)
    expect(stdout).toContain(words)
  })

  test.each([
    'loans journal-entries 84 -o table',
    'loans updates 84 -o table',
    'journal-entries comments 1 -o table',
    'loans show 84 85 -o table',
    'loans show 84 85 --fields id,name',
    'loans show 84 85 --jq .name',
    'journal-entries search',
  ])('kiva %s prints a table', async (line) => {
    const { code, stdout } = await kiva(line, 80)
    expect(code).toBe(0)
    expect(stdout).not.toContain('─')
    expect(stdout.trimEnd().split('\n')).toHaveLength(3)
  })

  test('KIVA_OUTPUT=table prints a table', async () => {
    const { stdout } = await run(['loans', 'updates', '84'], {
      send: service,
      terminal: 80,
      env: { KIVA_OUTPUT: 'table', NO_COLOR: '1' },
    })
    expect(stdout).not.toContain('─')
  })
})

describe('KIVA_OUTPUT and the setting output', () => {
  const files = () => new Map<string, unknown>([['config', { output: 'csv' }]])
  const env = { KIVA_OUTPUT: 'csv', NO_COLOR: '1' }
  const lines = ['doctor --offline', 'config list', 'cache info', 'loans search --fields']

  test.each(lines)('are about records, so kiva %s ignores them', async (line) => {
    const words = line.split(' ')
    for (const options of [{ env }, { files: files() }]) {
      const { stdout } = await run(words, options)
      expect(JSON.parse(stdout)).toBeTypeOf('object')
      const onTerminal = { terminal: 100, env: { NO_COLOR: '1' } }
      const { stdout: usual } = await run(words, onTerminal)
      const { stdout: drawn } = await run(words, { ...onTerminal, ...options })
      expect(drawn.split('\n')[0]).toBe(usual.split('\n')[0])
    }
    expect((await run([...words, '-o', 'csv'])).stdout).not.toMatch(/^[[{]/)
  })

  test('choose the format of records', async () => {
    for (const options of [{ env }, { files: files() }]) {
      for (const line of ['loans newest', 'api loans/newest', 'my account']) {
        const { stdout } = await run(['--sandbox', ...line.split(' ')], options)
        if (stdout !== '') expect(stdout).not.toMatch(/^[[{]/)
      }
    }
  })

  test('errors of an action on a terminal are text, whatever the variable says', async () => {
    const words = ['config', 'get', 'nosuch']
    const { stderr } = await run(words, { terminal: 80, env: { KIVA_OUTPUT: 'json' } })
    expect(stderr).toMatch(/^error: /)
    const asked = await run([...words, '-o', 'json'], { terminal: 80 })
    expect(JSON.parse(asked.stderr).error.kind).toBe('usage')
  })

  test('the folder of mirror export does not choose the format of errors', async () => {
    const { stderr } = await run(['mirror', 'export', '--out', 'lake.csv', '--nonsense'])
    expect(JSON.parse(stderr).error.kind).toBe('usage')
  })
})

describe('in a pipe', () => {
  test('records are JSON, unless --read, --lang or --full is given', async () => {
    expect(JSON.parse((await kiva('loans updates 84')).stdout)).toHaveLength(2)
    expect((await kiva('loans updates 84 --read')).stdout).toMatch(/^Entry 1 +journal entry · #1\n/)
    expect((await kiva('loans show 84 --lang es')).stdout).toContain('Spanish\nBuenas noticias.\n')
    expect((await kiva('loans show 84 --full')).stdout).toMatch(/Repayments\n[\s\S]*in all +\$10/)
  })
})

describe('--lang', () => {
  test('accepts a code or a name in any case, or all', async () => {
    for (const language of ['es', 'ES', 'spanish'])
      expect((await kiva(`loans show 84 --lang ${language}`, 80)).stdout).toContain('Buenas noticias.')
    const all = (await kiva('loans show 84 --lang all', 80)).stdout
    expect(all).toMatch(/Good news\.[\s\S]*Buenas noticias\./)
  })

  test('prints another language for a loan without this one, if another loan has it', async () => {
    const { code, stdout } = await kiva('loans show 84 85 --lang es', 80)
    expect(code).toBe(0)
    expect(stdout).toMatch(/Buenas noticias\.[\s\S]*More news\./)
  })

  test('fails with the available languages if no loan has it', async () => {
    const { code, stdout, stderr } = await kiva('loans show 84 85 --lang fr', 80)
    expect([code, stdout]).toEqual([5, ''])
    expect(stderr).toBe(
      'error: no text in "fr": available in en, es\nhint: Use one of them, or --lang all.\n',
    )
  })
})

test.each([
  ['loans updates 84 --read -o json', '--read cannot be used with -o json'],
  ['loans updates 84 --read --wire json', '--read cannot be used with --wire'],
  ['loans show 84 --lang es --fields id', '--fields cannot be used with --lang'],
  ['loans show 84 --full --jq .', '--jq cannot be used with --full'],
  ['loans updates 84 --read --out updates.json', '--read cannot be used with --out updates.json'],
])('kiva %s is a usage error', async (line, message) => {
  const { code, stderr, requests } = await kiva(line, 80)
  expect(code).toBe(2)
  expect(stderr).toContain(message)
  expect(requests).toEqual([])
})

test('--read and --lang are usage errors for commands without texts or languages', async () => {
  expect((await kiva('loans search --read', 80)).code).toBe(2)
  expect((await kiva('loans updates 84 --lang es', 80)).code).toBe(2)
})
