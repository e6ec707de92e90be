/**
 * Collects fields without a column. The summary lists them, so that the table is not mistaken for all data.
 */
import type { Context } from '../../context.ts'
import { sentence, summarizeNames } from '../../foreign-text.ts'

/** Number of names stored. The message lists fewer. */
const maxNames = 100

export class OmittedFields {
  readonly #names = new Set<string>()

  add(name: string): void {
    if (this.#names.size < maxNames) this.#names.add(name)
  }

  /** Prints nothing if no field was omitted. */
  async tell({ say, secrets }: Pick<Context, 'say' | 'secrets'>): Promise<void> {
    if (this.#names.size === 0) return
    const words = sentence`Fields without a column, not printed: ${summarizeNames([...this.#names])}. Add columns with --fields, or use -o ndjson.`
    await say(words.mask(secrets.quote))
  }
}
