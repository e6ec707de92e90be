/** `--web` opens the web pages of the given ids without any request. */
import { describe, expect, test } from 'vitest'
import type { Send } from '../../src/core/http.ts'
import { jsonReply, run } from '../harness.ts'

const site = 'https://www.kiva.org'
const page = (path: string) => `${site}/${path}`

describe('with a browser', () => {
  test.each([
    [['loans', 'show', '84'], page('lend/84')],
    [['loans', 'show', '#2100001'], page('lend/2100001')],
    [['lenders', 'show', 'ann'], page('lender/ann')],
    [['teams', 'using-shortname', 'late_lions'], page('team/late_lions')],
    [['lenders', 'show', 'ann?next=x#y'], page('lender/ann%3Fnext%3Dx%23y')],
  ])('%j opens %s', async (words, url) => {
    const { code, opened, requests, stdout, stderr } = await run([...words, '--web'], { terminal: 80 })
    expect([code, opened, requests.length, stdout]).toEqual([0, [url], 0, ''])
    expect(stderr).toContain(`Opened ${url}`)
  })

  test('an id with a slash opens no page, and exits with 2', async () => {
    const words = ['lenders', 'show', 'ann?next=//evil.example#x', '--web']
    const { code, opened, requests } = await run(words, { terminal: 80 })
    expect([code, opened, requests]).toEqual([2, [], []])
  })

  test('at most five pages are opened, and the other addresses are printed', async () => {
    const ids = ['1', '2', '3', '4', '5', '6', '7']
    const { opened, stdout } = await run(['loans', 'show', ...ids, '--web'], { terminal: 80 })
    expect(opened).toEqual(ids.slice(0, 5).map((id) => page(`lend/${id}`)))
    expect(stdout).toBe(`${page('lend/6')}\n${page('lend/7')}\n`)
  })

  test.each([
    ['http://127.0.0.1:8080', {}, 'http://127.0.0.1:8080/lend/84'],
    ['https://localhost:8443', { KIVA_AUTH_URL: 'https://auth.test' }, 'https://auth.test/lend/84'],
    ['https://api.test', {}, 'https://www.kiva.org/lend/84'],
  ])('a sandbox that is served at %s has its own pages', async (baseUrl, env, page) => {
    const words = ['--base-url', baseUrl, 'loans', 'show', '84']
    const { opened } = await run([...words, '--web'], { terminal: 80, env })
    expect(opened).toEqual([page])
    const send: Send = async () => jsonReply({ loans: [{ id: 84, status: 'fundraising' }] })
    const { stdout } = await run([...words, '-o', 'table'], { send, env })
    expect(stdout).toContain(`Lend  ${page}`)
  })

  test('the configured website is opened', async () => {
    const { opened } = await run(
      [
        'loans',
        'show',
        '84',
        '--web',
        '--base-url',
        'https://api.example.org',
        '--auth-url',
        'https://www.example.org',
      ],
      { terminal: 80 },
    )
    expect(opened).toEqual(['https://www.example.org/lend/84'])
  })
})

describe('without a browser the addresses are printed', () => {
  test.each([
    ['there is no terminal', {}, ['-o', 'table']],
    ['it is a session of SSH', { terminal: 80, env: { SSH_TTY: '/dev/pts/0' } }, []],
    ['none can be started', { terminal: 80, world: { browse: async () => false } }, []],
    ['the start fails', { terminal: 80, world: { browse: async () => Promise.reject(new Error('no')) } }, []],
  ])('because %s', async (_, options, more) => {
    const { code, stdout, opened } = await run(['loans', 'show', '84', '85', '--web', ...more], options)
    expect([code, stdout, opened]).toEqual([0, `${page('lend/84')}\n${page('lend/85')}\n`, []])
  })

  test('as JSON in a pipe', async () => {
    const { stdout } = await run(['loans', 'show', '84', '--web'])
    expect(JSON.parse(stdout)).toEqual([{ id: 84, url: page('lend/84'), opened: false }])
  })

  test('for ids from standard input', async () => {
    const { stdout } = await run(['loans', 'show', '-', '--web', '-o', 'table'], { stdin: '84\n85\n' })
    expect(stdout).toBe(`${page('lend/84')}\n${page('lend/85')}\n`)
  })
})

describe('a usage error:', () => {
  test.each([
    [['--sandbox', 'loans', 'show', '84'], 'The built-in sandbox has no website'],
    [['lenders', 'show', '..'], '..'],
    [['loans', 'show', '84', '--jq', '.id'], '--jq cannot be used with --web'],
    [['loans', 'show', '84', '--out', 'a.json'], '--out cannot be used with --web'],
    [['partners', 'list'], '--web'],
    [['teams', 'show', '3'], '--web'],
  ])('%j', async (words, expected) => {
    const { code, opened, requests, stderr } = await run([...words, '--web'], { terminal: 80 })
    expect([code, opened, requests]).toEqual([2, [], []])
    expect(stderr).toContain(expected)
  })
})
