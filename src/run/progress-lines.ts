import type { Out, World } from '../context.ts'
import type { SignOfLife } from '../output/terminal/sign-of-life.ts'
import type { ProgressState } from '../output/words/progress.ts'

/** `--progress json`: one line on stderr each second while something goes on, and one in the end. */
export function progressLines(stderr: Out, state: () => ProgressState, sleep: World['sleep']): SignOfLife {
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
