/** Finds the sequences in terminal output that are not on the list. */
import { type Allowance, allowed, loneJoiner, notText, type Occasion } from './allowed.ts'
import { type Piece, piecesOf } from './sequences.ts'

export interface Sent {
  readonly text: string
  /** `both` if stdout and stderr went to the terminal together. */
  readonly stream: 'stdout' | 'stderr' | 'both'
  readonly occasions: ReadonlySet<Occasion>
}

/** The rows of the list that this process has used. */
export const used = new Set<Allowance>()

/** Returns a description of each offence, with the text before it. */
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

/** Returns the last 20 characters displayed before a piece, as JSON. */
function before(pieces: readonly Piece[], at: number): string {
  const last = pieces.slice(0, at).findLast((piece) => 'shown' in piece)
  return JSON.stringify(last && 'shown' in last ? last.shown.slice(-20) : '')
}

/** Throws if a command line sent a terminal anything that is not on the list. */
export function expectOnList(line: string, stream: Sent['stream'], text: string): void {
  const occasions = new Set<Occasion>(['color'])
  for (const one of ['images', 'watch'] as const) if (line.includes(`--${one}`)) occasions.add(one)
  if (/^kiva (?:.* )?explore\b/.test(line))
    for (const one of ['explore', 'images'] as const) occasions.add(one)
  const offences = offencesIn({ text, stream, occasions })
  if (offences.length > 0) throw new Error(`On ${stream} of ${line}:\n${offences.join('\n')}`)
}
