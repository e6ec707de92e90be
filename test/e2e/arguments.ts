/** What every user of a machine can read: the arguments of its processes, looked at again and again. */
import { readdirSync, readFileSync } from 'node:fs'

/** Milliseconds: the tool lives for a hundred of them at least. */
const interval = 25

/** Starts looking at the processes whose environment names that folder; `stop` returns each command line that was seen. */
export function watchArguments(folder: string): { stop(): Iterable<string> } {
  const seen = new Set<string>()
  const look = () => {
    for (const name of readdirSync('/proc')) {
      if (/^\d+$/.test(name)) seen.add(argumentsOf(name, folder))
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
    // It ended meanwhile, or belongs to somebody else.
    return ''
  }
}
