/**
 * Counts the work of code in steps: how often each block runs (V8 counts this for coverage), the characters
 * that string and regular expression searches visit, the backtracks of regular expressions, and the items that
 * an insertion at the start of an array moves.
 */
import { Session } from 'node:inspector'
import { backtracksOf } from './backtracks.ts'

const session = new Session()
session.connect()
session.post('Profiler.enable')
// V8 counts blocks only in functions that are compiled from now on.
session.post('Profiler.startPreciseCoverage', { callCount: true, detailed: true })

const exec = RegExp.prototype.exec
const { indexOf, includes, lastIndexOf } = String.prototype
const { unshift } = Array.prototype

export async function countSteps(work: () => unknown): Promise<number> {
  takeBlocks()
  let searched = 0
  let isCounting = true
  RegExp.prototype.exec = function (this: RegExp, text: string) {
    const from = this.global || this.sticky ? this.lastIndex : 0
    const found = exec.call(this, text)
    if (!isCounting) return found
    isCounting = false
    const length = String(text).length
    const end = found ? found.index + found[0].length : this.sticky ? from : length
    searched += Math.max(end - from, 1) + backtracksOf(this, String(text), from)
    isCounting = true
    return found
  }
  String.prototype.indexOf = function (this: string, part: string, from = 0) {
    const at = indexOf.call(this, part, from)
    searched += (at < 0 ? this.length : at) - from + 1
    return at
  }
  String.prototype.includes = function (this: string, part: string, from = 0) {
    return this.indexOf(part, from) >= 0
  }
  String.prototype.lastIndexOf = function (this: string, part: string, from = this.length) {
    const at = lastIndexOf.call(this, part, from)
    searched += from - Math.max(at, 0) + 1
    return at
  }
  Array.prototype.unshift = function (...items) {
    searched += this.length
    return unshift.apply(this, items)
  }
  try {
    await work()
  } finally {
    RegExp.prototype.exec = exec
    Array.prototype.unshift = unshift
    Object.assign(String.prototype, { indexOf, includes, lastIndexOf })
  }
  return searched + takeBlocks()
}

/** Returns how often blocks have run since the last call, except blocks of Node and of the test runner. */
function takeBlocks(): number {
  let blocks = 0
  session.post('Profiler.takePreciseCoverage', (error, { result }) => {
    if (error) throw error
    for (const { url, functions } of result)
      if (!/^node:|\/node_modules\/(?:@?vitest|vite)\/|\/test\/support\//.test(url))
        for (const { ranges } of functions) for (const { count } of ranges) blocks += count
  })
  return blocks
}
