/** Notes below a chart or a map, about records that the drawing alone would misrepresent. */
import { counted, withThousands } from '../../thousands.ts'
import type { Paint } from '../terminal/palette.ts'
import type { Aggregate, Kind } from './aggregate.ts'

interface Names {
  /** The plural noun for the records, such as `loans`. */
  readonly noun: string
  /** The name of the field that groups the records. */
  readonly by: string
  /** The name of the summed field; `undefined` if records were counted. */
  readonly sum: string | undefined
}

/** Returns one line per note after an empty line, or '' if there are no notes. */
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
