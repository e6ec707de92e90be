/** What strangers wrote names no file: whatever records say, a run touches the files that were named, and no others. */
import { expect, test } from 'vitest'
import type { Files } from '../../src/context.ts'
import { formatNames, formatOf } from '../../src/output/formats.ts'
import { memoryFiles } from '../harness/memory-files.ts'
import { run } from '../harness.ts'
import { endpoints } from '../support/endpoints.ts'
import { hostileService, loggedIn } from './services.ts'

const send = hostileService()

test.each(endpoints)('$name', async ({ words, first }) => {
  for (const format of formatNames) {
    const touched = new Set<string>()
    const files = async () => observed(memoryFiles(new Map()), touched)
    const into = ['--out', 'records', '-o', format, '--trace', 'trace.har']
    const { traces } = await run([...words, ...first, ...into], { send, env: loggedIn, world: { files } })
    expect([...touched].filter((path) => !/^(\/here\/)?records(\.part|\.kiva-\w+)?$/.test(path))).toEqual([])
    expect([...traces.keys()]).toEqual(['trace.har'])
    if (formatOf(format).binary) expect(touched).toContain('records')
  }
})

/** The same files, with a note of each path that is asked for. */
function observed(files: Files, touched: Set<string>): Files {
  const calls = Object.entries(files).map(([name, call]) => [
    name,
    (path: string, ...more: readonly unknown[]) => {
      if (name !== 'digest') touched.add(path)
      return call(path, ...more)
    },
  ])
  return Object.fromEntries(calls)
}
