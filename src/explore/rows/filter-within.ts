/** Whether a filter finds only rows of a former one, so that no other rows need a look. */
import { type Condition, cellMatches, type Filter, type Term } from '../../records/row-filter.ts'

/** Returns whether all rows that match `filter` also match `former`, as after typing one more letter. */
export function narrows(filter: Filter, former: Filter): boolean {
  return former.terms.every((wanted) => filter.terms.some((term) => implies(term, wanted)))
}

function implies(term: Term, wanted: Term): boolean {
  if (term.isNegated !== wanted.isNegated) return false
  // A row without `ke` has no `ken` either.
  const [narrow, wide] = term.isNegated ? [wanted.anyOf, term.anyOf] : [term.anyOf, wanted.anyOf]
  return narrow.every((one) => wide.some((other) => isWithin(one, other)))
}

/** Returns whether a row that satisfies `condition` satisfies `other` too. */
function isWithin(condition: Condition, other: Condition): boolean {
  if (condition.kind === 'word' || condition.kind === 'cell') {
    if (other.kind === 'word') {
      const isInText = condition.kind === 'word' || condition.isInText
      return isInText && condition.word.includes(other.word)
    }
    if (condition.kind === 'word' || other.kind !== 'cell' || other.column !== condition.column) return false
    return (condition.isWhole || !other.isWhole) && cellMatches(condition.word, other)
  }
  return JSON.stringify(condition) === JSON.stringify(other)
}
