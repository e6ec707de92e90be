import { spawnSync } from 'node:child_process'
import { closeSync, openSync } from 'node:fs'
import { join } from 'node:path'
import { PassThrough } from 'node:stream'
import { expect, test } from 'vitest'
import { KivaError } from '../../../src/core/errors.ts'
import { streamSink, streamSource } from '../../../src/node/terminal/streams.ts'
import { folderForEach } from '../../support/folder.ts'

const root = folderForEach()

const never = new AbortController().signal
const sourceOf = (input: PassThrough, signal = never) =>
  streamSource(() => input as unknown as NodeJS.ReadStream, process.stderr, signal)

test('readLine returns one line per call, also a last one without a line end, then undefined', async () => {
  const input = new PassThrough()
  const source = sourceOf(input)
  input.end('one\r\ntwo\nthree')
  const lines = [
    await source.readLine(),
    await source.readLine(),
    await source.readLine(),
    await source.readLine(),
  ]
  expect(lines).toEqual(['one', 'two', 'three', undefined])
})

test('readLine joins a line that arrives in parts', async () => {
  const input = new PassThrough()
  const line = sourceOf(input).readLine()
  input.write('KV-abc')
  input.write('d1234\n')
  expect(await line).toBe('KV-abcd1234')
})

test('readLine rejects when the signal aborts', async () => {
  const stop = new AbortController()
  const line = sourceOf(new PassThrough(), stop.signal).readLine()
  stop.abort(new KivaError('interrupted', 'Interrupted'))
  await expect(line).rejects.toMatchObject({ kind: 'interrupted' })
})

test('readAll joins chunks that split a character', async () => {
  const input = new PassThrough()
  const text = sourceOf(input).readAll()
  const bytes = Buffer.from('1 2\n🌱\n')
  input.write(bytes.subarray(0, 6))
  input.end(bytes.subarray(6))
  expect(await text).toBe('1 2\n🌱\n')
})

test('a sink is a pipe only if a program reads it', () => {
  spawnSync('mkfifo', [join(root, 'pipe')])
  const paths = [join(root, 'pipe'), join(root, 'file'), '/dev/null']
  const files = paths.map((path) => openSync(path, path.endsWith('pipe') ? 'r+' : 'w'))
  const sinkOf = (fd: number | undefined) => streamSink(Object.assign(new PassThrough(), fd && { fd }))
  expect(files.map((fd) => sinkOf(fd).isPipe)).toEqual([true, false, false])
  for (const fd of files) closeSync(fd)
  // No file has such a number.
  expect([sinkOf(2 ** 30).isPipe, sinkOf(undefined).isPipe]).toEqual([false, false])
})

test('readLine ends lines only with LF and CRLF, wherever the text is cut', async () => {
  const input = new PassThrough()
  const source = sourceOf(input)
  for (const part of ['a\u2028b\u2029c\rd', '\r', '\n\n', 'e', '\u0085f\r\n']) input.write(part)
  input.end('g\r')
  const lines: (string | undefined)[] = []
  for (let line = await source.readLine(); line !== undefined; line = await source.readLine())
    lines.push(line)
  expect(lines).toEqual(['a\u2028b\u2029c\rd', '', 'e\u0085f', 'g'])
})
