import type { Stage } from '../stage.ts'

/** Counts the records that the filters keep. */
export class MatchCounter {
  matched = 0

  readonly stage: Stage = (pages) => this.#count(pages)

  async *#count(pages: Parameters<Stage>[0]): ReturnType<Stage> {
    for await (const page of pages) {
      this.matched += page.items.filter(({ outputs }) => outputs.length > 0).length
      yield page
    }
  }
}
