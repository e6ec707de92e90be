/** `@me`, which stands for the user's own lender id wherever a command takes a lender id. */
import type { AnyEndpoint, Value, Values } from '../api/endpoint.ts'
import { listSeparator } from '../api/gaps.ts'

export const me = '@me'

/** The parts of an invocation that may have a lender id. */
interface Lenders {
  readonly endpoint: Pick<AnyEndpoint, 'params'>
  readonly values: Values
  readonly shortlists?: Values | undefined
  readonly fromInput?: { readonly name: string; readonly words: readonly string[] } | undefined
  readonly filter?: { readonly notLentBy: readonly string[] } | undefined
  readonly derive?: { readonly lender: string | undefined } | undefined
}

/**
 * Returns the invocation with the id in place of each `@me`. `find` returns the id; it is called only if the
 * invocation has `@me`.
 */
export async function withMe<I extends Lenders>(invocation: I, find: () => Promise<string>): Promise<I> {
  const { endpoint, values, shortlists, fromInput, filter, derive } = invocation
  const takesLender = (name: string) => endpoint.params[name]?.pageOf === 'lender'
  const isMe = (value: Value | undefined) => [value].flat().includes(me)
  const named = Object.keys(values).filter((name) => takesLender(name) && isMe(values[name]))
  const isInput = fromInput !== undefined && takesLender(fromInput.name) && isMe(fromInput.words)
  const isOption = derive?.lender === me || isMe(filter?.notLentBy)
  if (named.length === 0 && !isInput && !isOption) return invocation
  const id = await find()
  const inText = (text: string) => {
    const words = text.split(listSeparator)
    return words.map((word) => (word.trim() === me ? id : word)).join(listSeparator)
  }
  const inItem = (item: string | number | undefined) => (typeof item === 'string' ? inText(item) : item)
  const replaced = <V extends Value | undefined>(value: V): V =>
    (typeof value === 'object' ? value.map(inItem) : inItem(value)) as V
  const inLenders = (all: Values) =>
    Object.fromEntries(
      Object.entries(all).map(([name, value]) => [name, takesLender(name) ? replaced(value) : value]),
    )
  return {
    ...invocation,
    values: inLenders(values),
    shortlists: shortlists && inLenders(shortlists),
    fromInput: fromInput && { ...fromInput, words: replaced(fromInput.words) },
    filter: filter && { ...filter, notLentBy: replaced(filter.notLentBy) },
    derive: derive && { ...derive, lender: replaced(derive.lender) },
  }
}
