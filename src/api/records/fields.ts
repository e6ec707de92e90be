// biome-ignore-all lint/style/noExcessiveLinesPerFile: one dictionary
/**
 * The fields of the 15 record types, which the documentation leaves open (docs/service.md, Records). Recorded
 * from replies of the live service. They describe records and never validate them: missing and new fields are
 * normal. Columns, the fields in help, and completion derive from this table.
 */
/**
 * How to read a value. `money` is in US dollars, `local` in the currency of the loan's terms, `percent`
 * 0–100, `date` ISO 8601 in UTC, `text` may have several lines, `html` is markup, `map` has free keys.
 */
export type FieldType =
  | 'integer'
  | 'number'
  | 'money'
  | 'local'
  | 'percent'
  | 'string'
  | 'text'
  | 'html'
  | 'date'
  | 'boolean'
  | 'object'
  | 'map'

export interface Field {
  readonly type: FieldType
  readonly brief: string
  /** May be missing, which means the same as null or "". */
  readonly optional?: true
  readonly list?: true
  readonly unit?: string
  /** The fields of an object. */
  readonly fields?: Fields
}

export type Fields = Readonly<Record<string, Field>>

/** Describes a field's type: `list of string?`, `number, in percent`. */
export function fieldKind({ type, list, unit, optional }: Field): string {
  return `${list ? `list of ${type}` : type}${optional ? '?' : ''}${unit ? `, in ${unit}` : ''}`
}

const image: Field = {
  type: 'object',
  brief: 'picture; its address is made with templates images',
  optional: true,
  fields: {
    id: { type: 'integer', brief: 'image id' },
    template_id: { type: 'integer', brief: 'id of the URL template' },
  },
}

const video: Field = {
  type: 'object',
  brief: 'video',
  optional: true,
  fields: {
    id: { type: 'integer', brief: 'video id' },
    youtube_id: { type: 'string', brief: 'id at YouTube' },
  },
}

const geo: Field = {
  type: 'object',
  brief: 'where on the map',
  fields: {
    level: { type: 'string', brief: 'precision: town, country or exact' },
    pairs: { type: 'string', brief: 'latitude and longitude, with a space between' },
    type: { type: 'string', brief: 'shape: point' },
  },
}

const payment = {
  payment_id: { type: 'integer', brief: 'payment id' },
  amount: { type: 'money', brief: 'amount repaid' },
  local_amount: { type: 'local', brief: 'the same in local currency' },
  rounded_local_amount: { type: 'local', brief: 'the same, rounded', optional: true },
  processed_date: { type: 'date', brief: 'when it was processed' },
  settlement_date: { type: 'date', brief: 'when it was settled' },
  currency_exchange_loss_amount: { type: 'money', brief: 'lost in currency exchange', optional: true },
  comment: { type: 'string', brief: 'remark', optional: true },
} as const satisfies Fields

const due = {
  due_date: { type: 'date', brief: 'when it is due' },
  amount: { type: 'money', brief: 'amount due' },
} as const satisfies Fields

const loanBase = {
  id: { type: 'integer', brief: 'loan id' },
  name: { type: 'string', brief: "borrower's or group's name" },
  status: { type: 'string', brief: 'state of the loan' },
  loan_amount: { type: 'money', brief: 'amount asked for' },
  funded_amount: { type: 'money', brief: 'amount raised so far' },
  basket_amount: { type: 'money', brief: "held in lenders' baskets; while fundraising", optional: true },
  paid_amount: { type: 'money', brief: 'amount repaid; from in_repayment on', optional: true },
  activity: { type: 'string', brief: 'line of business' },
  sector: { type: 'string', brief: 'sector of the business' },
  use: { type: 'string', brief: 'what the loan is for' },
  location: {
    type: 'object',
    brief: 'where the borrower lives',
    fields: {
      country_code: { type: 'string', brief: 'ISO country code', optional: true },
      country: { type: 'string', brief: 'country' },
      town: { type: 'string', brief: 'town', optional: true },
      geo,
    },
  },
  partner_id: { type: 'integer', brief: 'field partner; direct loans have none', optional: true },
  posted_date: { type: 'date', brief: 'when fundraising began' },
  planned_expiration_date: { type: 'date', brief: 'when fundraising ends', optional: true },
  lender_count: { type: 'integer', brief: 'number of lenders', optional: true },
  bonus_credit_eligibility: { type: 'boolean', brief: 'bonus credit may be lent', optional: true },
  themes: { type: 'string', list: true, brief: 'themes', optional: true },
  theme: { type: 'string', brief: 'older name of themes, of one only', optional: true },
  tags: {
    type: 'object',
    list: true,
    brief: 'tags',
    optional: true,
    fields: { name: { type: 'string', brief: 'the tag, such as #Parent' } },
  },
  image,
  video,
  delinquent: { type: 'boolean', brief: 'repayment is late', optional: true },
} as const satisfies Fields

const loan_listing = {
  ...loanBase,
  borrower_count: { type: 'integer', brief: 'number of borrowers' },
  description: {
    type: 'object',
    brief: 'description',
    fields: { languages: { type: 'string', list: true, brief: 'two-letter language codes' } },
  },
} as const satisfies Fields

const loan_detail = {
  ...loanBase,
  description: {
    type: 'object',
    brief: 'description',
    fields: {
      languages: { type: 'string', list: true, brief: 'two-letter language codes' },
      texts: { type: 'map', brief: 'the text in each language' },
    },
  },
  borrowers: {
    type: 'object',
    list: true,
    brief: 'the borrowers; of a group, several',
    fields: {
      first_name: { type: 'string', brief: 'first name' },
      last_name: { type: 'string', brief: 'last name, often empty' },
      gender: { type: 'string', brief: 'M or F' },
      pictured: { type: 'boolean', brief: 'is in the picture' },
    },
  },
  terms: {
    type: 'object',
    brief: 'terms of the loan',
    fields: {
      disbursal_date: { type: 'date', brief: 'when the borrower gets the money' },
      disbursal_currency: { type: 'string', brief: 'ISO currency code', optional: true },
      disbursal_amount: { type: 'local', brief: 'amount in that currency' },
      repayment_interval: {
        type: 'string',
        brief: 'Monthly, Irregularly or At end of term',
        optional: true,
      },
      repayment_term: { type: 'integer', brief: 'length', unit: 'months' },
      loan_amount: { type: 'money', brief: 'amount of the loan' },
      local_payments: {
        type: 'object',
        list: true,
        brief: 'schedule in local currency',
        fields: { due_date: due.due_date, amount: { type: 'local', brief: 'amount due' } },
      },
      scheduled_payments: { type: 'object', list: true, brief: 'schedule', fields: due },
      loss_liability: {
        type: 'object',
        brief: 'who bears a loss',
        fields: {
          nonpayment: { type: 'string', brief: 'lender or partner' },
          currency_exchange: { type: 'string', brief: 'none, shared, partner or lender' },
          currency_exchange_coverage_rate: {
            type: 'number',
            brief: 'share of a loss above which it is covered',
            optional: true,
          },
        },
      },
    },
  },
  payments: { type: 'object', list: true, brief: 'repayments so far', fields: payment },
  funded_date: { type: 'date', brief: 'when it was fully funded', optional: true },
  paid_date: { type: 'date', brief: 'when it was fully repaid', optional: true },
  currency_exchange_loss_amount: { type: 'money', brief: 'lost in currency exchange', optional: true },
  journal_totals: {
    type: 'object',
    brief: 'journal entries',
    fields: {
      entries: { type: 'integer', brief: 'number of entries' },
      bulkEntries: { type: 'integer', brief: 'number of generated notices' },
    },
  },
  translator: {
    type: 'object',
    brief: 'who translated the description',
    optional: true,
    fields: {
      byline: { type: 'string', brief: 'name' },
      image: { type: 'integer', brief: 'image id', optional: true },
    },
  },
} as const satisfies Fields

const lender_listing = {
  lender_id: { type: 'string', brief: 'lender id; anonymous lenders have none', optional: true },
  name: { type: 'string', brief: 'name' },
  whereabouts: { type: 'string', brief: 'where the lender lives', optional: true },
  country_code: { type: 'string', brief: 'ISO country code', optional: true },
  uid: { type: 'string', brief: 'the same as lender_id', optional: true },
  team_join_date: {
    type: 'date',
    brief: 'when the lender joined the team; only in teams lenders',
    optional: true,
  },
  image,
} as const satisfies Fields

const { team_join_date: _listingOnly, ...lenderBase } = lender_listing

const lender_detail = {
  ...lenderBase,
  member_since: { type: 'date', brief: 'when the lender joined' },
  personal_url: { type: 'string', brief: 'web page', optional: true },
  occupation: { type: 'string', brief: 'occupation', optional: true },
  loan_because: { type: 'text', brief: 'why the lender lends', optional: true },
  occupational_info: { type: 'text', brief: 'about the occupation', optional: true },
  loan_count: { type: 'integer', brief: 'number of loans made' },
  invitee_count: { type: 'integer', brief: 'number of lenders invited' },
  inviter_id: { type: 'string', brief: 'lender who invited this one', optional: true },
} as const satisfies Fields

const team = {
  id: { type: 'integer', brief: 'team id' },
  shortname: { type: 'string', brief: 'name in addresses' },
  name: { type: 'string', brief: 'name' },
  category: { type: 'string', brief: 'category of the team', optional: true },
  whereabouts: { type: 'string', brief: 'where the team is', optional: true },
  loan_because: { type: 'text', brief: 'why the team lends', optional: true },
  description: { type: 'text', brief: 'about the team', optional: true },
  website_url: { type: 'string', brief: 'web page', optional: true },
  team_since: { type: 'date', brief: 'when the team was founded', optional: true },
  membership_type: { type: 'string', brief: 'membership policy', optional: true },
  member_count: { type: 'integer', brief: 'number of members', optional: true },
  loan_count: { type: 'integer', brief: 'number of loans made', optional: true },
  loaned_amount: { type: 'money', brief: 'amount lent', optional: true },
  image,
} as const satisfies Fields

const journal_entry = {
  id: { type: 'integer', brief: 'journal entry id' },
  subject: { type: 'string', brief: 'subject' },
  body: { type: 'html', brief: 'text' },
  date: { type: 'date', brief: 'when it was posted' },
  author: { type: 'string', brief: 'who wrote it' },
  bulk: { type: 'boolean', brief: 'is a generated notice' },
  comment_count: { type: 'integer', brief: 'number of comments' },
  recommendation_count: { type: 'integer', brief: 'number of recommendations' },
  image,
  video,
} as const satisfies Fields

/** The fields of every record type. */
export const records = {
  loan_listing,
  loan_detail,
  lender_listing,
  lender_detail,
  team_listing: team,
  team_detail: team,
  journal_entry,
  comment: {
    id: { type: 'integer', brief: 'comment id' },
    author: { type: 'string', brief: 'who wrote it' },
    whereabouts: { type: 'string', brief: 'where the author lives', optional: true },
    body: { type: 'text', brief: 'text' },
    date: { type: 'date', brief: 'when it was posted' },
  },
  loan_updates: {
    update_type: { type: 'string', brief: 'payment or journal_entry: the key of what is new' },
    payment: { type: 'object', brief: 'a repayment', optional: true, fields: payment },
    journal_entry: { type: 'object', brief: 'a journal entry', optional: true, fields: journal_entry },
  },
  lending_action: {
    id: { type: 'integer', brief: 'lending action id' },
    date: { type: 'date', brief: 'when the loan was made' },
    loan: { type: 'object', brief: 'the loan', fields: loan_listing },
    lender: { type: 'object', brief: 'the lender', fields: lender_listing },
  },
  partner_listing: {
    id: { type: 'integer', brief: 'field partner id' },
    name: { type: 'string', brief: 'name' },
    status: { type: 'string', brief: 'active, pilot, paused, closed or inactive' },
    rating: {
      type: 'string',
      brief: 'risk rating, 0 to 5; a number or text such as Not Rated',
      optional: true,
    },
    due_diligence_type: { type: 'string', brief: 'how it was examined', optional: true },
    start_date: { type: 'date', brief: 'when the partnership began', optional: true },
    countries: {
      type: 'object',
      list: true,
      brief: 'countries of work',
      fields: {
        iso_code: { type: 'string', brief: 'ISO country code' },
        region: { type: 'string', brief: 'region of the world' },
        name: { type: 'string', brief: 'country' },
        location: { type: 'object', brief: 'place', fields: { geo } },
      },
    },
    delinquency_rate: { type: 'percent', brief: 'share of payments that are late', optional: true },
    default_rate: { type: 'percent', brief: 'share of ended loans not repaid', optional: true },
    total_amount_raised: { type: 'money', brief: 'amount raised' },
    loans_posted: { type: 'integer', brief: 'number of loans posted' },
    portfolio_yield: { type: 'percent', brief: 'what borrowers pay on average', optional: true },
    profitability: { type: 'percent', brief: 'return on assets; may be negative', optional: true },
    social_performance_strengths: {
      type: 'object',
      list: true,
      brief: 'social strengths',
      optional: true,
      fields: {
        id: { type: 'integer', brief: 'strength id' },
        name: { type: 'string', brief: 'name' },
        description: { type: 'text', brief: 'description' },
      },
    },
    delinquency_rate_note: { type: 'text', brief: 'note', optional: true },
    default_rate_note: { type: 'text', brief: 'note', optional: true },
    portfolio_yield_note: { type: 'text', brief: 'note', optional: true },
    charges_fees_and_interest: { type: 'boolean', brief: 'charges borrowers', optional: true },
    average_loan_size_percent_per_capita_income: {
      type: 'percent',
      brief: 'average loan against income a head',
      optional: true,
    },
    loans_at_risk_rate: { type: 'percent', brief: 'share of loans at risk', optional: true },
    currency_exchange_loss_rate: { type: 'percent', brief: 'lost in currency exchange', optional: true },
    url: { type: 'string', brief: 'web page', optional: true },
    image,
  },
  method_summary: {
    id: { type: 'string', brief: 'method id, such as GET*|loans|search' },
    http_method: { type: 'string', brief: 'HTTP method' },
    uri: { type: 'string', brief: 'path' },
    documentation: { type: 'map', brief: 'by language: its summary' },
    argument_count: { type: 'integer', brief: 'number of arguments' },
    status: { type: 'string', brief: 'Production or Beta', optional: true },
    oauth: { type: 'boolean', brief: 'needs an authorized user', optional: true },
    arguments: {
      type: 'object',
      list: true,
      brief: 'arguments; only in methods show',
      optional: true,
      fields: {
        name: { type: 'string', brief: 'name' },
        type: { type: 'string', brief: 'kind of its values', optional: true },
        required: { type: 'boolean', brief: 'must be given', optional: true },
        documentation: { type: 'map', brief: 'by language: its summary', optional: true },
        default: { type: 'string', brief: 'what it is when left out', optional: true },
        rules: {
          type: 'object',
          list: true,
          brief: 'rules for its values',
          optional: true,
          fields: {
            name: { type: 'string', brief: 'name of the rule, such as inList' },
            values: { type: 'string', list: true, brief: 'values the rule names', optional: true },
          },
        },
      },
    },
  },
  user_account: {
    id: { type: 'integer', brief: 'account id' },
    first_name: { type: 'string', brief: 'first name' },
    last_name: { type: 'string', brief: 'last name', optional: true },
    lender_id: { type: 'string', brief: 'lender id of the public page', optional: true },
    is_public: { type: 'boolean', brief: 'the lender page is public' },
    is_developer: { type: 'boolean', brief: 'is registered as a developer' },
  },
  release: {
    id: { type: 'string', brief: 'release id, a rising number' },
    date: { type: 'date', brief: 'when it was released' },
  },
  image_template: {
    id: { type: 'integer', brief: 'template id' },
    pattern: { type: 'string', brief: 'address with <size> and <id> in it' },
  },
} as const satisfies Readonly<Record<string, Fields>>
