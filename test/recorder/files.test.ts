/** Text from the service never becomes a file name: a run touches only files that the command line names. */
import { expect, test } from 'vitest'
import type { FileName, Files } from '../../src/core/files.ts'
import { formatNames, formatOf } from '../../src/output/formats.ts'
import { memoryFiles } from '../harness/memory-files.ts'
import { run } from '../harness.ts'
import { endpoints } from '../support/endpoints.ts'
import { hostileService, loggedIn } from './services.ts'

const send = hostileService()

/** The files of the command line, their temporary files, and the standard streams. */
const named =
  /^(\/here\/)?(records|trace\.har)(\.part|\.lock|\.part\.lock|\.kiva-\w+)?$|^\/dev\/std(in|out|err)$/

test.each(endpoints)('$name touches only the named files', async ({ words, first }) => {
  for (const format of formatNames) {
    const touched = new Set<string>()
    const files = async () => observed(memoryFiles(new Map()), touched)
    const into = ['--out', 'records', '-o', format, '--trace', 'trace.har']
    const { code, traces } = await run([...words, ...first, ...into], {
      send,
      env: loggedIn,
      world: { files },
    })
    expect([...touched].filter((path) => !named.test(path))).toEqual([])
    // A usage error opens no file.
    expect([...traces.keys()]).toEqual(code === 2 ? [] : ['trace.har'])
    if (formatOf(format).binary) expect(touched).toContain('records')
  }
})

/** Wraps `files` and adds each requested path to `touched`. */
function observed(files: Files, touched: Set<string>): Files {
  const calls = Object.entries(files).map(([name, call]) => [
    name,
    (path: string | readonly FileName[], ...more: readonly unknown[]) => {
      const paths = typeof path === 'string' ? [path] : path.map(({ named: base, suffix }) => base + suffix)
      if (name !== 'digest') for (const one of paths) touched.add(one)
      return call(path, ...more)
    },
  ])
  return Object.fromEntries(calls)
}
