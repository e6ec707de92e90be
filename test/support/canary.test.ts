/** The canary itself: it reports secrets in every encoding, and nothing else. */
import { expect, test } from 'vitest'
import { createSecrets } from '../../src/auth/masking.ts'
import type { Action } from '../../src/commands/action.ts'
import { users } from '../../src/sandbox/oauth/provider-state.ts'
import { run } from '../harness.ts'
import { expectNoSecret, learn, searchAll, secretsIn, watch } from './canary.ts'

const secret = 'at.1~%2B/=;org & example'

test.each([
  ['plain', secret],
  ['percent-encoded', encodeURIComponent(secret)],
  ['percent-encoded twice', encodeURIComponent(encodeURIComponent(secret))],
  ['in a form', String(new URLSearchParams({ token: secret }))],
  ['in JSON', JSON.stringify({ token: secret })],
  ['in base64', Buffer.from(secret).toString('base64')],
])('finds a secret %s', (_, text) => {
  expect(() => expectNoSecret('a text', `before ${text} after`, [secret])).toThrow('The canary sings: a text')
})

test('reports nothing in a text without a secret', () => {
  expect(() => expectNoSecret('a text', 'nothing of it: at.1~%2B/', [secret])).not.toThrow()
})

test("finds the secrets in the tool's own files, and skips public tokens", () => {
  const entry = {
    api_origin: 'https://a',
    oauth_token: 'token',
    oauth_token_secret: 'two',
    client_secret: 'three',
    obtained_at: '',
  }
  expect(secretsIn({ v: 1, entries: { 'https://a': entry } })).toEqual(['token', 'two', 'three'])
  expect(secretsIn({ oauth_token: 'of the page', oauth_token_secret: 'one', state: 'two' })).toEqual(['one'])
  const state = {
    requestTokens: [{ token: 'of the page', secret: 'one', decision: { accountId: 1, verifier: 'two' } }],
  }
  expect(secretsIn({ ...state, sessions: [{ id: 'three', accountId: 1 }] })).toEqual(['one', 'two', 'three'])
})

/** An action that prints a secret, to show that every run of the harness is searched. */
const leaky: Action = {
  name: 'leak',
  brief: 'Leak',
  params: {},
  examples: [''],
}

test('reports a run of the harness that prints a secret, unless it is masked', async () => {
  const tell = (leak: (text: string) => string) =>
    run(['leak'], {
      commands: { catalogue: {}, actions: [leaky], groups: {} },
      actions: {
        leak:
          async () =>
          async ({ stdout }) =>
            stdout.write(leak(users[0].password), 'people'),
      },
    })
  await tell((text) => `${text}\n`)
  expect(searchAll).toThrow(/The canary sings: stdout of kiva leak/)
  await tell((text) => {
    const secrets = createSecrets()
    secrets.add(text)
    return secrets.mask(text)
  })
  expect(searchAll).not.toThrow()
})

test('reports a secret that was learned after it was printed', () => {
  watch('a text', () => 'said: learnt-too-late')
  learn('learnt-too-late')
  expect(searchAll).toThrow(/a text/)
})
