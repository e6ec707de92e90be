/** How the progress of a run is told, and whether. */
import type { RunSettings } from '../cli/settings.ts'
import type { Out, World } from '../context.ts'
import { type SignOfLife, signOfLife } from '../output/terminal/sign-of-life.ts'
import type { ProgressState } from '../output/words/progress.ts'

export interface SignPorts extends Pick<World, 'sleep'> {
  readonly stderr: Out
  readonly settings: Pick<RunSettings, 'progress' | 'quiet' | 'verbosity'>
}

/** What tells somebody, in `words` or as JSON; `undefined` where nobody is to be told. Beside `-v`, which tells more, there is no line. */
export function signFor(
  { stderr, settings, sleep }: SignPorts,
  words: () => string,
  state: () => ProgressState,
): SignOfLife | undefined {
  if (settings.quiet || settings.progress === 'none') return undefined
  if (settings.progress === 'json') return progressLines(stderr, state, sleep)
  return stderr.isTerminal && settings.verbosity === 0 ? signOfLife(stderr, words, sleep) : undefined
}

/** `--progress json`: one line on stderr each second while something goes on, and one in the end. */
function progressLines(stderr: Out, state: () => ProgressState, sleep: World['sleep']): SignOfLife {
  const over = new AbortController()
  let telling: Promise<void> | undefined
  const tell = () => stderr.write(`${JSON.stringify({ progress: state() })}\n`, 'json')
  async function tellEachSecond(): Promise<void> {
    for (;;) {
      await sleep(1000, over.signal)
      await tell()
    }
  }
  return {
    show() {
      // It ends with its sleep.
      telling ??= tellEachSecond().catch(() => {})
    },
    async hide() {},
    async end() {
      over.abort()
      await telling
      if (telling) await tell()
    },
  }
}
