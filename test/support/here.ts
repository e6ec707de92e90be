/** The command line in this process, over real sockets and files: as a process runs it, without the cost of one. */
import { setMaxListeners } from 'node:events'
import { PassThrough } from 'node:stream'
import { fileURLToPath } from 'node:url'
import { main } from '../../src/main.ts'
import { worldOf } from '../../src/node/world.ts'
import { watch } from './canary.ts'
import { common, type Ended, type Env, kiva } from './process.ts'

// Each thread of `kiva sql` listens to the end of the process, and a process of the tool starts one.
setMaxListeners(0, process)

/** Whether a variable changes a process as a whole. */
const isOfProcess = (name: string) => /^(?:node_options|bun_options|(?:https?|no)_proxy)$/i.test(name)

/**
 * Runs `kiva` as {@link kiva} does. Tests on another Node or on the executable start it. Not for signals, proxies and
 * terminals, which need a process. --jq and `kiva sql` run the worker scripts of the build.
 */
export async function kivaHere(words: readonly string[], env: Env = {}, input = ''): Promise<Ended> {
  const { KIVA_NODE, KIVA_EXECUTABLE } = process.env
  if (KIVA_NODE || KIVA_EXECUTABLE || Object.keys(env).some(isOfProcess)) return kiva(words, env, input)
  const [stdin, stdout, stderr] = [new PassThrough(), new PassThrough(), new PassThrough()]
  const texts = [stdout, stderr].map((stream) => {
    let text = ''
    stream.setEncoding('utf8').on('data', (chunk: string) => {
      text += chunk
    })
    return () => text
  })
  const [out = () => '', told = () => ''] = texts
  watch(`stdout of ${words.join(' ')}`, out)
  watch(`stderr of ${words.join(' ')}`, told)
  stdin.end(input)
  const world = worldOf({
    stdin: () => stdin as unknown as NodeJS.ReadStream,
    stdout: stdout as unknown as NodeJS.WriteStream,
    stderr: stderr as unknown as NodeJS.WriteStream,
    env: { ...common, ...env },
    signal: new AbortController().signal,
    workers: fileURLToPath(new URL('../../dist', import.meta.url)),
  })
  const code = await main(words, world)
  return { code, stdout: out(), stderr: told() }
}
