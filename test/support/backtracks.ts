import { setFlagsFromString } from 'node:v8'

setFlagsFromString('--allow-natives-syntax')

/** A function of V8 for its own tests: an expression that finds nothing once it has gone back so many times. */
const makeLimited: (source: string, flags: string, limit: number) => RegExp = new Function(
  ...['source', 'flags', 'limit', 'return %NewRegExpWithBacktrackLimit(source, flags, limit)'],
) as never

const made = new Map<string, RegExp>()
const exec = RegExp.prototype.exec

/** Up to so many are not counted, which spares most searches a second one. */
const few = 1024

/** How often a regular expression goes back in a search that begins there: the next power of two. */
export function backtracksOf({ source, flags, sticky }: RegExp, text: string, from: number): number {
  // It finds something in any case, unless the limit ends it.
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

/** The same expression with each repeated sign in a group: V8 does not count how often it goes back over single signs. */
const inGroups = (source: string): string =>
  /\\(?:[1-9]|k<)/.test(source)
    ? source
    : source.replace(parts, (part, at: number) =>
        /^[*+{]/.test(source.slice(at + part.length)) && !/^[()[\]{}*+?|^$]$/.test(part) ? `(${part})` : part,
      )
