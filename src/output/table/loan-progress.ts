/** The column that shows the progress of loans as a bar: funded, or repaid once the loan is paid out. */

import { type Progress, progressOf } from '../../domain/progress.ts'
import type { JsonObject } from '../../ports/json.ts'
import { bar, percent } from '../words/format.ts'
import { stageWords } from '../words/loan-words.ts'
import type { Column } from './column.ts'

type Stage = Progress['stage']

const reads = ['funded_amount', 'paid_amount']

/** Returns a column for loans at one stage; loans at another stage have no value in it. */
function progressColumn(header: string, stage: Stage): Column {
  const progress = (loan: JsonObject) => {
    const found = progressOf(loan)
    return found.stage === stage ? found : undefined
  }
  const value = (loan: JsonObject) => progress(loan)?.percent
  const when = (loans: readonly JsonObject[]) => stageOf(loans) === stage
  const inWords: Column = {
    header,
    reads,
    when,
    value,
    write: percent,
    align: 'right',
    rank: 1,
    role: 'accent',
  }
  return {
    header,
    reads,
    when,
    value,
    fill: (loan, columns) => drawProgress(progress(loan), columns),
    align: 'left',
    // The bar repeats the number beside it, so it goes before text columns shrink.
    rank: 7,
    minWidth: 10,
    role: 'accent',
    else: inWords,
    offScreen: inWords,
  }
}

/** The last one is for loans at different stages, and says in words which stage is meant. */
export const loanProgress: readonly Column[] = [
  progressColumn('FUNDED', 'funded'),
  progressColumn('REPAID', 'repaid'),
  {
    header: 'SO FAR',
    reads,
    when: (loans) => stageOf(loans) === undefined,
    value: (loan) => stageWords(progressOf(loan)),
    align: 'right',
    rank: 1,
    role: 'accent',
  },
]

/** Returns the stage that all loans share, or undefined. */
function stageOf(loans: readonly JsonObject[]): Stage | undefined {
  const [first, second] = [...new Set(loans.map((loan) => progressOf(loan).stage))]
  return second === undefined ? first : undefined
}

/** `██████░░░░  61%`: the bar fills the width beside the percentage. */
function drawProgress(progress: Progress | undefined, columns: number): string {
  const { done = 0, whole = 0, percent: told } = progress ?? {}
  return told === undefined ? '' : `${bar(done / whole, columns - 5)} ${percent(told).padStart(4)}`
}
