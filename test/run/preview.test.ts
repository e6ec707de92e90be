/** `--curl` and `--dry-run` print the requests on stdout and send nothing. */
import { execFileSync } from 'node:child_process'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { curlLine } from '../../src/api/wire/curl-line.ts'
import { run } from '../harness.ts'
import { shells } from '../support/shells.ts'

const login = {
  KIVA_CLIENT_ID: 'org.example.tool',
  KIVA_CLIENT_SECRET: 'client-secret-1',
  KIVA_OAUTH_TOKEN: 'token-secret-2',
  KIVA_OAUTH_TOKEN_SECRET: 'token-secret-3',
}

/** A network that must not be opened. */
const offline = {
  connect: async () => {
    throw new Error('the network was opened')
  },
}

const preview = (words: readonly string[], options = {}) => run(words, { ...offline, ...options })

/** Runs the line in a shell; returns the arguments of each call of curl and kiva, and what curl reads for `@-`. */
function callsOf(line: string, shell: string): readonly (readonly string[])[] {
  const script = `exec 3>&1
curl() { read=; [ "$2" = @- ] && read=$(cat); printf 'curl\\0'; printf '%s\\0' "$@" \${read:+"< $read"}; printf 'end of the call\\0'; }
kiva() { { printf 'kiva\\0'; printf '%s\\0' "$@"; printf 'end of the call\\0'; } >&3; printf 'Authorization: x\\n'; }
${line}`
  const words = execFileSync(shell, ['-c', script], { encoding: 'utf8' }).split('\0').slice(0, -1)
  const ends = words.flatMap((word, at) => (word === 'end of the call' ? [at] : []))
  return ends.map((end, at) => words.slice((ends[at - 1] ?? -1) + 1, end))
}

describe('--curl', () => {
  test.each([
    [['loans', 'newest'], ['https://api.kivaws.org/v1/loans/newest.json']],
    [
      ['loans', 'search', '--q', `it's "maize" & $HOME`, '--page', '2'],
      ['https://api.kivaws.org/v1/loans/search.json?q=it%27s%20%22maize%22%20%26%20%24HOME&page=2'],
    ],
    [
      ['api', 'loans/84/updates.rss', '--ca-file', "/a b/it's.pem"],
      ['--cacert', "/a b/it's.pem", 'https://api.kivaws.org/v1/loans/84/updates.rss'],
    ],
  ])('%j prints a command with the right arguments in every shell', async (words, ends) => {
    const { code, stdout, stderr } = await preview([...words, '--curl'])
    expect([code, stderr]).toEqual([0, ''])
    for (const shell of shells) {
      const [call = []] = callsOf(stdout, shell)
      const [, agent, , accept, ...rest] = call.slice(1)
      expect(agent).toMatch(/^user-agent: kiva-cli\//)
      expect(accept).toMatch(/^accept: application\//)
      expect(rest).toEqual(ends)
    }
  })

  test('gets the header of a signed request from kiva auth header and contains no secret', async () => {
    const mode = ['--base-url', 'https://[::1]:8443', '--ca-file', '/ca.pem']
    const { code, stdout } = await preview(['api', 'my/account?x=a b', '--curl', ...mode], { env: login })
    expect(code).toBe(0)
    expect(stdout).not.toMatch(/secret|token|oauth/i)
    const url = 'https://[::1]:8443/v1/my/account.json?x=a%20b'
    const [kiva, curl] = callsOf(stdout, '/bin/sh')
    expect(kiva).toEqual(['kiva', ...mode, 'auth', 'header', 'GET', url])
    expect(curl?.slice(0, 3)).toEqual(['curl', '-H', '@-'])
    // Other users of the machine can read arguments, but not a pipe.
    expect(curl?.slice(-4)).toEqual(['--cacert', '/ca.pem', url, '< Authorization: x'])
  })

  test('prints a line for each id chunk', async () => {
    const stdin = Array.from({ length: 60 }, (_, at) => `${at + 1}\n`).join('')
    const { stdout } = await preview(['loans', 'show', '-', '--curl'], { stdin })
    const lines = stdout.trimEnd().split('\n')
    expect(lines.map((line) => line.match(/loans\/(\d+),.*?,(\d+)\.json/)?.slice(1))).toEqual([
      ['1', '50'],
      ['51', '60'],
    ])
  })

  test('prints the first page of a list, and says so', async () => {
    const { stdout, stderr } = await preview(['loans', 'newest', '--all', '--curl'])
    expect(stdout.match(/^curl/gm)).toHaveLength(1)
    expect(stderr).toContain('This is the first request.')
  })

  test('with --sandbox has the address of a served one, and says how to serve it', async () => {
    const { code, stdout, stderr } = await preview(['--sandbox', 'loans', 'newest', '--curl'])
    expect([code, stdout]).toEqual([
      0,
      expect.stringMatching(/^curl .* http:\/\/127\.0\.0\.1:8080\/v1\/loans\/newest\.json\n$/),
    ])
    expect(stderr).toBe(
      'The built-in sandbox has no URL: serve one at http://127.0.0.1:8080 with kiva sandbox --http --port 8080.\n',
    )
    const signed = await preview(['--sandbox', 'my', 'account', '--curl'])
    expect(signed.stdout).toMatch(
      /^kiva --base-url https:\/\/127\.0\.0\.1:8443 auth header GET (https:\S+) \| curl -H @- .* \1\n$/,
    )
    expect(signed.stderr).toContain(
      'with kiva sandbox --port 8443, log in there, and add its certificate with --cacert.',
    )
  })

  test('a signed request over plain HTTP is a usage error, for --dry-run too', async () => {
    const base = ['--base-url', 'http://127.0.0.1:1']
    expect((await preview(['my', 'account', '--curl', ...base])).code).toBe(2)
    expect((await preview(['my', 'account', '--dry-run', ...base])).code).toBe(2)
    expect((await preview(['loans', 'newest', '--curl', ...base])).code).toBe(0)
  })

  test('any text is quoted so that every shell passes it on unchanged', () => {
    const text = fc.string({ unit: 'binary' }).map((word) => word.replaceAll('\0', '').toWellFormed())
    const odd = fc.string({ unit: fc.constantFrom(...'\'"\\$`!*?[]{}()<>|&;#~=^ \n-é') })
    fc.assert(
      fc.property(fc.oneof(text, odd), fc.oneof(text, odd), odd, (caFile, value, url) => {
        const line = curlLine(
          { method: 'GET', url, headers: { a: value } },
          { caFile, mode: ['--x', caFile] },
          true,
        )
        for (const shell of shells) {
          expect(callsOf(line, shell)).toEqual([
            ['kiva', '--x', caFile, 'auth', 'header', 'GET', url],
            ['curl', '-H', '@-', '-H', `a: ${value}`, '--cacert', caFile, url, '< Authorization: x'],
          ])
        }
      }),
      { numRuns: 15 },
    )
  })
})

test('a preview creates no file', async () => {
  for (const how of ['--curl', '--dry-run']) {
    const words = [
      'loans',
      'show',
      '84',
      how,
      '--out',
      'a',
      '--missing',
      'm',
      '--checkpoint',
      'c',
      '--trace',
      't',
    ]
    const { code, stdout, folder, traces } = await preview(words)
    expect([code, stdout === '', folder.size, traces.size]).toEqual([0, false, 0, 0])
  }
})

describe('--dry-run', () => {
  const url = 'https://api.kivaws.org/v1/my/account.json'

  test('prints method, URL and headers with a masked signature, without a login', async () => {
    const { code, stdout } = await preview(['my', 'account', '--dry-run', '-o', 'table'])
    expect(code).toBe(0)
    expect(stdout).toMatch(
      new RegExp(`^GET ${url}\nuser-agent: kiva-cli/\\S+\naccept: [^\n]+\nauthorization: OAuth \\*{3}\n$`),
    )
  })

  test('prints a JSON array with a request for each id chunk', async () => {
    const ids = Array.from({ length: 51 }, (_, at) => `${at + 1}`)
    const { stdout } = await preview(['loans', 'show', ...ids, '--dry-run', '-o', 'json'], { env: login })
    const requests = JSON.parse(stdout)
    expect(requests).toMatchObject([
      { method: 'GET' },
      { method: 'GET', url: expect.stringMatching(/\/51\.json$/) },
    ])
    expect(Object.keys(requests[0].headers)).toEqual(['user-agent', 'accept'])
  })

  test('prints ndjson and xml like records', async () => {
    const { stdout } = await preview(['my', 'account', '--dry-run', '-o', 'ndjson'])
    expect(JSON.parse(stdout)).toMatchObject({ url, headers: { authorization: 'OAuth ***' } })
    expect((await preview(['my', 'account', '--dry-run', '-o', 'xml'])).stdout).toContain(`<url>${url}</url>`)
  })

  test('works in the sandbox and cannot be used with --curl', async () => {
    const { code, stdout } = await preview(['--sandbox', 'loans', 'newest', '--dry-run', '-o', 'table'])
    expect([code, stdout.split('\n')[0]]).toEqual([0, 'GET https://sandbox.invalid/v1/loans/newest.json'])
    expect((await preview(['loans', 'newest', '--dry-run', '--curl'])).code).toBe(2)
  })

  test('an invalid id is still a usage error', async () => {
    expect((await preview(['lenders', 'show', 'a/b', '--dry-run'])).code).toBe(2)
  })
})
