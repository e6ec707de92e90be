import { setFlagsFromString } from 'node:v8'

setFlagsFromString('--allow-natives-syntax')

/** Makes, with a test function of V8, an expression that finds nothing after `limit` backtracks. */
const makeLimited: (source: string, flags: string, limit: number) => RegExp = new Function(
  ...['source', 'flags', 'limit', 'return %NewRegExpWithBacktrackLimit(source, flags, limit)'],
) as never

const made = new Map<string, RegExp>()
const exec = RegExp.prototype.exec

/** Up to this many backtracks count as none, so that most searches run only once. */
const few = 1024

/** Returns how often a search from `from` backtracks, rounded up to a power of two. */
export function backtracksOf({ source, flags, sticky }: RegExp, text: string, from: number): number {
  // The search always finds something, unless the limit ends it.
  const [ending, how] = sticky ? ['', 'y'] : ['(?![^])', 'g']
  const searching = `(?:${inGroups(source)})|${ending}`
  for (let limit = few; ; limit *= 2) {
    const key = `${limit} ${flags} ${source}`
    const limited = made.get(key) ?? makeLimited(searching, flags.replace(/[dgy]/g, '') + how, limit)
    made.set(key, limited)
    limited.lastIndex = from
    if (exec.call(limited, text) !== null || limit > 1e9) return limit === few ? 0 : limit
  }
}

const parts = /\\u\{\w+\}|\\[pP]\{[^}]*\}|\\u\w{4}|\\x\w\w|\\.|\[(?:\\.|[^\]\\])*\]|./gsu

/** Puts each repeated character in a group, because V8 does not count backtracks over single characters. */
const inGroups = (source: string): string =>
  /\\(?:[1-9]|k<)/.test(source)
    ? source
    : source.replace(parts, (part, at: number) =>
        /^[*+{]/.test(source.slice(at + part.length)) && !/^[()[\]{}*+?|^$]$/.test(part) ? `(${part})` : part,
      )
