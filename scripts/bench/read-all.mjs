import { spawn } from 'node:child_process'
import { fileURLToPath } from 'node:url'

const tellPeak = fileURLToPath(new URL('tell-peak.cjs', import.meta.url))

/**
 * Runs a program of Node to its end and reads what it prints, no faster than so many bytes a second. Its peak of memory
 * in MiB (Linux alone tells), the lines that it printed, and its time and processor time in seconds.
 */
export async function readAll([node, ...args], env, bytesPerSecond = Number.POSITIVE_INFINITY) {
  const child = spawn(node, ['-r', tellPeak, ...args], { env, stdio: ['ignore', 'pipe', 'inherit', 'pipe'] })
  let told = ''
  child.stdio[3].on('data', (text) => {
    told += text
  })
  const ended = new Promise((resolve) => child.on('close', resolve))
  const began = performance.now()
  let [bytes, lines] = [0, 0]
  for await (const chunk of child.stdout) {
    bytes += chunk.length
    for (let at = chunk.indexOf(10); at >= 0; at = chunk.indexOf(10, at + 1)) lines += 1
    const early = (bytes / bytesPerSecond) * 1000 - (performance.now() - began)
    if (early > 1) await new Promise((resolve) => setTimeout(resolve, early))
  }
  const code = await ended
  if (code !== 0) throw new Error(`${args.join(' ')} ended with ${code}`)
  const [peak, processor] = told.split(' ').map(Number)
  return { peak: peak / 1024, processor: processor / 1e6, lines, seconds: (performance.now() - began) / 1000 }
}
