/** Reads what a terminal was sent, and finds what is not on the list. */
import { type Allowance, allowed, loneJoiner, notText, type Occasion } from './allowed.ts'
import { type Piece, piecesOf } from './sequences.ts'

export interface Sent {
  readonly text: string
  /** `both` where a terminal got the two as one. */
  readonly stream: 'stdout' | 'stderr' | 'both'
  readonly occasions: ReadonlySet<Occasion>
}

/** What of the list has been seen in this process. */
export const used = new Set<Allowance>()

/** What must not have been sent, each with where it stands; nothing where all is well. */
export function offencesIn({ text, stream, occasions }: Sent): readonly string[] {
  const list = allowed.filter(
    (one) =>
      (one.stream === undefined || stream === 'both' || one.stream === stream) &&
      (one.when === undefined || occasions.has(one.when)),
  )
  const pieces = piecesOf(text)
  const open = new Map<string, string>()
  const offences = pieces.flatMap((piece, at) => {
    if ('shown' in piece) return lettersOf(piece.shown)
    const rows = list.filter(({ sequence }) => sequence.test(piece.obeyed))
    const row = rows.find((one) => isFollowed(one, pieces[at + 1])) ?? rows[0]
    if (row) used.add(row)
    if (!row) return [`${piece.obeyed} behind ${before(pieces, at)}`]
    open.delete(piece.obeyed)
    if (row.until !== undefined) open.set(row.until, piece.obeyed)
    return isFollowed(row, pieces[at + 1]) ? [] : [`${piece.obeyed} without ${row.next}`]
  })
  return [...offences, ...[...open].map(([end, begin]) => `${begin} without ${end} to the end`)]
}

const isFollowed = ({ next }: Allowance, piece: Piece | undefined) =>
  next === undefined || (piece !== undefined && 'obeyed' in piece && piece.obeyed === next)

const lettersOf = (shown: string) =>
  [notText, loneJoiner].flatMap((letters) =>
    [...shown.matchAll(letters)].map(
      ({ 0: sign, index }) =>
        `U+${(sign.codePointAt(0) ?? 0).toString(16)} behind ${JSON.stringify(shown.slice(0, index).slice(-20))}`,
    ),
  )

/** The last letters that were shown. */
function before(pieces: readonly Piece[], at: number): string {
  const last = pieces.slice(0, at).findLast((piece) => 'shown' in piece)
  return JSON.stringify(last && 'shown' in last ? last.shown.slice(-20) : '')
}

/** Throws where a command line has sent a terminal what is not on the list. */
export function expectOnList(line: string, stream: Sent['stream'], text: string): void {
  const occasions = new Set<Occasion>(['color'])
  for (const one of ['images', 'watch'] as const) if (line.includes(`--${one}`)) occasions.add(one)
  const offences = offencesIn({ text, stream, occasions })
  if (offences.length > 0) throw new Error(`On ${stream} of ${line}:\n${offences.join('\n')}`)
}
