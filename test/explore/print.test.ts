/** What a session prints and writes at its end. */
import { describe, expect, test } from 'vitest'
import { KivaError } from '../../src/core/errors.ts'
import type { Files } from '../../src/core/files.ts'
import type { Send } from '../../src/core/http.ts'
import { memoryFiles } from '../harness/memory-files.ts'
import { jsonReply, run } from '../harness.ts'
import { keyBytes, openSession, type Session, serviceOf } from './session.ts'

const sandbox = { KIVA_SANDBOX: '1' }
const keys = (...names: readonly string[]) => names.map(keyBytes).join('')
const start = (...argv: readonly string[]) => openSession({ argv: ['explore', ...argv], env: sandbox })

/** Returns the ids of the first records of a list. */
async function idsOf(count: number, ...argv: readonly string[]): Promise<readonly string[]> {
  const { stdout } = await run([...argv, '--limit', String(count), '--jq', '.id', '-o', 'ndjson'], {
    env: sandbox,
  })
  return stdout.trim().split('\n')
}

test('a canceled session names its marks on stderr', async () => {
  const [id] = await idsOf(1, 'loans', 'newest')
  const session = await start('--print', 'ids', 'loans', 'newest')
  await session.press('space', 'q')
  const { code, stdout, stderr } = await session.end()
  expect([code, stdout]).toEqual([130, ''])
  expect(stderr).toContain(`1 marked: kiva loans show ${id}\n`)
  expect(stderr).toContain('canceled: nothing was printed')
})

describe('marks of another list', () => {
  const toOtherList = ['space', ':', 'loans search --status paid', 'enter'] as const

  test.each(['json', 'ndjson'])('are printed as %s', async (format) => {
    const [id] = await idsOf(1, 'loans', 'newest')
    const session = await start('--print', format, 'loans', 'newest')
    await session.press(...toOtherList)
    expect((await session.screen())[1]).toContain(' paid · ')
    await session.press('enter')
    const { code, stdout, stderr } = await session.end()
    expect([code, stderr]).toEqual([0, ''])
    expect([JSON.parse(stdout)].flat().map((loan) => String(loan.id))).toEqual([id])
  })

  test('are printed as addresses, also after a step back', async () => {
    const session = await openSession({ argv: ['explore', '--print', 'url', 'loans', 'newest'] })
    await session.press(...toOtherList, 'space', 'H', 'enter')
    const { code, stdout, stderr } = await session.end()
    expect([code, stderr]).toEqual([0, ''])
    expect(stdout).toMatch(/^https:\/\/www\.kiva\.org\/lend\/\d+\nhttps:\/\/www\.kiva\.org\/lend\/\d+\n$/)
  })

  test('are printed also once that list left the history', async () => {
    const [id] = await idsOf(1, 'loans', 'newest')
    const session = await start('--print', 'ndjson', 'loans', 'search')
    await session.press(
      ':',
      'loans newest',
      'enter',
      'space',
      'H',
      ':',
      'loans search --status paid',
      'enter',
    )
    await session.press('L')
    expect((await session.screen())[1]).toContain(' paid · ')
    await session.press('space', 'enter')
    const { stdout } = await session.end()
    const ids = stdout
      .trim()
      .split('\n')
      .map((line) => String(JSON.parse(line).id))
    expect(ids).toEqual([expect.stringMatching(/^\d+$/), id])
  })

  test('of another kind are named on stderr', async () => {
    const ids = await idsOf(2, 'loans', 'newest')
    const session = await start('loans', 'newest')
    await session.press('space', 'space', '2', 'p')
    const { code, stdout, stderr } = await session.end()
    expect([code, stderr]).toEqual([0, `2 marked: kiva loans show ${ids.join(' ')}\n`])
    expect(stdout).toMatch(/^[a-z]+\d*\n$/)
  })
})

describe('a record without an id', () => {
  const lenders = { lenders: [{ name: 'Anonymous' }, { lender_id: 'robin1001', name: 'Robin' }] }
  const paging = { page: 1, total: 2, page_size: 50, pages: 1 }
  const send: Send = async () => jsonReply({ paging, ...lenders })
  const open = (...options: readonly string[]) =>
    openSession({ argv: ['explore', ...options, 'loans', 'lenders', '5'], send })
  const foot = async (session: Session) => (await session.screen()).at(-2)

  test('gets no mark', async () => {
    const session = await open()
    await session.press('space')
    expect(await foot(session)).toContain('Nothing to mark.')
    await session.press('j', 'space')
    expect((await session.end()).stderr).toBe('1 marked: kiva lenders show robin1001\n')
  })

  test.each(['ids', 'url'])('is not printed with --print %s', async (format) => {
    const session = await open('--print', format)
    await session.press('enter')
    expect(await foot(session)).toContain('This record has no id to print.')
    await session.press('j', 'enter')
    const printed = format === 'ids' ? 'robin1001' : 'https://www.kiva.org/lender/robin1001'
    expect((await session.end()).stdout).toBe(`${printed}\n`)
  })

  test('is printed as JSON', async () => {
    const session = await open('--print', 'json')
    await session.press('enter')
    expect(JSON.parse((await session.end()).stdout)).toEqual([{ name: 'Anonymous' }])
  })

  test('has no id to copy', async () => {
    const session = await open()
    await session.press('y', 'i')
    expect(await foot(session)).toContain('No id to copy.')
    await session.end()
  })
})

describe('keys after the end', () => {
  test.each([
    { typed: '\rq', code: 0, prints: /^\d+\n$/ },
    { typed: 'qp', code: 130, prints: /^$/ },
  ])('are not applied: $typed', async ({ typed, code, prints }) => {
    const session = await start('--print', 'ids', 'loans', 'newest')
    session.send(typed)
    const ran = await session.end()
    expect([ran.code, ran.stdout]).toEqual([code, expect.stringMatching(prints)])
  })

  test('a closed terminal cancels a session with --print', async () => {
    const session = await start('--print', 'ids', 'loans', 'newest')
    session.terminal.hangUp()
    expect((await session.end()).code).toBe(130)
  })
})

describe('an export under way at the end', () => {
  const exporting = (name: string, ...after: readonly string[]) =>
    keys('x', 'ctrl-u') + name + keys('enter', ...after)

  test('is complete, and its result is said', async () => {
    const folder = new Map<string, string>()
    const session = await openSession({ argv: ['explore', 'loans', 'newest'], folder })
    session.send(exporting('rows.ndjson', 'q'))
    const { code, stderr } = await session.end()
    expect([code, stderr]).toEqual([0, expect.stringMatching(/^\d+ records written to rows\.ndjson\n$/)])
    expect([...folder.keys()]).toEqual(['rows.ndjson'])
    expect(folder.get('rows.ndjson')?.match(/\n/g)).toHaveLength(Number(/\d+/.exec(stderr)))
  })

  test.each([
    { name: 'there.csv', after: 'q', code: 3, error: 'file already exists: there.csv' },
    { name: 'rows.doc', after: 'q', code: 2, error: 'no format for rows.doc' },
    { name: 'there.csv', after: 'p', code: 3, error: 'file already exists: there.csv' },
  ])('ends with its failure: $name, $after', async ({ name, after, code, error }) => {
    const session = await openSession({
      argv: ['explore', 'loans', 'newest'],
      folder: new Map([['there.csv', '']]),
    })
    session.send(exporting(name, after))
    const ran = await session.end()
    expect([ran.code, JSON.parse(ran.stderr).error.message]).toEqual([code, error])
    expect(ran.stdout).toMatch(after === 'p' ? /^\d+\n$/ : /^$/)
  })

  test('says that XML cannot represent some characters', async () => {
    const session = await openSession({
      argv: ['explore', 'partners', 'list'],
      send: serviceOf({ faults: ['hostile-text'], loans: 300 }),
    })
    session.send(exporting('rows.xml', 'q'))
    expect((await session.end()).stderr).toMatch(/rows\.xml · Characters that XML 1\.0 does not allow/)
  })

  test('reports its failure also if the session is canceled', async () => {
    const argv = ['explore', '--print', 'ids', 'loans', 'newest']
    const session = await openSession({ argv, folder: new Map([['there.csv', '']]) })
    session.send(exporting('there.csv', 'q'))
    const { code, stdout, stderr } = await session.end()
    expect([code, stdout]).toEqual([130, ''])
    expect(stderr).toContain('error: file already exists: there.csv')
  })

  test('leaves no file after a signal', async () => {
    const folder = new Map<string, string>()
    const signal = new AbortController()
    const files = memoryFiles(folder)
    const create: Files['create'] = (path, options) => {
      signal.abort(new KivaError('terminated', 'terminated'))
      return files.create(path, options)
    }
    const session = await openSession({
      argv: ['explore', 'loans', 'newest'],
      signal: signal.signal,
      world: { files: async () => ({ ...files, create }) },
    })
    session.send(exporting('rows.csv', 'q'))
    const { code, stderr } = await session.end()
    expect([code, stderr, folder]).toEqual([143, expect.stringContaining('terminated'), new Map()])
  })

  test('says nothing again that the screen has shown', async () => {
    const session = await openSession({
      argv: ['explore', 'loans', 'newest'],
      folder: new Map([['there.csv', '']]),
    })
    session.send(exporting('there.csv'))
    await session.until('file already exists')
    const { code, stderr } = await session.end()
    expect([code, stderr]).toEqual([0, ''])
  })
})

describe('--print url', () => {
  test('is refused in the sandbox, which has no website', async () => {
    const { code, stderr } = await run(['explore', '--print', 'url'], { env: sandbox })
    expect(code).toBe(2)
    expect(stderr).toContain('--print url cannot be used with --sandbox')
    expect(stderr).toContain('use --print ids')
  })

  test('names records without a page on stderr', async () => {
    const session = await openSession({
      argv: ['explore', '--print', 'url', 'partners', 'list'],
      send: async () => jsonReply({ partners: [{ id: 7, name: 'Partner 7' }] }),
    })
    await session.press('enter')
    const { code, stdout, stderr } = await session.end()
    expect([code, stdout]).toEqual([0, ''])
    expect(stderr).toContain('without a page on the website: 7')
  })
})

test('~/ in the name of an export is the home folder', async () => {
  const folder = new Map<string, string>()
  const session = await openSession({ argv: ['explore'], env: { ...sandbox, HOME: '/home/robin' }, folder })
  await session.press('x', 'ctrl-u', '~/loans.csv', 'enter')
  await session.until('written to ~/loans.csv')
  await session.end()
  expect([...folder.keys()]).toEqual(['/home/robin/loans.csv'])
})
