/** The tabs that a record leads to, from the table of relations. */
import { at, number } from '../../api/records/field-values.ts'
import type { RecordKind } from '../../api/records/record-types.ts'
import { relations } from '../../api/relations.ts'
import { isObject, type Json } from '../../core/json.ts'
import { withThousands } from '../../core/numbers.ts'
import { line } from '../../output/words/line.ts'
import { nextCommands, showCommand } from '../../output/words/related.ts'

export interface Link {
  /** `lenders 8` */
  readonly label: string
  /** The words of the tab's command line. */
  readonly argv: readonly string[]
}

/** The fields that count what a command lists. */
const counts: Readonly<Record<string, string>> = {
  'loans lenders': 'lender_count',
  'lenders loans': 'loan_count',
  'teams lenders': 'member_count',
  'teams loans': 'loan_count',
  'journal-entries comments': 'comment_count',
}

/** Returns the links of a sanitized record, most useful first. Unsafe ids lead nowhere. */
export function linksOf(kind: RecordKind | undefined, record: Json): readonly Link[] {
  if (kind === undefined || !isObject(record)) return []
  const refers = Object.entries(relations[kind].refers ?? {}).flatMap(([field, other]) =>
    referenceTo(other, line(at(record, field)), record, field),
  )
  const next = nextCommands(kind, record).flatMap((command): readonly Link[] => {
    const words = command.split(' ')
    const name = words.slice(0, 2).join(' ')
    const count = inThousands(number(at(record, counts[name] ?? '')))
    const label = [...(words[1] === 'search' ? [words[0]] : [(words[1] ?? '').replaceAll('-', ' ')]), count]
      .join(' ')
      .trim()
    return [{ label, argv: words.length === 4 ? [...words.slice(0, 2), `${words[2]}=${words[3]}`] : words }]
  })
  return [...refers, ...next, ...(kind === 'loan' ? likeThis(record) : [])]
}

const inThousands = (count: number | undefined): string => (count === undefined ? '' : withThousands(count))

function referenceTo(other: RecordKind, id: string, record: Json, field: string): readonly Link[] {
  if (!/^\w[\w.]*$/.test(id)) return []
  const [command] = showCommand(other, id)
  if (command === undefined) return []
  // A loan has only the id of its partner.
  const name = other === 'partner' ? '' : line(at(record, field.replace(/[^.]+$/, 'name')))
  const label = other === 'partner' ? `partner ${id}` : name ? `${other}: ${name}` : other
  return [{ label, argv: command.split(' ') }]
}

/** The journal of a loan, and loans of the same sector in the same country. */
function likeThis(record: Json): readonly Link[] {
  const id = line(at(record, 'id'))
  const entries = inThousands(number(at(record, 'journal_totals.entries')))
  const journal: Link = {
    label: ['journal', entries].join(' ').trim(),
    argv: ['loans', 'journal-entries', id],
  }
  const sector = line(at(record, 'sector'))
  const country = line(at(record, 'location.country_code'))
  if (sector === '' || !/^[A-Z]{2}$/.test(country)) return [journal]
  return [
    journal,
    {
      label: `${sector} in ${line(at(record, 'location.country')) || country}`,
      argv: ['loans', 'search', '--status=fundraising', `--sector=${sector}`, `--country-code=${country}`],
    },
  ]
}
