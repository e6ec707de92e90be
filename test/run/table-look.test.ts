/** The options for tables and records: --wide, --no-headers and --plain. */
import { describe, expect, it } from 'vitest'
import { jsonReply, type RunOptions, run } from '../harness.ts'
import { loans } from '../output/samples.ts'

const send = async () => jsonReply({ loans, paging: { page: 1, total: 6, page_size: 20, pages: 1 } })
const newest = async (words: readonly string[], options: RunOptions = {}) =>
  run(['loans', 'newest', ...words], { send, terminal: 80, ...options })

describe('--wide', () => {
  it('prints all columns without truncation', async () => {
    const { stdout } = await newest(['--wide', '--color', 'never'])
    expect(stdout).toContain('SECTOR')
    expect(stdout).toContain('  renew the cacao trees on two hectares of steep land')
    expect(stdout).not.toContain('…')
  })

  it('does not change the width of a detail page', async () => {
    const words = ['methods', 'show', 'GET*|loans|search', '--sandbox', '--color', 'never']
    const page = await run(words, { terminal: 80 })
    expect((await run([...words, '--wide'], { terminal: 80 })).stdout).toBe(page.stdout)
  })
})

describe('--no-headers', () => {
  it('omits the header', async () => {
    const [headed, bare] = await Promise.all([newest([]), newest(['--no-headers'])])
    expect(bare.stdout).toBe(headed.stdout.split('\n').slice(1).join('\n'))
  })

  it("applies to kiva's own tables too", async () => {
    const { stdout } = await run(['config', 'list', '--no-headers'], { terminal: 80 })
    expect(stdout).toMatch(/^output/)
  })
})

describe('--wide and --no-headers', () => {
  it('make the table the default format in a pipe', async () => {
    const { stdout } = await newest(['--no-headers'], { terminal: undefined })
    expect(stdout).toMatch(/^2104311 {2}Amina's Group/)
  })

  it.each(['--wide', '--no-headers'])('%s cannot be used with another format', async (option) => {
    const { code, stderr, requests } = await newest([option, '-o', 'ndjson'])
    expect([code, requests.length]).toEqual([2, 0])
    expect(stderr).toContain(`${option} cannot be used with -o ndjson`)
  })
})

describe('--plain', () => {
  const amina = [
    'ID: 2104311',
    "Name: Amina's Group",
    'Country: Kenya',
    'Sector: Agriculture',
    'Use: buy maize seed and fertiliser for the long rains',
    'Asked: $2,500',
    'To go: $975',
    'Funded: 61%',
    'Ends: 16 Oct 2026',
    'Status: fundraising',
    'Posted: 16 Sep 2026',
    '',
    '',
  ].join('\n')

  it('prints one value per line, without color', async () => {
    const { stdout } = await newest(['--plain'])
    expect(stdout).toMatch(new RegExp(`^${amina.replaceAll('$', '\\$')}ID: 2104298\nName: Đặng\n`))
    expect(stdout).not.toMatch(/[\x1b█░…]/)
  })

  it.each<readonly [string, RunOptions, boolean]>([
    ['a dumb terminal', { env: { TERM: 'dumb' } }, true],
    ['a pipe of one that calls itself dumb', { env: { TERM: 'dumb' }, terminal: undefined }, false],
    ['any terminal', { env: { TERM: 'xterm' } }, false],
    ['a wish in the environment', { env: { KIVA_PLAIN: '1' } }, true],
    ['a wish that is kept', { files: new Map([['config', { plain: true }]]) }, true],
  ])('on %s %j is the default (%s), unless --no-plain', async (_, options, isPlain) => {
    expect((await newest(['-o', 'table'], options)).stdout.startsWith('ID: ')).toBe(isPlain)
    expect((await newest(['-o', 'table', '--no-plain'], options)).stdout.startsWith('ID: ')).toBe(false)
  })

  it('prints a detail page in reading order, without columns or bars', async () => {
    const words = ['--sandbox', 'loans', 'show', '2100001', '--plain']
    const { stdout } = await run(words, { terminal: 80 })
    expect(stdout).toMatch(/^Amina's Group, 5 borrowers\nfundraising, #2100001\n/)
    expect(stdout).toMatch(/^61%, \$975 to go of \$2,500, 20 days left, 41 lenders$/m)
    expect(stdout).toMatch(/^Repays: \$2,500 in 14 monthly payments until /m)
    expect(stdout).toMatch(/^name Amina, gender female$/m)
    expect(stdout).not.toMatch(/[\x1b█░·→] | {2}/)
  })

  it('has color only with --color always', async () => {
    const { stdout } = await newest(['--plain', '--color', 'always', '-o', 'json'])
    expect(stdout).toContain('\x1b[36m"id"\x1b[39m')
    expect((await newest(['--plain', '-o', 'json'])).stdout).not.toContain('\x1b')
  })
})
