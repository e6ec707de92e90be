/** Makes the pages of records. */
import { fieldsOf } from '../../api/records/derived-fields.ts'
import { at, number } from '../../api/records/field-values.ts'
import { derivedKey, type RecordName } from '../../api/records/record-types.ts'
import { isMirrored } from '../../api/relations.ts'
import { isObject, type Json, type JsonObject } from '../../core/json.ts'
import type { KnownPartners } from '../../domain/partner-medians.ts'
import { cleanRecord } from '../gate/text.ts'
import type { View } from '../view.ts'
import { dateAgo } from '../words/format.ts'
import { line } from '../words/line.ts'
import { nextCommands, pageLink } from '../words/related.ts'
import { derivedFacts } from './derived.ts'
import { genericFacts, type Maker, RemainingFields } from './generic.ts'
import { commentPage, journalEntryPage, onlyPayment, updatePage } from './journal-entry.ts'
import { accountPage, lenderPage } from './lender.ts'
import { lendingActionPage } from './lending-action.ts'
import { loanPage } from './loan.ts'
import { somePayments } from './loan-schedule.ts'
import { methodPage } from './method.ts'
import { facts, headed, type Page, prose, section, title, titleOf } from './page.ts'
import { partnerPage } from './partner.ts'
import { teamPage } from './team.ts'

/**
 * Returns the page of a sanitized record: what the maker of its type shows, then all fields that it did not show, then what
 * to look at next.
 */
export async function pageOfRecord(record: JsonObject, view: View): Promise<Page> {
  const partners = await partnersFor(record, view)
  const shown = partners && view.type.kind === 'loan' ? withPartner(record, partners) : record
  const context = view.type.kind === 'partner' ? { ...view, medians: partners?.medians } : view
  const { kind, name } = view.type
  const remaining = new RemainingFields(shown)
  const make = name ? makers[name] : onlyFields
  const { sections, links, hasAddress } = make(remaining, context, shown)
  const [image = ''] = (await view.photos?.([record], 'large')) ?? []
  const photo = image === '' ? [] : [section([{ kind: 'photo', address: image, of: titleOf(sections) }])]
  const derived = section(derivedFacts(remaining, view, shown))
  const others = facts(genericFacts(remaining, fieldsOf(view.type)))
  const commands = links ?? (kind ? nextCommands(kind, shown) : [])
  const next = view.mirror ? commands.filter(isMirrored) : commands
  const address = kind && !hasAddress ? pageLink(kind, shown, view.site) : ''
  return {
    sections: [
      ...sections.slice(0, 1),
      ...photo,
      ...sections.slice(1),
      derived,
      section(sections.length > 0 ? headed('More', others) : others),
    ],
    foot: [...next.map(view.kiva), address],
  }
}

/** A page, and the record that it is of. */
export interface MadeOf {
  readonly page: Page
  readonly record?: Json
}

/** Makes the page of each record as it arrives. Consecutive payments are one page, made when it is complete. */
export async function* pagesOf(records: AsyncIterable<Json>, view: View): AsyncGenerator<MadeOf> {
  let payments: JsonObject[] = []
  const paid = (): readonly MadeOf[] => {
    if (payments.length === 0) return []
    const page = { sections: [section(somePayments(payments))], foot: [] }
    payments = []
    return [{ page }]
  }
  try {
    for await (const each of records) {
      const record = cleanRecord(each)
      const payment = view.type.name === 'loan_updates' ? onlyPayment(record) : undefined
      if (payment) {
        payments.push(payment)
        continue
      }
      yield* paid()
      const page = isObject(record)
        ? await pageOfRecord(record, view)
        : { sections: [section(prose(line(record)))], foot: [] }
      yield { page, record }
    }
  } catch (cause) {
    // What came before a failure counts as delivered.
    yield* paid()
    throw cause
  }
  yield* paid()
}

/** Returns the partners that explain a record: that of a loan, and those that a partner is compared with. */
async function partnersFor(record: JsonObject, { type, fields, partners }: View) {
  const isNeeded =
    type.kind === 'partner' ||
    (!type.derived?.includes('partner') && number(at(record, 'partner_id')) !== undefined)
  return isNeeded && !fields ? partners?.() : undefined
}

/** Returns a loan with the facts about its partner that its page shows. */
function withPartner(record: JsonObject, { byId }: KnownPartners): JsonObject {
  const partner = byId.get(String(at(record, 'partner_id')))
  const derived = record[derivedKey]
  return isObject(partner)
    ? { ...record, [derivedKey]: { ...(isObject(derived) && derived), partner: cleanRecord(partner) } }
    : record
}

/** Records made by kiva itself have only their fields. */
const onlyFields: Maker = () => ({ sections: [] })

const releasePage: Maker = (remaining, { now }) => ({
  sections: [section(title(`Release ${remaining.line('id')}`, dateAgo(remaining.take('date'), now)))],
})

const templatePage: Maker = (remaining) => ({
  sections: [section(title(`Image template ${remaining.line('id')}`, ''), prose(remaining.line('pattern')))],
})

/** The maker of each record type. Fields that it does not show stand below. */
const makers: Readonly<Record<RecordName, Maker>> = {
  loan_listing: loanPage,
  loan_detail: loanPage,
  lender_listing: lenderPage,
  lender_detail: lenderPage,
  team_listing: teamPage,
  team_detail: teamPage,
  partner_listing: partnerPage,
  journal_entry: journalEntryPage,
  comment: commentPage,
  loan_updates: updatePage,
  lending_action: lendingActionPage,
  method_summary: methodPage,
  user_account: accountPage,
  release: releasePage,
  image_template: templatePage,
}
