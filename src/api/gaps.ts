/**
 * The gaps of the service's documentation (docs/service.md, Open points) and our decision for each. Each is a
 * named constant with the words of the gap and the known facts about the live service. No other file repeats
 * these values as literals.
 */

/** "Separator used to write several values of a list parameter or list path segment: not shown." A comma works live. */
export const listSeparator = ','

/**
 * The longest URL is not documented. Servers and proxies commonly accept 8,000 bytes of a request line; lists
 * of ids stay at half of that.
 */
export const maxUrlLength = 4000

/** "Path suffixes that select HTML, XML or RSS: not shown." Observed live, in addition to the documented `.json`. */
export const suffix = { json: '.json', xml: '.xml', html: '.html', rss: '.rss' } as const

/** "Value of `page` when omitted: not shown." The live service's documentation says 1. */
export const firstPage = 1

/**
 * "What `q` searches, and how: not shown." The sandbox finds a word anywhere in the text of a loan. The mirror has an index
 * of words, so there each word of `q` matches from its start: `mai` finds maize, `aize` does not. Quotes make a phrase of
 * FTS5 of any text, in which only quotes have a meaning.
 */
export const wordPrefix = (word: string) => `"${word.replaceAll('"', '""')}"*`

/** "Scope names other than `access`: not shown." Names that live clients asked for. */
export const knownScopes = [
  'access',
  'user_balance',
  'user_email',
  'user_expected_repayments',
  'user_anon_lender_data',
  'user_anon_lender_loans',
  'user_loan_balances',
  'user_stats',
  'user_anon_lender_teams',
] as const

/** "Allowed values of `gender`, `sector` and `membership_type`: not shown." Values that live clients send. */
export const knownValues = {
  gender: ['female', 'male'],
  sector: [
    'Agriculture',
    'Arts',
    'Clothing',
    'Construction',
    'Education',
    'Entertainment',
    'Food',
    'Health',
    'Housing',
    'Manufacturing',
    'Personal Use',
    'Retail',
    'Services',
    'Transportation',
    'Wholesale',
  ],
  membership_type: ['open', 'closed'],
  scope: knownScopes,
  country_code: (
    'AF AL AM AR AU AZ BA BE BF BG BI BJ BO BR BT BW BZ CA CD CG CH CI CL CM CN CO CR DE DK DO EC EG ES FI FJ FR GB ' +
    'GE GH GT GU HN HT ID IE IL IN IQ IT JO JP KE KG KH LA LB LK LR LS MD MG ML MM MN MR MW MX MY MZ NA NG NI NL NO ' +
    'NP NZ PA PE PG PH PK PL PR PS PT PY RO RW SB SE SG SL SN SO SR SS SV SZ TD TG TH TJ TL TN TR TZ UA UG US UY VC ' +
    'VN VU WS XK YE ZA ZM ZW'
  ).split(' '),
} as const satisfies Readonly<Record<string, readonly string[]>>

/**
 * The documentation lists five values of a loan's status, and no transitions. Live loans have these values too. No parameter
 * selects them, and they are read like any other. Their meanings are not documented; ours are:
 *
 * - `lost`: the older name of `ended_with_loss`. Filters by one name find both.
 * - `returned`: the loan is over without being paid out, and the lenders have their money back.
 * - `withheld`: the loan is not on offer, and no lender has money in it. It is not over: it may be offered later.
 */
export const unlistedStatuses = {
  defaulted: 'lost',
  expired: 'returned',
  inactive_expired: 'returned',
  refunded: 'returned',
  deleted: 'returned',
  inactive: 'withheld',
  issue: 'withheld',
  reviewed: 'withheld',
} as const

/**
 * "returns public lenders of the loan": the live list also contains private lenders, as this record without
 * an id. No document shows an anonymous lender; the image is the service's own placeholder.
 */
export const anonymousLender = { name: 'Anonymous', image: { id: 726677, template_id: 1 } } as const

/**
 * Undocumented parameters that live clients use, on these paths only: the number of records on a page (up to
 * a limit), and bare ids in place of records. `kiva` sends them only with `--param`.
 */
export const extraParameters: {
  readonly per_page: { readonly paths: readonly string[]; readonly max: number }
  readonly ids_only: { readonly paths: readonly string[] }
} = {
  per_page: { paths: ['/loans/newest', '/loans/search'], max: 100 },
  ids_only: { paths: ['/loans/search'] },
}

/** "Rate limits: not shown." Live: requests per minute for an unregistered and for a registered application. */
export const rateLimit = { unregistered: 60, registered: 500, windowSeconds: 60 } as const

/** "Error body shape …: not shown." Live codes; the body is `{"code","message"}`. Other, unknown codes exist. */
export const errorCodes = {
  invalidIdentifier: 'org.kiva.InvalidIdentifier',
  rateLimit: 'org.kiva.RateLimitExceeded',
  maintenance: 'org.kiva.ServerMaintenance',
  credentials: 'org.kiva.InvalidCredentials',
  /** Our choice: the live code for a bad parameter is unknown. */
  parameter: 'org.kiva.InvalidParameter',
  /** Our choice: the live code for an unknown path is unknown. */
  notFound: 'org.kiva.NotFound',
  /** Our choice: the live code for methods other than GET is unknown. */
  method: 'org.kiva.MethodNotAllowed',
  /** The sandbox's own: the request named another host. */
  host: 'org.kiva.MisdirectedRequest',
  /** The mirror's own: it has no records of this path. */
  notMirrored: 'org.kiva.NotMirrored',
} as const

/** "It is called `error` in one description and `error_code` in a sample redirect": both are read, in this order. */
export const errorParameters = ['error', 'error_code'] as const

/** The documentation gives the lifetime of an out-of-band code as "about 30 minutes". */
export const verifierMinutes = 30

/**
 * "Lifetime of an access token: not shown." The live service's staff reauthorize after 90 days;
 * so does the sandbox.
 */
export const accessTokenDays = 90

/**
 * The lifetime of a request token is not documented: "about 30 minutes" is the lifetime of a code once it is
 * shown. One hour is the sandbox's choice.
 */
export const requestTokenMinutes = 60

/**
 * Our choice, as that lifetime is unknown: how long a two-step login may wait for its second step.
 * The service may be stricter.
 */
export const pendingLoginHours = 24

/**
 * Suffixes of the token URLs: the documentation shows none, and clients of the live service also used
 * `.json`. Tried in this order: the next one only if the request token call gets "not found" from the one
 * before.
 */
export const tokenSuffixes = ['', '.json'] as const

/** Statuses that mean "not found": nothing at the URL, or nothing that accepts a POST. */
export const notFoundStatuses: readonly number[] = [404, 405]

/** When last checked, the live token URLs answered 404, and applications could no longer be registered. */
export const tokensLastSeen = { status: 404, month: 'June 2026' } as const

/**
 * "Error body shape and HTTP status codes …: not shown". For token calls only: "a standard OAuth 1.0a error
 * response". These are the sandbox's names for the documented refusals and those of RFC 5849: `oauth.<name>`
 * as `code` of a JSON body, or as `oauth_problem` of a form-encoded one.
 */
export const oauthProblems = [
  'signature_invalid',
  'https_required',
  'verifier_expired',
  'verifier_used',
  'client_mismatch',
  'client_restricted',
  'parameter_absent',
  'parameter_rejected',
  'nonce_used',
  'timestamp_refused',
  'token_rejected',
  'token_revoked',
  'token_expired',
  'callback_mismatch',
  'client_unknown',
  'method_not_allowed',
] as const

/**
 * Relative to the authorization origin.
 * Our choice: the documentation says "in their account preferences" without a URL.
 */
export const preferencesPath = '/account'

/**
 * When a repayment becomes late is not documented, and neither is how long the service takes to pass it on.
 * Recorded payments settle two weeks after the due date or sooner, so an amount counts as behind its schedule
 * after 15 days. Whether `paid_amount` contains losses in currency exchange is open too: kiva shows both.
 */
export const behindAfterDays = 15
