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
  aggregation: Aggregate<K>,
  { noun, by, sum }: Names,
  paint: Paint,
): string {
  const some = (number: number) =>
    `${withThousands(number)} of ${counted(aggregation.records, noun)} ${number === 1 ? 'has' : 'have'}`
  const notes = [
    aggregation.several > 0
      ? `${some(aggregation.several)} more than one ${by}, and ${aggregation.several === 1 ? 'counts' : 'count'} for each.`
      : '',
    aggregation.unknown > 0 ? `${some(aggregation.unknown)} no ${by}.` : '',
    sum !== undefined && aggregation.without > 0
      ? `${some(aggregation.without)} no ${sum}, and ${aggregation.without === 1 ? 'adds' : 'add'} nothing.`
      : '',
  ].filter((line) => line !== '')
  return notes.length === 0 ? '' : `\n${notes.map((note) => `${paint('label', note)}\n`).join('')}`
}
