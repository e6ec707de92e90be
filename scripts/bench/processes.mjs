import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { performance } from 'node:perf_hooks'

/** What every measured process gets. NODE_EXTRA_CA_CERTS alone costs Node 20 some 140 ms a start, and hides every ratio. */
export function cleanEnvironment(folder) {
  const { NODE_EXTRA_CA_CERTS, NODE_OPTIONS, NODE_COMPILE_CACHE, ...clean } = process.env
  return { ...clean, KIVA_CONFIG_DIR: folder }
}

/** Medians of two commands run in turn, in milliseconds; one warm-up each. */
export function pair(first, second, options) {
  return medians([first, second], options)
}

/** Medians of commands run in turn, in milliseconds; one warm-up each. Where `stdout` is `ignore`, nobody reads it. */
export function medians(commands, { runs, env, stdout = 'pipe' }) {
  const times = commands.map(() => [])
  for (let count = -1; count < runs; count += 1) {
    for (const [index, command] of commands.entries()) {
      const took = time(command, env, stdout)
      if (count >= 0) times[index].push(took)
    }
  }
  return times.map((list) => list.sort((a, b) => a - b)[Math.floor(list.length / 2)])
}

function time([program, ...args], env, stdout) {
  const began = performance.now()
  const { status, stderr } = spawnSync(program, args, { env, stdio: ['ignore', stdout, 'pipe'] })
  if (status !== 0) throw new Error(`${program} ${args.join(' ')} ended with ${status}: ${stderr}`)
  return performance.now() - began
}

/** Median of the milliseconds from the start of a server until its answer to a first line; one warm-up. */
export async function firstAnswer([program, ...args], line, { runs, env }) {
  const times = []
  for (let count = -1; count < runs; count += 1) {
    const began = performance.now()
    const child = spawn(program, args, { env, stdio: ['pipe', 'pipe', 'inherit'] })
    child.stdin.end(`${line}\n`)
    await once(child.stdout, 'data')
    if (count >= 0) times.push(performance.now() - began)
    await once(child, 'exit')
  }
  return times.sort((a, b) => a - b)[Math.floor(times.length / 2)]
}

/** Whether a program is installed. */
export function isThere(program) {
  return spawnSync(program, ['--version']).status === 0
}

/** A server in a process of its own; what its first line tells, as JSON, and how to stop it. */
export async function serve(env, ...args) {
  const child = spawn(process.execPath, args, { env, stdio: ['ignore', 'pipe', 'inherit'] })
  const [line] = await new Promise((resolve) =>
    child.stdout.once('data', (data) => resolve(String(data).split('\n'))),
  )
  return { ...JSON.parse(line), stop: () => child.kill() }
}
