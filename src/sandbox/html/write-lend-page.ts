/** The page of a loan on the website, where one would lend: the sandbox has no money. */
import { suffix } from '../../api/gaps.ts'
import { at } from '../../api/records/field-values.ts'
import { apiPrefix } from '../../api/wire/request.ts'
import type { Json, JsonObject } from '../../core/json.ts'
import { withThousands } from '../../core/numbers.ts'
import { breakable, guardPage, html, writePage } from './page.ts'
import { drawPicture } from './write-html.ts'

/** Returns the page of a `loan_detail` record. */
export function writeLendPage(loan: JsonObject) {
  const text = (path: string) => textOf(at(loan, path))
  const [name, id, isOpen] = [text('name'), text('id'), text('status') === 'fundraising']
  const [asked, raised] = [Number(at(loan, 'loan_amount')), Number(at(loan, 'funded_amount'))]
  const heading = isOpen ? `Here you would lend to ${name}` : `${name} is no longer raising money`
  const place = [text('location.town'), text('location.country')].filter((part) => part !== '').join(', ')
  const facts: readonly (readonly [label: string, value: string])[] = [
    ['Use', text('use')],
    ['Where', place],
    ['Sector', text('sector')],
    ['Status', text('status').replaceAll('_', ' ')],
    ['Asked', dollars(asked)],
    [isOpen ? 'To go' : 'Raised', isOpen ? dollars(Math.max(0, asked - raised)) : dollars(raised)],
    ['Ends', isOpen ? text('planned_expiration_date').slice(0, 10) : ''],
    ['Field partner', text('partner_id')],
  ]
  const body = html`<h1>${drawPicture(at(loan, 'image') ?? null)} ${breakable(heading)}</h1>
<p>The loan is made up, and so is its money: on the website of the service, this page takes the payment.</p>
<dl class="fields">${facts.map(
    ([label, value]) =>
      value !== '' && html`<div class="short"><dt>${label}</dt><dd>${breakable(value)}</dd></div>`,
  )}</dl>
<p>Back to <a href="${apiPrefix}/loans/${id}${suffix.html}">what the API says of this loan</a>, or to <a href="/">all endpoints</a>.</p>`
  return { headers: guardPage({ pictures: true }), text: writePage({ title: heading, body, wide: true }) }
}

const textOf = (value: Json | undefined) =>
  value === undefined || value === null || typeof value === 'object' ? '' : String(value)

const dollars = (amount: number) => (Number.isNaN(amount) ? '' : `$${withThousands(amount)}`)
