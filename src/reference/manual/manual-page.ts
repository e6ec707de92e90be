import { version } from '../../version.ts'
import { paragraph } from './roff.ts'

export interface ManualPage {
  readonly name: string
  /** 1 commands, 7 everything else. */
  readonly section: 1 | 7
  readonly brief: string
  /** Lines of roff below their headings, in the order to be read. */
  readonly parts: Readonly<Record<string, readonly string[]>>
  /** Pages, such as `kiva(1)`. */
  readonly seeAlso: readonly string[]
}

/** By hand: the day on which the manual was last looked through. A day of their own making would make pages stale. */
const date = '2026-11-21'

/** How a page is called by others. */
export const reference = ({ name, section }: Pick<ManualPage, 'name' | 'section'>) => `${name}(${section})`

/** The whole file. */
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

/** The first word in small letters, unless it is a name such as URL. */
const lowerFirst = (text: string) => text.replace(/^[A-Z](?=[a-z ])/, (letter) => letter.toLowerCase())
