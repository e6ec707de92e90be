/** The state with which a session starts. */
import { KivaError } from '../../core/errors.ts'
import type { Env } from '../../core/settings.ts'
import { marketTime } from '../../core/time.ts'
import { sourceName } from '../../output/words/source.ts'
import { readKeymap } from '../keymap.ts'
import type { PrintFormat, State } from '../state/state.ts'
import { noteOn, startArgv } from '../tabs/tab-list.ts'
import { type OpenPorts, openTab } from './open-tab.ts'

/** Returns the first state. Throws `KivaError` of kind `usage` for an invalid command line, and of kind `config`. */
export async function startSession(
  argv: readonly string[] | undefined,
  print: PrintFormat | undefined,
  ports: OpenPorts,
): Promise<State> {
  const { context, root } = ports
  const { settings } = context
  if (print === 'url' && settings.isMadeUp)
    throw new KivaError(
      'usage',
      `--print url cannot be used with ${settings.mirror ? 'this mirror' : '--sandbox'}`,
      {
        hint: 'The sandbox has no website: use --print ids.',
      },
    )
  const tab = await openTab({ kind: 'open', argv: argv ?? startArgv }, 1, ports)
  return {
    size: { columns: 80, rows: 24 },
    tab,
    past: [],
    future: [],
    overlay: undefined,
    note: noteOn(tab),
    marked: new Map(),
    markedIn: new Map(),
    drawings: new Map(),
    pictures: new Map(),
    showsPictures: false,
    requests: [],
    budget: undefined,
    waitsUntil: undefined,
    isMouseOn: true,
    hasClipboard: hasClipboard(context.env),
    keymap: await readKeymap(context),
    now: context.now(),
    marketNow: marketTime(context),
    lastKey: 0,
    keyBefore: 0,
    nextId: 2,
    account: sourceName(settings),
    isSandbox: settings.isMadeUp,
    isMirror: settings.mirror,
    site: settings.site,
    mode: settings.mode,
    print,
    saved: new Map(),
    shortlists: new Map(),
    newCounts: new Map(),
    pages: new Map(),
    root,
    queue: [],
    request: undefined,
    isShown: false,
    areNamesRead: false,
    end: undefined,
  }
}

/**
 * Returns whether the terminal is likely to put text on the clipboard when asked to (OSC 52). Terminals do not say so;
 * this excludes those that are known not to.
 */
const hasClipboard = (env: Env): boolean =>
  !['linux', 'dumb'].includes(env['TERM'] ?? '') &&
  env['TERM_PROGRAM'] !== 'Apple_Terminal' &&
  !env['VTE_VERSION'] &&
  !env['STY']
