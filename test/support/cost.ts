/** Notes what a test file costs, for `cost-reporter.ts`. Its project runs it before each file. */
import { subscribe } from 'node:diagnostics_channel'
import { existsSync, readFileSync } from 'node:fs'
import { isMainThread } from 'node:worker_threads'
import { afterAll, afterEach, type TaskMeta } from 'vitest'

declare module 'vitest' {
  interface TaskMeta {
    cost?: Cost
  }
}

/** Processor time is in seconds, and that of the process since its start: files that share it add to the same figures. */
export interface Cost {
  /** The id of the process. 0 in a thread, which shares that of vitest. */
  readonly pid: number
  readonly own: number
  /** That of the processes that it started and that have ended. 0 where the system does not tell. */
  readonly started: number
  /** How many processes the file started. */
  readonly processes: number
}

let processes = 0
subscribe('child_process', () => {
  processes += 1
})

let file: { meta: TaskMeta } | undefined
afterEach(({ task }) => {
  file = task.file
})

// Hooks run in reverse order, so this is the last: the file's own have ended its processes.
afterAll(() => {
  if (file === undefined) return
  const { user, system } = process.cpuUsage()
  file.meta.cost = {
    pid: isMainThread ? process.pid : 0,
    own: (user + system) / 1e6,
    started: secondsOfStarted(),
    processes,
  }
})

/** Reads the fields 16 and 17 of Linux, which count hundredths of a second: https://man7.org/linux/man-pages/man5/proc_pid_stat.5.html. */
function secondsOfStarted(): number {
  if (!existsSync('/proc/self/stat')) return 0
  const [, fields = ''] = /\) (.*)/.exec(readFileSync('/proc/self/stat', 'utf8')) ?? []
  const [user = 0, system = 0] = fields.split(' ').slice(13, 15).map(Number)
  return (user + system) / 100
}
