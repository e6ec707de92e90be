/** A run that stopped before its first match, resumed: the file begins as that of one run. */
import { expect, test } from 'vitest'
import type { Send } from '../../../src/core/http.ts'
import { jsonReply, run } from '../../harness.ts'

const service =
  (failsAt: number): Send =>
  async ({ url }) => {
    const page = Number(new URL(url).searchParams.get('page') ?? 1)
    if (page === failsAt) return jsonReply({}, 400)
    const loans = [{ id: page, name: page === 3 ? 'Ana' : 'Li' }]
    return jsonReply({ paging: { page, total: 3, page_size: 1, pages: 3 }, loans })
  }

test.each(
  ['json', 'ndjson', 'xml', 'csv', 'tsv', 'yaml', 'geojson'].flatMap((format) =>
    ['name:ana', 'name:nobody'].map((filter) => ({ format, filter })),
  ),
)('$format with $filter', async ({ format, filter }) => {
  const words = ['loans', 'search', '--filter', filter, '--out', `a.${format}`, '--concurrency', '1']
  const [folder, whole] = [new Map<string, string>(), new Map<string, string>()]
  expect((await run(words, { send: service(0), folder: whole })).code).toBe(0)
  expect((await run([...words, '--checkpoint', 'c'], { send: service(2), folder })).code).toBe(9)
  expect((await run([...words, '--resume', 'c'], { send: service(0), folder })).code).toBe(0)
  expect(folder.get(`a.${format}`)).toBe(whole.get(`a.${format}`))
})
