/** The column that pictures how far loans are: funded, or repaid once the borrowers have the money. */

import { type Progress, progressOf } from '../../domain/progress.ts'
import type { JsonObject } from '../../ports/json.ts'
import { bar, percent } from '../words/format.ts'
import type { Column } from './column.ts'

type Stage = Progress['stage']

/** A column for loans at one stage; a loan at another has no value in it. Without a stage, for all. */
function progressColumn(header: string, stage: Stage | undefined): Column {
  const progress = (loan: JsonObject) => {
    const found = progressOf(loan)
    return stage === undefined || found.stage === stage ? found : undefined
  }
  const value = (loan: JsonObject) => progress(loan)?.percent
  const when = (loans: readonly JsonObject[]) => stageOf(loans) === stage
  const inWords: Column = { header, when, value, write: percent, align: 'right', rank: 1, role: 'accent' }
  return {
    header,
    when,
    value,
    fill: (loan, columns) => drawProgress(progress(loan), columns),
    align: 'left',
    // A picture of the number beside it: it goes before the words around it are squeezed.
    rank: 7,
    least: 11,
    role: 'accent',
    else: inWords,
    offScreen: inWords,
  }
}

/** Where loans differ, their status tells which is meant. */
export const loanProgress: readonly Column[] = [
  progressColumn('FUNDED', 'funded'),
  progressColumn('REPAID', 'repaid'),
  progressColumn('SO FAR', undefined),
]

/** The stage that they have in common. */
function stageOf(loans: readonly JsonObject[]): Stage | undefined {
  const [first, second] = [...new Set(loans.map((loan) => progressOf(loan).stage))]
  return second === undefined ? first : undefined
}

/** `██████░░░░  61 %`: the bar takes what the percentage leaves. */
function drawProgress(progress: Progress | undefined, columns: number): string {
  const { done = 0, whole = 0, percent: told } = progress ?? {}
  return told === undefined ? '' : `${bar(done / whole, columns - 6)} ${percent(told).padStart(5)}`
}
