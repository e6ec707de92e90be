/** Writes records without the names of their fields, which repeat from record to record and are half of the text. */
import { isList, isObject, type Json } from '../../ports/json.ts'

/** The most lists of names. A record with other names is written whole. */
const maxShapes = 500

/** Stands before a record that is written whole. */
const whole = -1

export class RecordShapes {
  readonly #shapes: (readonly string[])[] = []
  readonly #known = new Map<string, number>()

  /** Returns a record as a list: the number of its shape, then its values. */
  pack(record: Json): Json {
    const shape = isObject(record) ? this.#shapeOf(Object.keys(record)) : whole
    return isObject(record) && shape !== whole ? [shape, ...Object.values(record)] : [whole, record]
  }

  /** Returns the record of a list that `pack` returned. */
  unpack(packed: Json): Json {
    if (!isList(packed)) return packed
    const names = this.#shapes[Number(packed[0])]
    if (!names) return packed[1] ?? null
    // fromEntries defines properties, so a key `__proto__` is an ordinary key.
    return Object.fromEntries(names.map((name, at) => [name, packed[at + 1] ?? null]))
  }

  #shapeOf(names: readonly string[]): number {
    // JSON keeps names apart, whatever they contain.
    const key = JSON.stringify(names)
    const known = this.#known.get(key)
    if (known !== undefined || this.#shapes.length === maxShapes) return known ?? whole
    this.#known.set(key, this.#shapes.length)
    return this.#shapes.push(names) - 1
  }
}
