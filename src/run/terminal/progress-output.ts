/** How the progress of a run is told, and whether. */
import type { RunSettings } from '../../cli/settings/run-settings.ts'
import type { World } from '../../context.ts'
import { clean } from '../../output/gate/text.ts'
import { decidePlain } from '../../output/terminal/plain.ts'
import { type StatusLine, statusLine } from '../../output/terminal/status-line.ts'
import type { ProgressState } from '../../output/words/progress.ts'
import type { Out } from '../../ports/streams.ts'

export interface ProgressOutputPorts extends Pick<World, 'sleep' | 'env'> {
  readonly stderr: Out
  readonly settings: Pick<RunSettings, 'progress' | 'quiet' | 'verbosity' | 'plain'>
}

/** What tells somebody, in `words` or as JSON; `undefined` where nobody is to be told. Beside `-v`, which tells more, there is no line. */
export function openProgressOutput(
  { stderr, settings, sleep, env }: ProgressOutputPorts,
  words: () => string,
  state: () => ProgressState,
): StatusLine | undefined {
  if (settings.quiet || settings.progress === 'none') return undefined
  if (settings.progress === 'json') return progressLines(stderr, state, sleep)
  if (!stderr.isTerminal || settings.verbosity > 0) return undefined
  const isPlain = decidePlain(settings.plain, env, stderr.isTerminal)
  return isPlain ? plainLines(stderr, words, sleep) : statusLine(stderr, words, sleep)
}

/** Milliseconds between two lines that are read out: each takes some seconds. */
const breath = 10_000

/** Where nothing can be taken away again: a line now and then while something goes on. */
function plainLines(stderr: Out, words: () => string, sleep: World['sleep']): StatusLine {
  let over: AbortController | undefined
  async function tell(signal: AbortSignal): Promise<void> {
    for (;;) {
      await sleep(breath, signal)
      await stderr.write(`${clean(words()).replaceAll(' · ', ', ')}\n`, 'people')
    }
  }
  const hide = async () => {
    over?.abort()
    over = undefined
  }
  return {
    show() {
      if (over) return
      over = new AbortController()
      // It ends with its sleep, or with its reader.
      tell(over.signal).catch(() => {})
    },
    hide,
    end: hide,
  }
}

/** `--progress json`: one line on stderr each second while something goes on, and one in the end. */
function progressLines(stderr: Out, state: () => ProgressState, sleep: World['sleep']): StatusLine {
  const over = new AbortController()
  let detailOptions: Promise<void> | undefined
  const tell = () => stderr.write(`${JSON.stringify({ progress: state() })}\n`, 'json')
  async function printEachSecond(): Promise<void> {
    for (;;) {
      await sleep(1000, over.signal)
      await tell()
    }
  }
  return {
    show() {
      // It ends with its sleep.
      detailOptions ??= printEachSecond().catch(() => {})
    },
    async hide() {},
    async end() {
      over.abort()
      await detailOptions
      if (detailOptions) await tell()
    },
  }
}
