/** Keeps records as bytes of JSON, outside of the JavaScript heap, so that many of them cause no long pauses. */
import { jsonText, parseJson } from '../../api/wire/json.ts'
import { isList, isObject, type Json } from '../../core/json.ts'

/** The size of a block in bytes. A longer record gets a block of its own. */
const blockSize = 256 * 1024

export class RecordBytes {
  readonly #encoder = new TextEncoder()
  readonly #decoder = new TextDecoder()
  readonly #shapes = new RecordShapes()
  readonly #blocks: Uint8Array[] = []
  /** The bytes used in the last block. */
  #used = 0
  /** Where each record is. Plain numbers, because an object per record would cost more than its bytes. */
  readonly #block: number[] = []
  readonly #start: number[] = []
  readonly #length: number[] = []
  /** Replaced records. They are apart, so that replacing one again frees its bytes. */
  readonly #replaced = new Map<number, Uint8Array>()

  get count(): number {
    return this.#length.length
  }

  append(record: Json): void {
    const text = jsonText(this.#shapes.pack(record))
    const written = this.#write(text) ?? this.#writeInNewBlock(text)
    this.#block.push(this.#blocks.length - 1)
    this.#start.push(this.#used)
    this.#length.push(written)
    this.#used += written
  }

  /** Returns the number of bytes, or undefined if the last block is full. */
  #write(text: string): number | undefined {
    const rest = this.#blocks.at(-1)?.subarray(this.#used)
    // A UTF-16 unit takes at least one byte.
    if (!rest || rest.length < text.length) return undefined
    const { read, written } = this.#encoder.encodeInto(text, rest)
    return read === text.length ? written : undefined
  }

  #writeInNewBlock(text: string): number {
    // And at most three.
    this.#blocks.push(new Uint8Array(Math.max(blockSize, text.length * 3)))
    this.#used = 0
    return this.#write(text) ?? 0
  }

  replace(index: number, record: Json): void {
    this.#replaced.set(index, this.#encoder.encode(jsonText(this.#shapes.pack(record))))
  }

  /** Returns a record with its exact numbers. `index` must be below `count`. */
  read(index: number): Json {
    const start = this.#start[index] ?? 0
    const bytes =
      this.#replaced.get(index) ??
      this.#blocks[this.#block[index] ?? 0]?.subarray(start, start + (this.#length[index] ?? 0))
    return this.#shapes.unpack(parseJson(this.#decoder.decode(bytes)))
  }
}

/** The most lists of names. A record with other names is written whole. */
const maxShapes = 500

/** Stands before a record that is written whole. */
const whole = -1

/** Writes records without the names of their fields, which repeat from record to record and are half of the text. */
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
