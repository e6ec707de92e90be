/** Fields that came and have no column. They are told in the end: nobody should take what is shown for all. */
import type { Context } from '../../context.ts'
import { sentence, someOf } from '../../foreign-text.ts'

/** Names that are kept; what is more would make no longer sentence. */
const most = 100

export class OmittedFields {
  readonly #names = new Set<string>()

  add(name: string): void {
    if (this.#names.size < most) this.#names.add(name)
  }

  /** Says nothing where there are none. */
  async tell({ say, secrets }: Pick<Context, 'say' | 'secrets'>): Promise<void> {
    if (this.#names.size === 0) return
    const words = sentence`Not printed, for want of a column: ${someOf([...this.#names])}. --fields names columns; -o ndjson prints all.`
    await say(words.told(secrets.quote))
  }
}
