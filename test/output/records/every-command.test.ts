/** What each of the 25 commands prints in the formats for programs, kept in files that can be read. `vitest -u` writes them anew. */
import { parquetMetadata, parquetReadObjects } from 'hyparquet'
import { beforeAll, expect, test } from 'vitest'
import { parseJson } from '../../../src/api/parse-json.ts'
import { recordTypeOf } from '../../../src/api/record-types.ts'
import type { Json } from '../../../src/context.ts'
import { formats } from '../../../src/output/formats.ts'
import type { View } from '../../../src/output/view.ts'
import { jsonReply, run } from '../../harness.ts'
import { endpoints } from '../../support/endpoints.ts'
import { each, textFormats, viewOf } from '../helpers.ts'
import { samples } from '../samples.ts'

const loggedIn = {
  env: {
    KIVA_CLIENT_ID: 'org.example.test',
    KIVA_CLIENT_SECRET: 'a secret of the tests',
    KIVA_OAUTH_TOKEN: 'a token of the tests',
    KIVA_OAUTH_TOKEN_SECRET: 'another secret of the tests',
  },
  send: async () => jsonReply({ user_account: samples.user_account[0] ?? {} }),
}

/** The first record that the sandbox has for each; the account, which it would not show without a login, is a sample. */
const answers: { readonly title: string; readonly records: readonly Json[]; readonly view: View }[] = []
beforeAll(async () => {
  for (const { words, first, endpoint } of endpoints) {
    const single = recordTypeOf(endpoint.returns).single === true
    const asked = [...words, ...first]
    const account = endpoint.auth === true
    const ran = await run(
      [...(account ? [] : ['--sandbox']), ...asked, '-o', 'json'],
      account ? loggedIn : {},
    )
    expect(ran.code, asked.join(' ')).toBe(0)
    const records = ([parseJson(ran.stdout)].flat() as Json[]).slice(0, 1)
    answers.push({ title: `$ kiva ${asked.join(' ')}`, records, view: viewOf(endpoint.returns, { single }) })
  }
}, 120_000)

test.each(textFormats.filter((format) => format !== 'table'))('%s', async (format) => {
  const texts: string[] = []
  const render = await formats[format].load()
  for (const { title, records, view } of answers) {
    let text = `${title} -o ${format}\n`
    for await (const piece of render(each(records), view)) text += piece
    texts.push(text.replaceAll('\r\n', '␍\n'))
  }
  await expect(texts.join('\n')).toMatchFileSnapshot(`snapshots/${format}.txt`)
})

test('parquet', async () => {
  const texts: string[] = []
  const render = await formats.parquet.load()
  for (const { title, records, view } of answers) {
    const pieces: Uint8Array[] = []
    for await (const piece of render(each(records), view)) pieces.push(piece as Uint8Array)
    texts.push(`${title} -o parquet\n${await described(Buffer.concat(pieces))}`)
  }
  await expect(texts.join('\n')).toMatchFileSnapshot('snapshots/parquet.txt')
})

/** Its schema, a line an element, and its rows. */
async function described(bytes: Uint8Array): Promise<string> {
  const file = Uint8Array.from(bytes).buffer
  const schema = parquetMetadata(file).schema.map(({ name, type, logical_type, num_children }) =>
    [name, type ?? `of ${num_children}`, logical_type?.type].filter(Boolean).join(' '),
  )
  const rows = await parquetReadObjects({ file })
  const plain = (_: string, value: unknown) => (typeof value === 'bigint' ? Number(value) : value)
  return `${schema.join(', ')}\n${rows.map((row) => `${JSON.stringify(row, plain)}\n`).join('')}`
}
