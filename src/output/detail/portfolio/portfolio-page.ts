/** The page of a portfolio: what the loans are spread over, and how they are repaid. */
import type { PrintStyle } from '../../../context.ts'
import type { DimensionName } from '../../../domain/portfolio/dimensions.ts'
import type { Portfolio } from '../../../domain/portfolio/portfolio.ts'
import { counted } from '../../../thousands.ts'
import { clean } from '../../gate/text.ts'
import { palette } from '../../terminal/palette.ts'
import { padEnd } from '../../terminal/width.ts'
import { words } from '../../words/format.ts'
import { type Block, dotted, factsBlock, footBlock, type Layout, maxPageWidth } from '../layout.ts'
import { type GroupsOfKind, groupsBlock } from './groups-block.ts'
import { lenderTitle } from './lender-title.ts'
import type { PortfolioFacts } from './portfolio-facts.ts'
import { riskFacts } from './risk-facts.ts'

/** Returns the page as text without a final newline. */
export function portfolioPage(facts: PortfolioFacts, style: PrintStyle): string {
  const { lender, portfolio, links } = facts
  const paint = palette(style.color)
  const layout: Layout = { paint, columns: style.width, now: undefined, plain: style.plain }
  const narrow = { ...layout, columns: style.width && Math.min(style.width, maxPageWidth) }
  const blocks = [
    [...lenderTitle(narrow, lender), countWords(portfolio)],
    ...(portfolio.loans > 0 ? groupBlocks(layout, facts) : []),
    portfolio.loans > 0 ? factsBlock(narrow, riskFacts(narrow, facts)) : [],
    portfolio.loans > 0 ? footBlock(narrow, links) : [],
  ].filter((block) => block.length > 0)
  return blocks.map((block) => block.join('\n')).join('\n\n')
}

function countWords({ loans, apart }: Portfolio): string {
  const others = Object.entries(apart).filter(([, count]) => count > 0)
  if (loans === 0 && others.length === 0) return 'No loans yet.'
  const excluded = others.map(([status, count]) => `${count} ${clean(words(status))}`).join(', ')
  return dotted(counted(loans, 'loans'), excluded && `not counted: ${excluded}`)
}

/** How many blocks stand side by side, from which width on. Narrower ones would cut most names. */
const perRow = [
  { from: 156, blocks: 4 },
  { from: 104, blocks: 2 },
] as const

const gap = 4

/** The width of a page in a file. */
const defaultColumns = 80

function groupBlocks(layout: Layout, { portfolio, top }: PortfolioFacts): readonly Block[] {
  const { by, even } = portfolio
  const kinds = Object.keys(by) as readonly DimensionName[]
  const all = kinds.map((kind): GroupsOfKind => ({ kind, groups: by[kind] ?? [], even: even[kind] ?? null }))
  const scale = Math.max(...all.flatMap(({ groups }) => groups.slice(0, top)).map(({ percent }) => percent))
  const width = layout.columns ?? defaultColumns
  const count = layout.plain ? 1 : (perRow.find(({ from }) => width >= from)?.blocks ?? 1)
  const columns = count === 1 ? Math.min(width, defaultColumns) : Math.floor((width + gap) / count) - gap
  const drawn = all.map((of) => groupsBlock(layout, of, { top, scale, columns: Math.min(columns, 60) }))
  return Array.from({ length: Math.ceil(drawn.length / count) }, (_, row) =>
    besideEachOther(drawn.slice(row * count, (row + 1) * count), Math.min(columns, 60) + gap),
  )
}

/** Joins blocks line by line; each starts `step` columns after the one before. */
const besideEachOther = (blocks: readonly Block[], step: number): Block =>
  Array.from({ length: Math.max(...blocks.map(({ length }) => length)) }, (_, at) =>
    blocks
      .map((block) => padEnd(block[at] ?? '', step))
      .join('')
      .trimEnd(),
  )
