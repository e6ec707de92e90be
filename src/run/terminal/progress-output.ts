/** Chooses how to show a run's progress. */
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

/**
 * Returns the progress output, in `words` or as JSON, or `undefined` to show none. `-v` shows more by itself,
 * so it turns the progress line off.
 */
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

/** Milliseconds between lines for a screen reader, which takes seconds to read each. */
const breath = 10_000

/** Progress for an output where lines cannot be erased: an occasional new line while work goes on. */
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
      // The loop ends when its sleep is canceled or its reader has gone.
      tell(over.signal).catch(() => {})
    },
    hide,
    end: hide,
  }
}

/** `--progress json`: writes a line to stderr each second while work goes on, and one at the end. */
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
