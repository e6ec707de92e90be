/** Polls the arguments of processes, which every user of a machine can read. */
import { readdirSync, readFileSync } from 'node:fs'

/** Milliseconds between two polls. The tool runs for at least 100 ms. */
const interval = 25

/** Watches the processes whose environment contains `folder`. `stop` returns the command lines seen. */
export function watchArguments(folder: string): { stop(): Iterable<string> } {
  const seen = new Set<string>()
  const older = new Set(readdirSync('/proc'))
  const look = () => {
    for (const name of readdirSync('/proc')) {
      if (/^\d+$/.test(name) && !older.has(name)) seen.add(argumentsOf(name, folder))
    }
  }
  const timer = setInterval(look, interval)
  return {
    stop: () => {
      clearInterval(timer)
      return seen
    },
  }
}

function argumentsOf(process: string, folder: string): string {
  try {
    if (!readFileSync(`/proc/${process}/environ`, 'utf8').includes(folder)) return ''
    return readFileSync(`/proc/${process}/cmdline`, 'utf8').replaceAll('\0', ' ')
  } catch {
    // The process has ended, or belongs to another user.
    return ''
  }
}
