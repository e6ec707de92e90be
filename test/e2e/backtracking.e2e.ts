/**
 * Regular expressions of kiva are linear, or meet short text only: recheck looks for texts that make them backtrack. In
 * every change only those that can backtrack exponentially, with a repeated group; in `npm run test:long` all.
 */
import { readdirSync, readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { parseSync, Visitor, type VisitorObject } from 'rolldown/utils'
import { expect, test } from 'vitest'
import { isLong } from './how-long.ts'
import { e2eTools } from './requirements.ts'

const sources = fileURLToPath(new URL('../../src/', import.meta.url))

type Check = (
  source: string,
  flags: string,
  limits: Readonly<Record<'timeout' | 'seedingTimeout' | 'incubationTimeout' | 'attackTimeout', number>>,
) => Promise<{
  readonly status: 'safe' | 'vulnerable' | 'unknown'
  readonly complexity?: { readonly type: 'safe' | 'linear' | 'polynomial' | 'exponential' }
}>

/** In milliseconds. The longest check takes 5 s on an idle machine: the limits end only what hangs. */
const limits = { check: 120_000, all: 900_000 }

/** recheck, from the package in KIVA_E2E_TOOLS. */
const { check }: { readonly check: Check } = createRequire(import.meta.url)(
  join(e2eTools, 'node_modules/recheck'),
)

/** The literals of all files, and what modules make of their constants. */
async function expressionsOfSources(): Promise<readonly RegExp[]> {
  const found = new Map<string, RegExp>()
  const note = (expression: RegExp) => found.set(String(expression), expression)
  const files = readdirSync(sources, { recursive: true, encoding: 'utf8' }).filter((path) =>
    path.endsWith('.ts'),
  )
  for (const path of files) {
    const { program } = parseSync(path, readFileSync(join(sources, path), 'utf8'))
    const noteLiteral: VisitorObject['Literal'] = (node) => {
      if ('regex' in node) note(new RegExp(node.regex.pattern, node.regex.flags))
    }
    new Visitor(Object.fromEntries([['Literal', noteLiteral]])).visit(program)
  }
  const { RegExp: Plain } = globalThis
  globalThis.RegExp = new Proxy(Plain, {
    construct(target, words) {
      const expression = Reflect.construct(target, words)
      note(expression)
      return expression
    },
  })
  // Files in the top folder are programs.
  for (const path of files.filter((path) => path.includes('/'))) await import(join(sources, path))
  globalThis.RegExp = Plain
  return [...found.values()]
}

/** Expressions that backtrack quadratically, by why no long text can make them slow. */
const bounded: Readonly<Record<string, readonly RegExp[]>> = {
  'typed by the user, or a file of the user': [
    /\/+$/,
    /(?<=.)\/+$/,
    /^\d*\.?\d+$/,
    /^\s*(@.*?)\s*$/s,
    /^option '.*?(--[\w-]+).*' argument missing$/,
    /^([a-z][a-z\d+.-]*:)?([\\/]*).*@/is,
    /\S+\s*$/,
    /^(.*?)\.\.(.*)$/,
    /.*\./,
    /^# >>> kiva completion >>>\r?\n(?:.*\r?\n)*?# <<< kiva completion <<<(?:\r?\n|$)/m,
  ],
  'text of kiva itself': [
    /0+$/,
    /\n+$/,
    /[^.]+$/,
    /▀*$/,
    /\x1b_G[^;]*,U=1,i=(\d+)/,
    /<[^>]*>/g,
    /\d+$/,
    /^([^|\n]*)\|?([^\n]*)\n(.*)$/s,
    /("[^"\\]*(?:\\.[^"\\]*)*")(\s*:)?|-?\d[\d.eE+-]*|true|false|null/g,
  ],
  'a header, of which the server takes 16 kB': [/\s*;\s*q=/, /^\s*OAuth(?:\s+(.*))?$/i],
  'a sentence of at most 500 characters, a number of at most 100 digits, or an error of jq, which shortens values':
    [
      /^\(|[.,:;!?)]+$/g,
      /\B(?=(\d{3})+$)/g,
      /jq: (?:parse )?error(?: \([^)]*\))?: (.*?)(?: at <top-level>, (line \d+, column \d+))?:?$/m,
    ],
  'a text of some columns, from which the gate has taken joiners that join nothing': [
    /[\u200c\u200d]+$/,
    /[\s\u200c\u200d]+$/u,
  ],
  'a number as JSON writes it, which always matches': [
    /^([-+]?)(\d*)\.?(\d*)(?:e(.*))?$/i,
    /^\s*([-+]?)(\d*)\.?(\d*)(?:e([-+]?\d+))?\s*$/i,
  ],
}

const isChecked = ({ source }: RegExp) => isLong || /\)[*+{]/.test(source)

test(
  'no regular expression backtracks more than a text allows',
  async () => {
    const found = await expressionsOfSources()
    expect(found.length).toBeGreaterThan(350)
    const all = found.filter(isChecked)
    const slow: string[] = []
    for (const { source, flags } of all) {
      const { status, complexity } = await check(source, flags.replace(/[dv]/g, ''), {
        timeout: limits.check,
        // recheck takes for slow what takes a second: on a busy machine any expression may. It counts characters too.
        seedingTimeout: limits.check,
        incubationTimeout: limits.check,
        attackTimeout: limits.check,
      })
      if (status !== 'safe') slow.push(`${complexity?.type ?? status} /${source}/${flags}`)
    }
    const known = Object.values(bounded).flatMap((expressions) =>
      expressions.filter(isChecked).map((known) => `polynomial ${known}`),
    )
    expect(slow.toSorted()).toEqual(known.toSorted())
  },
  limits.all,
)
