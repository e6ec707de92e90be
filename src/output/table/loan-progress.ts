/** The column that pictures how far loans are: funded, or repaid once the borrowers have the money. */
import type { JsonObject } from '../../context.ts'
import { bar, wholePercent } from '../words/format.ts'
import { type Progress, progressOf } from '../words/loan-state.ts'
import type { Column } from './column.ts'

type Stage = Progress['stage']

/** A column for loans at one time of life; a later loan at another has no place in it. Without a stage, for all. */
function progressColumn(header: string, stage: Stage | undefined): Column {
  const share = (loan: JsonObject) => {
    const progress = progressOf(loan)
    return stage === undefined || progress.stage === stage ? progress.share : undefined
  }
  const draw = (loan: JsonObject, columns: number) => drawShare(share(loan), columns)
  const when = (loans: readonly JsonObject[]) => stageOf(loans) === stage
  const percent: Column = {
    header,
    when,
    cell: (loan) => percentOf(share(loan)),
    align: 'right',
    rank: 1,
    role: 'accent',
  }
  return {
    header,
    when,
    cell: (loan) => draw(loan, 16),
    fill: draw,
    align: 'left',
    // A picture of the number beside it: it goes before the words around it are squeezed.
    rank: 7,
    least: 11,
    role: 'accent',
    else: percent,
    offScreen: percent,
  }
}

/** Where loans differ, their status tells which is meant. */
export const loanProgress: readonly Column[] = [
  progressColumn('FUNDED', 'funded'),
  progressColumn('REPAID', 'repaid'),
  progressColumn('SO FAR', undefined),
]

/** The time of life that they have in common. */
function stageOf(loans: readonly JsonObject[]): Stage | undefined {
  const [first, second] = [...new Set(loans.map((loan) => progressOf(loan).stage))]
  return second === undefined ? first : undefined
}

const percentOf = (share: number | undefined) => (share === undefined ? '' : wholePercent(share))

/** `██████░░░░  61 %`: the bar takes what the percentage leaves. */
const drawShare = (share: number | undefined, columns: number) =>
  share === undefined ? '' : `${bar(share, columns - 6)} ${wholePercent(share).padStart(5)}`
