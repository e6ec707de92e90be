/**
 * A page as a value: what stands on it, in reading order. Makers return one and know no terminal; the writers
 * (`write-terminal.ts` and its siblings) print it. Texts of the API have been made safe for people (`gate/text.ts`), and
 * are escaped for no format yet.
 */
import type { Json } from '../../core/json.ts'
import type { Role } from '../gate/gate.ts'
import { count } from '../words/format.ts'

export interface Page {
  /** There is space between two sections. A section may be empty. */
  readonly sections: readonly Section[]
  /** Commands to run next, and the address of the record. */
  readonly foot: readonly Words[]
}

export interface Section {
  readonly parts: readonly Part[]
  /** May stand beside the section before it, where there is room. */
  readonly isBeside?: true
}

/** A text, or one that is more than its words. */
export type Words = string | Toned | Link | Meter

/** What a reader must not miss, or may skip. */
type Tone = Extract<Role, 'label' | 'warning' | 'danger'>

interface Toned {
  readonly text: string
  readonly tone: Tone
}

/** A page of Kiva's website, shown as its address. */
export interface Link {
  readonly site: string
  /** Such as `lend/2100001`. */
  readonly path: string
}

/** A share from 0 to 1 as a bar, before its text. */
interface Meter {
  readonly share: number
  readonly text: string
}

/** A label and its text, which may have several lines. */
export type Fact = readonly [label: string, words: Words]

export interface Title {
  readonly kind: 'title'
  readonly name: string
  /** What has the name. */
  readonly what: string
  /** Makes `what` as prominent as the name. */
  readonly alarm?: Tone | undefined
}

/** Short texts on as few lines as possible. */
interface Flow extends Opening {
  readonly kind: 'flow'
  readonly parts: readonly Words[]
  readonly separator: string
  readonly tone?: Tone | undefined
}

interface Prose {
  readonly kind: 'prose'
  readonly text: string
}

interface Facts {
  readonly kind: 'facts'
  readonly facts: readonly Fact[]
}

interface Headed {
  readonly kind: 'headed'
  readonly heading: string
  readonly parts: readonly Part[]
  /** The heading names the text below it, such as its language, and the text is not indented. */
  readonly isCaption?: true
}

export interface SmallColumn {
  readonly header: string
  readonly align: 'left' | 'right'
}

/** A table that is part of a page. Columns without any text are omitted. */
interface Table {
  readonly kind: 'table'
  readonly columns: readonly SmallColumn[]
  readonly rows: readonly (readonly string[])[]
}

/** How far something is, as a bar and what there is to say beside it. Without a share there is no bar. */
export interface Progress {
  readonly kind: 'progress'
  readonly share: number | undefined
  readonly first: readonly Words[]
  readonly second: readonly Words[]
}

/** Records in brief. */
export interface Rows {
  readonly kind: 'rows'
  readonly columns: readonly string[]
  readonly rows: readonly BriefRow[]
  /** How many rows fit on a screen. Default: all. */
  readonly most?: number
}

export interface BriefRow extends Opening {
  readonly cells: readonly string[]
}

/** Something that a reader may want to see more of. */
interface Opening {
  /** The command that shows it: the words after `kiva`. */
  readonly opens?: readonly string[] | undefined
}

/** Things with names: what there is to say of each, and its records. */
export interface Entries {
  readonly kind: 'entries'
  readonly entries: readonly Entry[]
}

export interface Entry extends Opening {
  readonly name: string
  readonly words: Words
  readonly rows?: Rows
  /** What the rows leave out. */
  readonly more?: string
}

/** Numbers by label, each with a bar. */
export interface Bars {
  readonly kind: 'bars'
  /** The header of the labels and those of the numbers. */
  readonly headers: readonly string[]
  readonly rows: readonly BarRow[]
}

export interface BarRow extends Opening {
  readonly label: string
  readonly numbers: readonly string[]
  /** The length of the bar, from -1 to 1; `undefined` for a row without a bar. */
  readonly share: number | undefined
  readonly tone?: Tone | undefined
}

/** Several sets of bars with one scale. */
export interface Groups {
  readonly kind: 'groups'
  /** The header of the labels and those of the numbers. */
  readonly headers: readonly string[]
  readonly groups: readonly Group[]
}

export interface Group {
  readonly heading: string
  /** What else to say in the heading, where there is room. */
  readonly note: string
  readonly rows: readonly BarRow[]
}

/** Numbers by place. */
interface Places {
  readonly kind: 'places'
  /** The headers of the names and of the numbers. */
  readonly headers: readonly [string, string]
  readonly points: readonly MapPoint[]
}

export interface MapPoint {
  readonly label: string
  /** In degrees. */
  readonly point: readonly [longitude: number, latitude: number]
  readonly value: number
  /** The value as a reader sees it. */
  readonly text: string
}

/** The photo of a record. */
interface Photo {
  readonly kind: 'photo'
  /** A `data:` URL. */
  readonly address: string
  readonly of: string
}

/** A new kind must be known to every writer: each is a table of all kinds. */
export type Part =
  | Title
  | Flow
  | Prose
  | Facts
  | Headed
  | Table
  | Progress
  | Rows
  | Entries
  | Bars
  | Groups
  | Places
  | Photo

export const section = (...parts: readonly (readonly Part[])[]): Section => ({ parts: parts.flat() })

export const title = (name: string, what: string, alarm?: Tone): readonly Part[] => [
  { kind: 'title', name, what, alarm },
]

/** Returns the words as text. */
export function textOf(words: Words): string {
  if (typeof words === 'string') return words
  return 'path' in words ? `${words.site}/${words.path}` : words.text
}

/** Returns the name of what a page is about. */
export function titleOf(sections: Page['sections']): string {
  const isTitle = (part: Part): part is Title => part.kind === 'title'
  const { name = '', what = '' } = sections.flatMap(({ parts }) => parts).find(isTitle) ?? {}
  return name || what
}

export const isFilled = (words: Words) => textOf(words) !== ''

/** Without words, there is no such part; likewise below. */
export function flow(words: readonly Words[], separator = ' · ', tone?: Tone): readonly Part[] {
  const parts = words.filter(isFilled)
  return parts.length === 0 ? [] : [{ kind: 'flow', parts, separator, tone }]
}

/** Returns words that a command shows more of. */
export function opening(words: readonly Words[], opens: Opening['opens']): readonly Part[] {
  const parts = words.filter(isFilled)
  return parts.length === 0 ? [] : [{ kind: 'flow', parts, separator: ' · ', opens }]
}

export const prose = (text: string): readonly Part[] => (text === '' ? [] : [{ kind: 'prose', text }])

/** Facts without text are left out. */
export function facts(all: readonly Fact[]): readonly Part[] {
  const filled = all.filter(([, words]) => isFilled(words))
  return filled.length === 0 ? [] : [{ kind: 'facts', facts: filled }]
}

export const headed = (heading: string, ...parts: readonly (readonly Part[])[]): readonly Part[] => {
  const within = parts.flat()
  return within.length === 0 ? [] : [{ kind: 'headed', heading, parts: within }]
}

export function table(
  columns: readonly SmallColumn[],
  rows: readonly (readonly string[])[],
): readonly Part[] {
  const isUsed = columns.map((_, at) => rows.some((row) => (row[at] ?? '') !== ''))
  const used = <T>(list: readonly T[]) => list.filter((_, at) => isUsed[at])
  const kept = used(columns)
  const cells = rows.map((row) => used(columns.map((_, at) => row[at] ?? '')))
  return kept.length === 0 ? [] : [{ kind: 'table', columns: kept, rows: cells }]
}

/** Joins the non-empty parts with ` · `. */
export const dotted = (...parts: readonly string[]) => parts.filter((part) => part !== '').join(' · ')

/** `1 loan`, `2,500 loans`; '' without a value. */
export function counted(value: Json | undefined, noun: string, nouns: string): string {
  const amount = count(value)
  return amount && `${amount} ${amount === '1' ? noun : nouns}`
}

/** Whether a column has numbers alone, or amounts and shares. */
export const isNumeric = (rows: readonly (readonly string[])[], at: number) =>
  rows.every((row) => /^-?[$]?[\d,.]*%?$/.test(row[at] ?? ''))
