/**
 * Collects fields without a column. The summary lists them, so that the table is not mistaken for all data.
 */
import type { Context } from '../../context.ts'
import { sentence, someOf } from '../../foreign-text.ts'

/** Number of names stored. The message lists fewer. */
const most = 100

export class OmittedFields {
  readonly #names = new Set<string>()

  add(name: string): void {
    if (this.#names.size < most) this.#names.add(name)
  }

  /** Prints nothing if no field was omitted. */
  async tell({ say, secrets }: Pick<Context, 'say' | 'secrets'>): Promise<void> {
    if (this.#names.size === 0) return
    const words = sentence`Not printed, for want of a column: ${someOf([...this.#names])}. --fields names columns; -o ndjson prints all.`
    await say(words.told(secrets.quote))
  }
}
