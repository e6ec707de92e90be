/** The setting `columns.*`: the columns of lists on a terminal. */
import { describe, expect, test } from 'vitest'
import { jsonReply, type RunOptions, run } from '../../harness.ts'

const loans = [
  {
    id: 7,
    name: 'Ana',
    status: 'fundraising',
    loan_amount: 100,
    funded_amount: 50,
    lender_count: 2,
    sector: 'Food',
    posted_date: '2026-11-10T12:00:00Z',
    planned_expiration_date: '2026-12-10T12:00:00Z',
    location: { country: 'Kenya' },
  },
]
const send = async () => jsonReply({ paging: { page: 1, total: 1, pages: 1 }, loans })

const settings = (columns: object) => ({
  settingsFile: async () => ({ path: '/config.json', text: JSON.stringify(columns) }),
})

async function heading(words: readonly string[], columns: object, options: RunOptions = {}) {
  const world = { ...settings(columns), ...options.world }
  const { stdout } = await run(['loans', 'search', '--color', 'never', ...words], {
    send,
    terminal: 200,
    ...options,
    world,
  })
  return stdout.split('\n')[0]?.trim().split(/ {2,}/)
}

const set = { 'columns.loans': 'id, to-go,lender_count,ENDS,location.country' }
const usual = ['ID', 'NAME', 'COUNTRY', 'SECTOR', 'USE', 'ASKED', 'TO GO', 'FUNDED', 'ENDS', 'POSTED']

describe('the columns of the setting', () => {
  test('are those of a table on a terminal, in their order', async () => {
    expect(await heading([], set)).toEqual(['ID', 'TO GO', 'LENDER COUNT', 'ENDS', 'COUNTRY'])
    expect(await heading([], {})).toEqual(usual)
  })

  test('give way in a narrow terminal from the last one on, whatever they are', async () => {
    const all = await heading([], set)
    for (const [terminal, left] of [
      [40, 5],
      [34, 4],
      [28, 3],
      [18, 2],
    ] as const)
      expect(await heading([], set, { terminal })).toEqual(all?.slice(0, left))
  })

  test('are followed by derived fields', async () => {
    const line = ['--with', 'funding']
    expect(await heading(line, set)).toEqual([
      ...['ID', 'TO GO', 'LENDER COUNT', 'ENDS', 'COUNTRY'],
      ...['SHORT', 'A DAY', 'NEEDS', 'AT END', 'OUTLOOK'],
    ])
  })

  test('keep the other columns after them with + at the end, which a narrow terminal drops first', async () => {
    const open = { 'columns.loans': 'ends,lender_count,+' }
    const others = usual.filter((name) => name !== 'ENDS')
    expect(await heading([], open)).toEqual(['ENDS', 'LENDER COUNT', ...others])
    const narrow = await heading([], open, { terminal: 28 })
    expect([narrow?.slice(0, 2), narrow?.includes('POSTED')]).toEqual([['ENDS', 'LENDER COUNT'], false])
    expect(await heading(['--with', 'funding'], open)).toEqual([
      ...['ENDS', 'LENDER COUNT', ...others],
      ...['SHORT', 'A DAY', 'NEEDS', 'AT END', 'OUTLOOK'],
    ])
    expect(await heading([], { 'columns.loans': '+' })).toEqual(usual)
    // Elsewhere it is no column.
    expect(await heading([], { 'columns.loans': 'id,+,name' })).toEqual(['ID', 'NAME'])
  })

  test.each([
    ['id,name,+', 0, 'id,name,+'],
    ['+', 0, '+'],
    ['id,+,name', 2, 'unknown column \\"+\\" for columns.loans'],
  ])('kiva config set columns.loans %s ends with %s: %s', async (value, code, words) => {
    const ran = await run(['config', 'set', 'columns.loans', value], { folder: new Map() })
    expect([ran.code, code === 0 ? ran.stdout : ran.stderr]).toEqual([code, expect.stringContaining(words)])
  })

  test('do not count for other formats, pipes, lists and --fields', async () => {
    expect(await heading(['-o', 'table'], set, { terminal: undefined })).not.toContain('LENDER COUNT')
    expect(await heading(['-o', 'csv'], set)).not.toContain('LENDER COUNT')
    expect(await heading(['--fields', 'id,name'], set)).toEqual(['ID', 'NAME'])
    expect(await heading([], { 'columns.teams': 'id' })).toEqual(usual)
  })

  test('leave out names that a later version no longer has', async () => {
    expect(await heading([], { 'columns.loans': 'id,gone' })).toEqual(['ID'])
    // One column by its name, its heading and its field.
    expect(await heading([], { 'columns.loans': 'id,id,name,ID,to-go,TO GO,loan_amount,asked' })).toEqual([
      'ID',
      'NAME',
      'TO GO',
      'ASKED',
    ])
    expect(await heading([], { 'columns.loans': 'gone' })).toEqual(usual)
  })

  test('can belong to a profile', async () => {
    const both = { ...set, profiles: { work: { 'columns.loans': 'name' } } }
    expect(await heading(['--profile', 'work'], both)).toEqual(['NAME'])
  })
})
