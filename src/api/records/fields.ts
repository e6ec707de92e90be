// biome-ignore-all lint/style/noExcessiveLinesPerFile: one dictionary
/**
 * The fields of the 15 record types, which the documentation leaves open (docs/service.md, Records). Recorded
 * from replies of the live service. They describe records and never validate them: missing and new fields are
 * normal. Columns, the fields in help, and completion derive from this table.
 */
import { unlistedStatuses } from '../gaps.ts'
import { loanStatuses, teamCategories } from './closed-sets.ts'

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
  /** The values are the lower ends of ranges of this length. */
  readonly step?: number | undefined
  /** All values that are documented or were recorded. Other values are printed like these; `doctor --schema` reports them. */
  readonly choices?: readonly string[]
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
  brief: 'picture; templates images has its URL',
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
  brief: 'map position',
  fields: {
    level: {
      type: 'string',
      brief: 'precision: town, country or exact',
      choices: ['town', 'country', 'exact'],
    },
    pairs: { type: 'string', brief: 'latitude and longitude, separated by a space' },
    type: { type: 'string', brief: 'shape: point', choices: ['point'] },
  },
}

const payment = {
  payment_id: { type: 'integer', brief: 'payment id' },
  amount: { type: 'money', brief: 'amount repaid' },
  local_amount: { type: 'local', brief: 'amount in local currency' },
  rounded_local_amount: { type: 'local', brief: 'rounded amount in local currency', optional: true },
  processed_date: { type: 'date', brief: 'processing date' },
  settlement_date: { type: 'date', brief: 'settlement date' },
  currency_exchange_loss_amount: { type: 'money', brief: 'loss in currency exchange', optional: true },
  comment: { type: 'string', brief: 'remark', optional: true },
} as const satisfies Fields

const due = {
  due_date: { type: 'date', brief: 'due date' },
  amount: { type: 'money', brief: 'amount due' },
} as const satisfies Fields

const loanBase = {
  id: { type: 'integer', brief: 'loan id' },
  name: { type: 'string', brief: "borrower's or group's name" },
  status: {
    type: 'string',
    brief: 'loan status',
    choices: [...loanStatuses, ...Object.keys(unlistedStatuses)],
  },
  loan_amount: { type: 'money', brief: 'amount requested' },
  funded_amount: { type: 'money', brief: 'amount raised so far' },
  basket_amount: { type: 'money', brief: "amount in lenders' baskets, while fundraising", optional: true },
  paid_amount: { type: 'money', brief: 'amount repaid, while in_repayment and once paid', optional: true },
  activity: { type: 'string', brief: 'business activity' },
  sector: { type: 'string', brief: 'business sector' },
  use: { type: 'string', brief: 'purpose of the loan' },
  location: {
    type: 'object',
    brief: "borrower's location",
    fields: {
      country_code: { type: 'string', brief: 'ISO country code', optional: true },
      country: { type: 'string', brief: 'country' },
      town: { type: 'string', brief: 'town', optional: true },
      geo,
    },
  },
  partner_id: { type: 'integer', brief: 'field partner id, absent for direct loans', optional: true },
  posted_date: { type: 'date', brief: 'start of fundraising' },
  planned_expiration_date: { type: 'date', brief: 'end of fundraising', optional: true },
  lender_count: { type: 'integer', brief: 'number of lenders', optional: true },
  bonus_credit_eligibility: { type: 'boolean', brief: 'true if bonus credit can be used', optional: true },
  themes: { type: 'string', list: true, brief: 'themes', optional: true },
  theme: { type: 'string', brief: 'single theme, the older form of themes', optional: true },
  tags: {
    type: 'object',
    list: true,
    brief: 'tags',
    optional: true,
    fields: { name: { type: 'string', brief: 'tag, such as #Parent' } },
  },
  image,
  video,
  delinquent: { type: 'boolean', brief: 'true if a repayment is late', optional: true },
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
      texts: { type: 'map', brief: 'text by language' },
    },
  },
  borrowers: {
    type: 'object',
    list: true,
    brief: 'borrowers',
    fields: {
      first_name: { type: 'string', brief: 'first name' },
      last_name: { type: 'string', brief: 'last name, often empty' },
      gender: { type: 'string', brief: 'M or F', choices: ['M', 'F'] },
      pictured: { type: 'boolean', brief: 'true if in the picture' },
    },
  },
  terms: {
    type: 'object',
    brief: 'loan terms',
    fields: {
      disbursal_date: { type: 'date', brief: 'date of disbursal to the borrower' },
      disbursal_currency: { type: 'string', brief: 'ISO currency code', optional: true },
      disbursal_amount: { type: 'local', brief: 'amount in the disbursal currency' },
      repayment_interval: {
        type: 'string',
        brief: 'Monthly, Irregularly or At end of term',
        optional: true,
        choices: ['Monthly', 'Irregularly', 'At end of term'],
      },
      repayment_term: { type: 'integer', brief: 'length of the loan', unit: 'months' },
      loan_amount: { type: 'money', brief: 'amount of the loan' },
      local_payments: {
        type: 'object',
        list: true,
        brief: 'repayment schedule in local currency',
        fields: { due_date: due.due_date, amount: { type: 'local', brief: 'amount due' } },
      },
      scheduled_payments: { type: 'object', list: true, brief: 'repayment schedule', fields: due },
      loss_liability: {
        type: 'object',
        brief: 'who bears losses',
        fields: {
          nonpayment: { type: 'string', brief: 'lender or partner', choices: ['lender', 'partner'] },
          currency_exchange: {
            type: 'string',
            brief: 'none, shared, partner or lender',
            choices: ['none', 'shared', 'partner', 'lender'],
          },
          currency_exchange_coverage_rate: {
            type: 'number',
            brief: 'share of the loss above which it is covered',
            optional: true,
          },
        },
      },
    },
  },
  payments: { type: 'object', list: true, brief: 'repayments so far', fields: payment },
  funded_date: { type: 'date', brief: 'date of full funding', optional: true },
  paid_date: { type: 'date', brief: 'date of full repayment', optional: true },
  currency_exchange_loss_amount: { type: 'money', brief: 'loss in currency exchange', optional: true },
  journal_totals: {
    type: 'object',
    brief: 'journal entries',
    fields: {
      entries: { type: 'integer', brief: 'number of entries' },
      bulkEntries: { type: 'integer', brief: 'number of automatic notices' },
    },
  },
  translator: {
    type: 'object',
    brief: 'translator of the description',
    optional: true,
    fields: {
      byline: { type: 'string', brief: 'name' },
      image: { type: 'integer', brief: 'image id', optional: true },
    },
  },
} as const satisfies Fields

const lender_listing = {
  lender_id: { type: 'string', brief: 'lender id, absent for anonymous lenders', optional: true },
  name: { type: 'string', brief: 'name' },
  whereabouts: { type: 'string', brief: "lender's location", optional: true },
  country_code: { type: 'string', brief: 'ISO country code', optional: true },
  uid: { type: 'string', brief: 'same as lender_id', optional: true },
  team_join_date: {
    type: 'date',
    brief: 'date the lender joined the team, only in teams lenders',
    optional: true,
  },
  image,
} as const satisfies Fields

const { team_join_date: _listingOnly, ...lenderBase } = lender_listing

const lender_detail = {
  ...lenderBase,
  member_since: { type: 'date', brief: 'date the lender joined' },
  personal_url: { type: 'string', brief: 'web page', optional: true },
  occupation: { type: 'string', brief: 'occupation', optional: true },
  loan_because: { type: 'text', brief: 'reason for lending', optional: true },
  occupational_info: { type: 'text', brief: 'description of the occupation', optional: true },
  loan_count: { type: 'integer', brief: 'number of loans made' },
  invitee_count: { type: 'integer', brief: 'number of lenders invited' },
  inviter_id: { type: 'string', brief: 'id of the lender who invited this lender', optional: true },
} as const satisfies Fields

const team = {
  id: { type: 'integer', brief: 'team id' },
  shortname: { type: 'string', brief: 'name in URLs' },
  name: { type: 'string', brief: 'name' },
  category: { type: 'string', brief: 'team category', optional: true, choices: teamCategories },
  whereabouts: { type: 'string', brief: "team's location", optional: true },
  loan_because: { type: 'text', brief: 'reason for lending', optional: true },
  description: { type: 'text', brief: 'description of the team', optional: true },
  website_url: { type: 'string', brief: 'web page', optional: true },
  team_since: { type: 'date', brief: 'founding date', optional: true },
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
  date: { type: 'date', brief: 'date posted' },
  author: { type: 'string', brief: 'author' },
  bulk: { type: 'boolean', brief: 'true for an automatic notice' },
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
    author: { type: 'string', brief: 'author' },
    whereabouts: { type: 'string', brief: "author's location", optional: true },
    body: { type: 'text', brief: 'text' },
    date: { type: 'date', brief: 'date posted' },
  },
  loan_updates: {
    update_type: {
      type: 'string',
      brief: 'payment or journal_entry',
      choices: ['payment', 'journal_entry'],
    },
    payment: { type: 'object', brief: 'a repayment', optional: true, fields: payment },
    journal_entry: { type: 'object', brief: 'a journal entry', optional: true, fields: journal_entry },
  },
  lending_action: {
    id: { type: 'integer', brief: 'lending action id' },
    date: { type: 'date', brief: 'date of the loan' },
    loan: { type: 'object', brief: 'loan', fields: loan_listing },
    lender: { type: 'object', brief: 'lender', fields: lender_listing },
  },
  partner_listing: {
    id: { type: 'integer', brief: 'field partner id' },
    name: { type: 'string', brief: 'name' },
    status: {
      type: 'string',
      brief: 'active, pilot, paused, closed or inactive',
      choices: ['active', 'pilot', 'paused', 'closed', 'inactive'],
    },
    rating: {
      type: 'string',
      brief: 'risk rating from 0 to 5, or text such as Not Rated',
      optional: true,
    },
    due_diligence_type: { type: 'string', brief: 'type of due diligence', optional: true },
    start_date: { type: 'date', brief: 'start of the partnership', optional: true },
    countries: {
      type: 'object',
      list: true,
      brief: 'countries where the partner works',
      fields: {
        iso_code: { type: 'string', brief: 'ISO country code' },
        region: { type: 'string', brief: 'region of the world' },
        name: { type: 'string', brief: 'country' },
        location: { type: 'object', brief: 'place', fields: { geo } },
      },
    },
    delinquency_rate: { type: 'percent', brief: 'share of late payments', optional: true },
    default_rate: { type: 'percent', brief: 'share of ended loans that were not repaid', optional: true },
    total_amount_raised: { type: 'money', brief: 'amount raised' },
    loans_posted: { type: 'integer', brief: 'number of loans posted' },
    portfolio_yield: { type: 'percent', brief: 'average cost to borrowers', optional: true },
    profitability: { type: 'percent', brief: 'return on assets, can be negative', optional: true },
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
    charges_fees_and_interest: { type: 'boolean', brief: 'true if borrowers are charged', optional: true },
    average_loan_size_percent_per_capita_income: {
      type: 'percent',
      brief: 'average loan relative to income per capita',
      optional: true,
    },
    loans_at_risk_rate: { type: 'percent', brief: 'share of loans at risk', optional: true },
    currency_exchange_loss_rate: { type: 'percent', brief: 'loss in currency exchange', optional: true },
    url: { type: 'string', brief: 'web page', optional: true },
    image,
  },
  method_summary: {
    id: { type: 'string', brief: 'method id, such as GET*|loans|search' },
    http_method: { type: 'string', brief: 'HTTP method' },
    uri: { type: 'string', brief: 'path' },
    documentation: { type: 'map', brief: 'summary by language' },
    argument_count: { type: 'integer', brief: 'number of arguments' },
    status: { type: 'string', brief: 'Production or Beta', optional: true },
    oauth: { type: 'boolean', brief: 'true if a login is required', optional: true },
    arguments: {
      type: 'object',
      list: true,
      brief: 'arguments; only in methods show',
      optional: true,
      fields: {
        name: { type: 'string', brief: 'name' },
        type: { type: 'string', brief: 'type of the value', optional: true },
        required: { type: 'boolean', brief: 'true if required', optional: true },
        documentation: { type: 'map', brief: 'summary by language', optional: true },
        default: { type: 'string', brief: 'default value', optional: true },
        rules: {
          type: 'object',
          list: true,
          brief: 'rules for the value',
          optional: true,
          fields: {
            name: { type: 'string', brief: 'name of the rule, such as inList' },
            values: { type: 'string', list: true, brief: 'values of the rule', optional: true },
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
    is_public: { type: 'boolean', brief: 'true if the lender page is public' },
    is_developer: { type: 'boolean', brief: 'true for a registered developer' },
  },
  release: {
    id: { type: 'string', brief: 'release id, an increasing number' },
    date: { type: 'date', brief: 'release date' },
  },
  image_template: {
    id: { type: 'integer', brief: 'template id' },
    pattern: { type: 'string', brief: 'URL with the placeholders <size> and <id>' },
  },
} as const satisfies Readonly<Record<string, Fields>>
