/** A pager is started without a shell and reads the written text on stdin; close waits for its end. */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { ReaderGone } from '../../../src/core/errors.ts'
import { openPager } from '../../../src/node/terminal/pager.ts'
import { textSink } from '../../harness.ts'
import { folderForAll } from '../../support/folder.ts'

const folder = folderForAll()

const screen = textSink(80)
const env = { PATH: process.env['PATH'] }

/** A node program that writes the value of an expression to a file. */
const note = (file: string, expression: string) => [
  process.execPath,
  '-e',
  `require('node:fs').writeFileSync(process.argv[1], ${expression})`,
  file,
]

test('a pager reads the written text, and close waits for it', async () => {
  const file = join(folder, 'read')
  const pager = await openPager(note(file, 'require("node:fs").readFileSync(0)'), env, screen)
  await pager?.write('one\n')
  await pager?.write('two\n')
  await pager?.close()
  expect(readFileSync(file, 'utf8')).toBe('one\ntwo\n')
})

test.each([
  [{}, 'FRX -c utf-8'],
  [{ LESS: 'S' }, 'S -c utf-8'],
  [{ LESSCHARSET: 'latin1' }, 'FRX -c latin1'],
])('a pager gets default values of LESS, LV and LESSCHARSET: %j', async (more, expected) => {
  const file = join(folder, 'env')
  const pager = await openPager(
    note(file, '[process.env.LESS, process.env.LV, process.env.LESSCHARSET].join(" ")'),
    { ...env, ...more },
    screen,
  )
  await pager?.close()
  expect(readFileSync(file, 'utf8')).toBe(expected)
})

test('writing to a pager that has ended throws ReaderGone', async () => {
  const pager = await openPager([process.execPath, '-e', 'process.stdin.destroy()'], env, screen)
  const long = async () => {
    for (;;) await pager?.write('x'.repeat(100_000))
  }
  await expect(long()).rejects.toBeInstanceOf(ReaderGone)
  await pager?.close()
})

test('a pager that cannot be started is undefined', async () => {
  expect(await openPager([join(folder, 'no such program')], env, screen)).toBeUndefined()
})

test('Ctrl-C is ignored while the pager runs', async () => {
  let interrupted = 0
  const count = () => {
    interrupted += 1
  }
  process.once('SIGINT', count)
  const pager = await openPager([process.execPath, '-e', 'process.stdin.resume()'], env, screen)
  process.emit('SIGINT')
  expect(interrupted).toBe(0)
  await pager?.close()
  process.emit('SIGINT')
  process.off('SIGINT', count)
  expect(interrupted).toBe(1)
})
