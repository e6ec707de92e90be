/** The journeys in text mode, which screen readers can follow. */
import { describe, expect, it } from 'vitest'
import type { HttpRequest, Send } from '../../src/core/http.ts'
import { textSink } from '../harness/sinks.ts'
import type { WorldOptions } from '../harness/world.ts'
import { run } from '../harness.ts'
import { serviceOf } from './session.ts'

const service = serviceOf()

/** Runs a dialogue. `answers` has what was printed at the start, and after each line. */
async function dialogue(
  argv: readonly string[],
  lines: readonly string[],
  send: Send = service,
  more: WorldOptions = {},
) {
  const stdout = textSink(undefined)
  const ends: number[] = []
  const requests: HttpRequest[] = []
  const typed = (line: string) => () => {
    ends.push(stdout.text().length)
    return line
  }
  const { code, stderr, opened } = await run(['--plain', ...argv], {
    ...more,
    stdin: lines.map(typed),
    send: (request, signal) => {
      requests.push(request)
      return send(request, signal)
    },
    world: { stdout },
  })
  const text = stdout.text()
  const answers = [...ends, text.length].map((end, at) => text.slice(ends[at - 1] ?? 0, end))
  return { code, stderr: stderr.replaceAll('> ', ''), answers, requests, opened }
}

describe('the text mode', () => {
  it('filters, reads a story, marks and ends with the command', async () => {
    const lines = ['filter maize', 'open 1', 'mark 1', 'mark 2', 'marked', 'filter', 'quit']
    const { code, stderr, answers } = await dialogue(['explore'], lines)
    const [start = '', filtered = '', story = '', first, second, marked = '', all = ''] = answers
    expect(start.split('\n')[0]).toMatch(
      /^1\. id 2101484, name Hạnh, country Viet Nam, .*funded 58%, ends 12h/,
    )
    expect(start).toContain('40 loaded of 249 loans\n')
    expect(filtered).toMatch(/^1\. id 2101611, name Chebet, .*\n2\. .*\n3\. .*\n.*, 3 match "maize"\n$/)
    expect(story).toMatch(/^Chebet\nfundraising, #2101611\n/)
    expect(story).toContain('grows maize, beans and a patch of pumpkins')
    expect(story).toMatch(/\nlinks: partner 136, lenders 8, updates, journal 0, Agriculture in Tanzania\n$/)
    expect([first, second]).toEqual(['1 marked\n', '2 marked\n'])
    expect(marked).toMatch(/^1\. marked, id 2101611, .*\n2\. marked, id 2101643, .*\n.*2 match "maize"\n$/)
    expect(all).toMatch(/^1\. marked, .*\n2\. marked, .*\n.*40 loaded of 249 loans\n$/)
    expect([code, stderr]).toEqual([0, '2 marked: kiva loans show 2101611 2101643\n'])
  })

  it('follows the link of a loan to the page of its partner, and on to the loans of the partner', async () => {
    const { answers } = await dialogue(['explore'], ['open 1', 'partner', 'loans', 'back'])
    expect(answers[2]).toMatch(/^Sông Xanh Open Door Credit\n/)
    expect(answers[3]).toContain('loans search --partner 243: ')
    expect(answers[4]).toMatch(/^Sông Xanh Open Door Credit\n/)
  })

  it('follows links, and comes back to tabs as they were left', async () => {
    const lines = [
      'open 1',
      'lenders',
      'open 2',
      'teams',
      'open 1',
      'loans',
      'back',
      'back',
      'back',
      'forward',
    ]
    const { answers } = await dialogue(['explore'], lines)
    const heads = answers.map((text) => text.split('\n')[0] ?? '')
    expect(heads[2]).toMatch(/^1\. lender caspar1003/)
    expect(heads[3]).toBe('Oksana Melnyk')
    expect(heads[4]).toMatch(/^1\. id 204, shortname slow_cyclists, /)
    expect(heads[5]).toBe('Slow Cyclists')
    expect(answers[6]).toContain('teams loans 204: ')
    // Out of the page of a lender, back goes to its list.
    expect(heads.slice(7, 9)).toEqual(['Slow Cyclists', 'Oksana Melnyk'])
    expect(heads[9]).toMatch(/^1\. lender caspar1003/)
    expect(heads[10]).toBe('Slow Cyclists')
  })

  it('opens a row and prints the rows from the page of a record', async () => {
    const lines = ['open 1', 'open 2', 'list', 'open 1', 'filter food', 'filter', 'open 1', 'more']
    const { answers } = await dialogue(['explore'], [...lines, 'open 1', 'previous'])
    const heads = answers.map((text) => text.split('\n')[0] ?? '')
    const start = heads[0] ?? ''
    const names = (answers[0] ?? '').split('\n').map((line) => /, name ([^,]+), /.exec(line)?.[1])
    expect([heads[1], heads[2]]).toEqual(names.slice(0, 2))
    expect(heads[3]).toBe(start)
    expect(answers[5]).toContain('match "food"\n')
    expect(heads[6]).toMatch(/^\d+\. id /)
    expect(heads[8]).toMatch(/^11\. id /)
    expect(heads[10]).toBe(start)
  })

  it('marks a row without leaving the page of a record', async () => {
    const { answers } = await dialogue(['explore'], ['open 1', 'mark 1', 'mark 2', 'lenders', 'back', 'back'])
    const [start = '', , first, second, lenders] = answers
    expect([first, second]).toEqual(['1 marked\n', '2 marked\n'])
    expect(lenders).toContain(`loans lenders ${/id (\d+)/.exec(start)?.[1]}: `)
    expect(answers[6]).toMatch(/^1\. marked, id \d+.*\n2\. marked, id /)
  })

  it.each(['toString', 'constructor', '__proto__', 'hasOwnProperty'])(
    'takes %s as an unknown command',
    async (word) => {
      const { answers, code } = await dialogue(['explore'], [word, 'quit'])
      expect(answers[1]).toBe(`error: unknown command "kiva ${word}" · See kiva --help.\n`)
      expect(code).toBe(0)
    },
  )

  it('opens any list, and says what is wrong with a line', async () => {
    const lines = ['loans newest --foo', 'nonsense', 'open 99', 'loans newest', 'login']
    const { answers } = await dialogue(['explore'], lines)
    expect(answers[1]).toBe('error: unknown option --foo · See kiva loans newest --help.\n')
    expect(answers[2]).toBe('error: unknown command "kiva nonsense" · See kiva --help.\n')
    expect(answers[3]).toBe('error: no row 99: there are 40. Type more to read on.\n')
    expect(answers[4]).toMatch(/^1\. id 2102000, /)
    expect(answers[5]).toBe('error: kiva login is not a list or a record · Quit and run: kiva login\n')
  })

  it('reads again after a failure, and keeps its rows', async () => {
    const broken = serviceOf({ faults: ['maintenance'] })
    let sent = 0
    const send: Send = (request, signal) => {
      sent += 1
      return (sent === 3 ? broken : service)(request, signal)
    }
    const lines = ['more', 'more', 'more', 'more', 'again']
    const { answers, code } = await dialogue(['explore', 'loans', 'newest'], lines, send)
    const failed = answers.find((text) => text.includes('error: ')) ?? ''
    expect(failed).toContain('40 loaded of 249 loans\nerror: The service is being looked after')
    expect(failed).toMatch(/^\d+\. id /)
    expect(answers.at(-1)).toContain('60 loaded')
    expect(answers.at(-1)).not.toContain('error')
    expect(code).toBe(0)
  })

  it.each(['q', 'exit'])('says how to leave after %s', async (word) => {
    const { answers } = await dialogue(['explore'], [word])
    expect(answers[1]).toBe(`error: unknown command "${word}". Type quit to leave.\n`)
  })

  it('asks before it reads a whole list again', async () => {
    const argv = ['explore', 'loans', 'newest', '--all']
    const { answers, stderr, requests } = await dialogue(argv, ['again', 'no', 'again', 'yes'])
    expect(stderr).toContain('Read 249 loans again? 13 requests, about 13 s. Type yes or no: ')
    for (const text of answers.filter((text) => text !== '')) expect(text).toContain('249 loaded')
    expect(requests.filter(({ url }) => url.includes('/newest'))).toHaveLength(26)
  })

  it('repeats no line that is too long', async () => {
    const long = 'x'.repeat(100_000)
    const lines = [long, `filter ${long}`, `open ${'9'.repeat(100_000)}`, `loans search --q ${long}`, 'list']
    const { answers, requests } = await dialogue(['explore'], lines)
    for (const text of answers.slice(1, 5))
      expect(text).toBe('error: line too long: at most 10,000 characters\n')
    expect(answers[5]).toContain('40 loaded of 249 loans\n')
    expect(requests).toHaveLength(2)
  })

  it('has words for sorting, facets, copying, exporting and opening a page', async () => {
    const folder = new Map<string, string>()
    const lines = [
      '2',
      'sort',
      'sort asked',
      'sort asked',
      'sort size',
      'sort off',
      'facets',
      'facets country',
      'facet activity general store',
      'facet activity general store',
      'facet sector foo',
      'facet sector nothing',
      'copy id',
      'copy command',
      'copy',
      'export rows.csv',
      'page',
    ]
    const { answers, opened } = await dialogue(['explore'], lines, service, { folder })
    const [start = '', second = '', columns, low = '', high = '', , , facets = '', countries = ''] = answers
    expect(second.split('\n')[0]).toBe(/2\. id \d+, name ([^,]+),/.exec(start)?.[1])
    expect(columns).toMatch(/^columns: id, name, country, .*; sort off restores the order of the API\n$/)
    const asked = (text: string) =>
      [...text.matchAll(/asked \$([\d,]+)/g)].map(([, n = '']) => Number(n.replace(',', '')))
    expect(asked(low)).toEqual(asked(low).toSorted((one, other) => one - other))
    expect(asked(high)).toEqual(asked(high).toSorted((one, other) => other - one))
    expect(answers[5]).toMatch(/^error: no column "size"\. columns: id, /)
    expect(answers[6]).toBe(start)
    expect(facets).toMatch(/^sector: Agriculture \d+, .* more\ncountry: /)
    expect(countries).toMatch(/^country: .*, Zimbabwe\n$/)
    expect(answers[9]).toMatch(/^1\. id .*\n/)
    expect(answers[9]?.split('\n').length).toBeLessThan(start.split('\n').length)
    expect(answers[10]).toBe(start)
    expect(answers[11]).toContain('loans search --status fundraising --sector Food --sort-by expiration: ')
    expect(answers[12]).toBe('error: no value "sector nothing". Type facets sector to list the values.\n')
    expect(answers[13]).toMatch(/^\d+\n$/)
    expect(answers[14]).toBe('kiva loans search --status fundraising --sector Food --sort-by expiration\n')
    expect(answers[15]).toBe('copy needs what to copy: command, id, URL, JSON, curl or all\n')
    expect(answers[16]).toMatch(/^\d+ records written to rows\.csv\n$/)
    expect(folder.get('rows.csv')).toMatch(/^id,name,/)
    expect(answers[17]).toMatch(/^Opening https:\/\/www\.kiva\.org\/lend\/\d+\n$/)
    expect(opened).toEqual([answers[17]?.slice(8).trim()])
  })

  it('puts marks on a shortlist, shows those of all lists, and takes them away after a question', async () => {
    const state = new Map<string, string>()
    const lines = [
      'mark 1',
      'mark 2',
      'add me',
      'add spring',
      'marks',
      'unmark',
      'yes',
      'add',
      'portfolio show robin1001',
    ]
    const { answers, stderr } = await dialogue(['explore'], lines, service, { state })
    expect(answers[3]).toMatch(/^error: invalid shortlist name "me" · /)
    expect(answers[4]).toBe('Added 2 ids to spring. @spring now stands for 2 ids.\n')
    expect(state.get('shortlists/spring.txt')).toBe('2101484\n2101529\n')
    expect(answers[5]).toMatch(/^1\. marked, id 2101484, .*\n2\. marked, id 2101529, /)
    expect(stderr).toContain('Take all 2 marks away? 2 loans. Type yes or no: ')
    expect(answers[7]).toContain('Nothing is marked any more.')
    expect(answers[8]).toBe('error: add needs the name of a shortlist: add spring\n')
    expect(answers[9]).toContain('173 loans')
  })

  it('prints only what was asked for on stdout', async () => {
    const argv = ['explore', 'loans', 'search', '--sector', 'Food', '--print', 'ids']
    const { answers, code } = await dialogue(argv, ['mark 2', 'mark 1', 'print'])
    expect(answers.join('')).toBe('2101988\n2101981\n')
    expect(code).toBe(0)
  })

  it('is canceled where its input ends without print', async () => {
    const { answers, code, stderr } = await dialogue(['explore', '--print', 'ids'], ['mark 1'])
    expect([code, answers.join('')]).toEqual([130, ''])
    expect(stderr).toContain('canceled: nothing was printed')
  })

  it('explains itself, and ends with its input', async () => {
    const { answers, code } = await dialogue(['explore'], ['help'])
    expect(answers[1]).toContain('open 3, or 3: print the record of row 3\n')
    expect(code).toBe(0)
  })
})
