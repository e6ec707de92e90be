/**
 * The rows that a lake must have, computed by hand from the records of the service, without code of src. Dates are in
 * milliseconds since the epoch, amounts in whole cents, missing values null.
 */

type Value = string | number | boolean | null
export type LakeRow = Readonly<Record<string, Value>>

// biome-ignore lint/suspicious/noExplicitAny: records as they came
type Loose = any

const text = (value: Loose): Value =>
  value === undefined || value === null || value === '' ? null : String(value)
const whole = (value: Loose): Value => value ?? null
const cents = (value: Loose): Value =>
  value === undefined || value === null ? null : Math.round(Number(value) * 100)
const time = (value: Loose): Value => (value ? Date.parse(value) : null)
const json = (value: Loose): Value => (value === undefined ? null : JSON.stringify(value))

/** By the name of a column: how a text of the lake stands for its value. */
export const lakeDates =
  /^(?:at|posted_date|planned_expiration_date|funded_date|paid_date|disbursal_date|processed_date|settlement_date|due_date|start_date|date|began|ended)$/
export const lakeAmounts =
  /^(?:loan_amount|funded_amount|basket_amount|paid_amount|amount|currency_exchange_loss_amount|total_amount_raised)$/

function genderOf(borrowers: Loose[]): Value {
  const count = (sign: string) => borrowers.filter(({ gender }) => gender === sign).length
  if (2 * count('F') > borrowers.length) return 'female'
  if (2 * count('M') > borrowers.length) return 'male'
  return count('F') + count('M') === borrowers.length ? 'mixed' : null
}

function loanRow(loan: Loose): LakeRow {
  const { location, terms, borrowers } = loan
  const [latitude, longitude] = location.geo.pairs.split(' ').map(Number)
  return {
    id: loan.id,
    name: text(loan.name),
    status: text(loan.status),
    loan_amount: cents(loan.loan_amount),
    funded_amount: cents(loan.funded_amount),
    basket_amount: cents(loan.basket_amount),
    paid_amount: cents(loan.paid_amount),
    lender_count: whole(loan.lender_count),
    borrower_count: borrowers.length,
    gender: genderOf(borrowers),
    activity: text(loan.activity),
    sector: text(loan.sector),
    use: text(loan.use),
    country_code: text(location.country_code),
    country: text(location.country),
    town: text(location.town),
    latitude,
    longitude,
    partner_id: whole(loan.partner_id),
    posted_date: time(loan.posted_date),
    planned_expiration_date: time(loan.planned_expiration_date),
    funded_date: time(loan.funded_date),
    paid_date: time(loan.paid_date),
    disbursal_date: time(terms.disbursal_date),
    disbursal_currency: text(terms.disbursal_currency),
    disbursal_amount: whole(terms.disbursal_amount),
    repayment_interval: text(terms.repayment_interval),
    repayment_term: whole(terms.repayment_term),
    nonpayment: text(terms.loss_liability.nonpayment),
    currency_exchange: text(terms.loss_liability.currency_exchange),
    currency_exchange_loss_amount: cents(loan.currency_exchange_loss_amount),
    delinquent: loan.delinquent ?? false,
    bonus_credit_eligibility: loan.bonus_credit_eligibility ?? null,
    themes: json(loan.themes ?? (loan.theme ? [loan.theme] : [])),
    tags: json((loan.tags ?? []).map(({ name }: Loose) => name)),
    languages: json(loan.description.languages),
    journal_entries: whole(loan.journal_totals?.entries),
    missing_since: null,
    year: Number(loan.posted_date.slice(0, 4)),
  }
}

function paymentRow(loan: Loose, payment: Loose): LakeRow {
  return {
    loan_id: loan.id,
    payment_id: payment.payment_id,
    processed_date: time(payment.processed_date),
    settlement_date: time(payment.settlement_date),
    amount: cents(payment.amount),
    local_amount: whole(payment.local_amount),
    rounded_local_amount: whole(payment.rounded_local_amount),
    currency_exchange_loss_amount: cents(payment.currency_exchange_loss_amount),
    comment: text(payment.comment),
    year: Number(loan.posted_date.slice(0, 4)),
  }
}

function partnerRow(partner: Loose): LakeRow {
  const { image: _, ...fields } = partner
  return Object.fromEntries(
    Object.entries<Loose>(fields).map(([name, value]) => {
      if (Array.isArray(value)) return [name, json(value)]
      if (lakeAmounts.test(name)) return [name, cents(value)]
      if (lakeDates.test(name)) return [name, time(value)]
      if (name === 'rating') return [name, Number.isNaN(Number(value)) ? null : Number(value)]
      return [name, value === '' ? null : value]
    }),
  )
}

export const lakeTables = [
  'loans',
  'payments',
  'scheduled_payments',
  'borrowers',
  'stories',
  'changes',
  'partners',
  'pulls',
  'lending_actions',
] as const

/** Tables without a folder for each year. */
export const wholeTables: readonly string[] = ['partners', 'pulls']

/** Returns the rows of each table, without the times at which records were read. */
export function lakeRowsOf(
  loans: readonly Loose[],
  partners: readonly Loose[],
  {
    actions = [],
    pulls = [],
  }: { readonly actions?: readonly Loose[]; readonly pulls?: readonly Loose[] } = {},
) {
  const year = (loan: Loose) => Number(loan.posted_date.slice(0, 4))
  return {
    loans: loans.map(loanRow),
    payments: loans.flatMap((loan) => loan.payments.map((payment: Loose) => paymentRow(loan, payment))),
    scheduled_payments: loans.flatMap((loan) =>
      loan.terms.scheduled_payments.map((due: Loose) => ({
        loan_id: loan.id,
        due_date: time(due.due_date),
        amount: cents(due.amount),
        year: year(loan),
      })),
    ),
    borrowers: loans.flatMap((loan) =>
      loan.borrowers.map((borrower: Loose) => ({
        loan_id: loan.id,
        first_name: text(borrower.first_name),
        last_name: text(borrower.last_name),
        gender: text(borrower.gender),
        pictured: borrower.pictured,
        year: year(loan),
      })),
    ),
    stories: loans.flatMap((loan) =>
      Object.entries<string>(loan.description.texts).map(([language, story]) => ({
        loan_id: loan.id,
        language,
        text: text(story),
        year: year(loan),
      })),
    ),
    changes: loans.map((loan) => ({
      loan_id: loan.id,
      status: loan.status,
      funded_amount: cents(loan.funded_amount),
      basket_amount: cents(loan.basket_amount),
      paid_amount: cents(loan.paid_amount),
      lender_count: whole(loan.lender_count),
      delinquent: loan.delinquent ?? false,
    })),
    partners: partners.map(partnerRow),
    /** As `kiva sql` prints them. */
    pulls: pulls.map(({ began, ended, actions_missed, ...pull }) => ({
      ...pull,
      began: time(began),
      ended: time(ended),
      actions_missed: actions_missed === null ? null : actions_missed === 1,
    })),
    lending_actions: actions.map(({ date, ...action }) => ({
      ...action,
      date: time(date),
      year: Number(date.slice(0, 4)),
    })),
  } satisfies Readonly<Record<string, readonly LakeRow[]>>
}

/**
 * Returns rows in an order of their own, each as JSON: the order of rows in a lake has no meaning. Only the columns of
 * `like` count.
 */
export function sortedRows(rows: readonly object[], like: readonly LakeRow[]): readonly string[] {
  const names = [...new Set(like.flatMap((row) => Object.keys(row)))].sort()
  return rows.map((row) => JSON.stringify(names.map((name) => (row as LakeRow)[name] ?? null))).sort()
}
