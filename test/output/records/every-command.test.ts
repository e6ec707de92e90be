/**
 * The first record of each of the API commands in the formats for programs, as snapshot files. `vitest -u`
 * writes them again.
 */
import { parquetMetadata, parquetReadObjects } from 'hyparquet'
import { beforeAll, expect, test } from 'vitest'
import { formats } from '../../../src/output/formats.ts'
import { type Answer, everyAnswer } from '../../support/answers.ts'
import { each, recordFormats } from '../helpers.ts'

let answers: readonly Answer[]
beforeAll(async () => {
  answers = await everyAnswer()
}, 120_000)

test.each(recordFormats.filter((format) => format !== 'table'))('%s', async (format) => {
  const texts: string[] = []
  const render = await formats[format].load()
  for (const { line, records, view } of answers) {
    let text = `$ ${line} -o ${format}\n`
    for await (const piece of render(each(records.slice(0, 1)), view)) text += piece
    texts.push(text.replaceAll('\r\n', '␍\n'))
  }
  await expect(texts.join('\n')).toMatchFileSnapshot(`snapshots/${format}.txt`)
})

test('parquet', async () => {
  const texts: string[] = []
  const render = await formats.parquet.load()
  for (const { line, records, view } of answers) {
    const pieces: Uint8Array[] = []
    for await (const piece of render(each(records.slice(0, 1)), view)) pieces.push(piece as Uint8Array)
    texts.push(`$ ${line} -o parquet\n${await described(Buffer.concat(pieces))}`)
  }
  await expect(texts.join('\n')).toMatchFileSnapshot('snapshots/parquet.txt')
})

/** Returns the schema, elements separated by commas, and the rows. */
async function described(bytes: Uint8Array): Promise<string> {
  const file = Uint8Array.from(bytes).buffer
  const schema = parquetMetadata(file).schema.map(({ name, type, logical_type, num_children }) =>
    [name, type ?? `of ${num_children}`, logical_type?.type].filter(Boolean).join(' '),
  )
  const rows = await parquetReadObjects({ file })
  const plain = (_: string, value: unknown) => (typeof value === 'bigint' ? Number(value) : value)
  return `${schema.join(', ')}\n${rows.map((row) => `${JSON.stringify(row, plain)}\n`).join('')}`
}
