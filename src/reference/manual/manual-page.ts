import { version } from '../../version.ts'
import { paragraph } from './roff.ts'

export interface ManualPage {
  readonly name: string
  /** 1 for commands, 7 for everything else. */
  readonly section: 1 | 7
  readonly brief: string
  /** Roff lines by heading, in reading order. */
  readonly parts: Readonly<Record<string, readonly string[]>>
  /** References to other pages, such as `kiva(1)`. */
  readonly seeAlso: readonly string[]
}

/** The day of the last review, set by hand. The build date would make committed pages out of date. */
const date = '2026-11-21'

/** Returns a reference to a page, such as `kiva(1)`. */
export const reference = ({ name, section }: Pick<ManualPage, 'name' | 'section'>) => `${name}(${section})`

/** Returns the whole file as roff. */
export function writeManualPage(page: ManualPage): string {
  const others = page.seeAlso.filter((other) => other !== reference(page)).join(', ')
  const parts = { ...page.parts, 'SEE ALSO': paragraph(others) }
  return [
    '.\\" Made by npm run generate; changes belong into what it is made from.',
    `.TH ${page.name.toUpperCase()} ${page.section} ${date} "kiva ${version}" "kiva manual"`,
    '.SH NAME',
    ...paragraph(`${page.name} - ${lowerFirst(page.brief)}`),
    ...Object.entries(parts).flatMap(([heading, lines]) =>
      lines.length === 0 ? [] : [`.SH ${heading}`, ...lines],
    ),
    '',
  ].join('\n')
}

/** Makes the first letter lowercase, except in acronyms such as URL. */
const lowerFirst = (text: string) => text.replace(/^[A-Z](?=[a-z ])/, (letter) => letter.toLowerCase())
