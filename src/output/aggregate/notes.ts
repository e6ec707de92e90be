/** What a drawing can't show of how it was counted, in words. */
import { counted, withThousands } from '../../thousands.ts'
import type { Paint } from '../terminal/palette.ts'
import type { Aggregate, Kind } from './aggregate.ts'

interface Names {
  /** What the records are. */
  readonly noun: string
  /** What they are counted by. */
  readonly by: string
  /** What was added up; `undefined` where records were counted. */
  readonly sum: string | undefined
}

/** A line for each, set off from the drawing; '' where there is nothing to say. */
export function drawNotes<K extends Kind>(
  tally: Aggregate<K>,
  { noun, by, sum }: Names,
  paint: Paint,
): string {
  const some = (number: number) =>
    `${withThousands(number)} of ${counted(tally.records, noun)} ${number === 1 ? 'has' : 'have'}`
  const notes = [
    tally.several > 0
      ? `${some(tally.several)} more than one ${by}, and ${tally.several === 1 ? 'counts' : 'count'} for each.`
      : '',
    tally.unknown > 0 ? `${some(tally.unknown)} no ${by}.` : '',
    sum !== undefined && tally.without > 0
      ? `${some(tally.without)} no ${sum}, and ${tally.without === 1 ? 'adds' : 'add'} nothing.`
      : '',
  ].filter((line) => line !== '')
  return notes.length === 0 ? '' : `\n${notes.map((note) => `${paint('label', note)}\n`).join('')}`
}
