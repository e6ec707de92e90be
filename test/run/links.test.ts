/** Hyperlinks of ids to the website, in tables and pages of complete commands. */
import { describe, expect, test } from 'vitest'
import type { Json } from '../../src/core/json.ts'
import { jsonReply, type RunOptions, run } from '../harness.ts'

const env = { FORCE_HYPERLINK: '1', NO_COLOR: '1' }
const to = (path: string, text: string) => `\x1b]8;;https://www.kiva.org/${path}\x1b\\${text}\x1b]8;;\x1b\\`

const answering = (body: Json, more: RunOptions = {}): RunOptions => ({
  terminal: 100,
  env,
  send: async () => jsonReply(body),
  ...more,
})
const loans = [{ id: 84, name: 'Amina', status: 'fundraising' }]

test.each<[readonly string[], Json, readonly string[]]>([
  [['loans', 'newest'], { loans }, [to('lend/84', '84')]],
  [['loans', 'newest', '--fields', 'id,name'], { loans }, [to('lend/84', '84')]],
  [['loans', 'show', '84'], { loans }, [to('lend/84', 'https://www.kiva.org/lend/84')]],
  [
    ['lenders', 'newest'],
    { lenders: [{ lender_id: 'ann b', name: 'Ann' }] },
    [to('lender/ann%20b', 'ann b')],
  ],
  [
    ['teams', 'search'],
    { teams: [{ id: 3, shortname: 'lions', name: 'Lions' }] },
    [to('team/lions', 'lions')],
  ],
  [
    ['lending-actions', 'recent'],
    { lending_actions: [{ id: 1, loan: { id: 84 }, lender: { lender_id: 'ann' } }] },
    [to('lend/84', '84'), to('lender/ann', 'ann')],
  ],
  [
    ['lending-actions', 'recent', '--fields', 'id,loan.id,lender.lender_id'],
    { lending_actions: [{ id: 1, loan: { id: 84 }, lender: { lender_id: 'ann' } }] },
    [to('lend/84', '84'), to('lender/ann', 'ann')],
  ],
])('%j links ids to the website', async (words, body, expected) => {
  const { stdout } = await run(words, answering(body))
  for (const link of expected) expect(stdout).toContain(link)
})

test('links do not change the width of a row', async () => {
  const bare = await run(['loans', 'newest'], answering({ loans }, { env: { NO_COLOR: '1' } }))
  const { stdout } = await run(['loans', 'newest'], answering({ loans }))
  expect(stdout.replaceAll(/\x1b\]8;;.*?\x1b\\/g, '')).toBe(bare.stdout)
  expect(bare.stdout).not.toContain('\x1b')
})

describe('there are no links', () => {
  test.each<[string, readonly string[], RunOptions]>([
    ['on a pipe', ['-o', 'table'], { terminal: undefined }],
    ['on a dumb terminal', [], { env: { ...env, TERM: 'dumb' } }],
    ['where the terminal is not known to have them', [], { env: { TERM: 'xterm' } }],
    [
      'where the website has no https',
      ['--base-url', 'http://127.0.0.1:1', '--auth-url', 'http://127.0.0.1:1'],
      {},
    ],
    ['in JSON', ['-o', 'json'], {}],
  ])('%s', async (_, more, options) => {
    const { stdout } = await run(
      ['loans', 'newest', ...more, '--color', 'never'],
      answering({ loans }, options),
    )
    expect(stdout).toContain('84')
    expect(stdout).not.toContain('\x1b')
  })

  test('in the sandbox, which has no website', async () => {
    const { stdout } = await run(['--sandbox', 'loans', 'newest', '--limit', '1'], { terminal: 100, env })
    expect(stdout).toContain('ID')
    expect(stdout).not.toContain('\x1b')
  })
})

test('links in the text of a record are removed', async () => {
  const evil = to('lend/1', 'x').replace('www.kiva.org', 'evil.example')
  const id = '\x1b\\\x1b]8;;https://evil.example/'
  const { stdout } = await run(['lenders', 'newest'], answering({ lenders: [{ lender_id: id, name: evil }] }))
  const addresses = [...stdout.matchAll(/\x1b\]8;;(.*?)\x1b\\/g)].map(([, address]) => address)
  // kiva's own link begins and ends.
  const shown = encodeURIComponent(id.replaceAll('\x1b', '\ufffd'))
  expect(addresses).toEqual([`https://www.kiva.org/lender/${shown}`, ''])
})
