// biome-ignore-all lint/style/noExcessiveLinesPerFile: one list, to be read beside the gaps of the document
/**
 * What the documentation of the service leaves open (docs/service.md, Open points) and this tool had to decide: one
 * named constant each, with the words of the gap and what is known of the live service. Nothing of this is a literal
 * anywhere else.
 */

/** "Separator used to write several values of a list parameter or list path segment: not shown." A comma works live. */
export const listSeparator = ','

/**
 * Nothing is shown of how long an address may be. Servers and proxies commonly take 8 000 bytes of a request line; lists
 * of ids stay at half of that.
 */
export const longestUrl = 4000

/** "Path suffixes that select HTML, XML or RSS: not shown." Seen live, beside the documented `.json`. */
export const suffix = { json: '.json', xml: '.xml', html: '.html', rss: '.rss' } as const

/** "Value of `page` when omitted: not shown." The live service's documentation says 1. */
export const firstPage = 1

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
 * The documentation names five values of a loan's status, and no transitions. Live loans have these as well: no filter finds
 * them alone, and they are read like any other.
 */
export const unlistedStatuses = ['expired', 'refunded'] as const

/**
 * "returns public lenders of the loan": live, those who hide are in the list too, as this record, without an id. Nothing
 * shows what an anonymous lender looks like; the image is the service's own for nobody in particular.
 */
export const anonymousLender = { name: 'Anonymous', image: { id: 726677, template_id: 1 } } as const

/**
 * Parameters that the documentation does not have and live clients use, on these paths alone: up to so many records on a page,
 * and bare ids in place of records. `kiva` sends them with `--param` only.
 */
export const extraParameters: {
  readonly per_page: { readonly paths: readonly string[]; readonly most: number }
  readonly ids_only: { readonly paths: readonly string[] }
} = {
  per_page: { paths: ['/loans/newest', '/loans/search'], most: 100 },
  ids_only: { paths: ['/loans/search'] },
}

/** "Rate limits: not shown." Live: requests a minute for an unregistered and for a registered application. */
export const rateLimit = { unregistered: 60, registered: 500, windowSeconds: 60 } as const

/** "Error body shape …: not shown." Live codes; the body is `{"code","message"}`. Other codes exist, unknown. */
export const errorCodes = {
  invalidIdentifier: 'org.kiva.InvalidIdentifier',
  rateLimit: 'org.kiva.RateLimitExceeded',
  maintenance: 'org.kiva.ServerMaintenance',
  credentials: 'org.kiva.InvalidCredentials',
  /** Ours: the live code for a bad parameter is not known. */
  parameter: 'org.kiva.InvalidParameter',
  /** Ours: the live code for an unknown path is not known. */
  notFound: 'org.kiva.NotFound',
  /** Ours: the live code for another method than GET is not known. */
  method: 'org.kiva.MethodNotAllowed',
  /** Ours, of the sandbox: the request named another host. */
  host: 'org.kiva.MisdirectedRequest',
} as const

/** "It is called `error` in one description and `error_code` in a sample redirect": both are read, in this order. */
export const errorParameters = ['error', 'error_code'] as const

/** Validity of an out-of-band code is shown as "about 30 minutes". */
export const verifierMinutes = 30

/** "Lifetime of an access token: not shown." The live service's staff re-authorise after 90 days; so does the sandbox. */
export const accessTokenDays = 90

/**
 * Nothing is shown of how long a request token waits for the user's decision: "about 30 minutes" is the life of a code,
 * from when it is shown. An hour is the sandbox's.
 */
export const requestTokenMinutes = 60

/** For the same reason ours: how long a login in two steps waits here for its second one. The service may be stricter. */
export const pendingLoginHours = 24

/**
 * Whether the token addresses have a suffix: the document's have none, clients of the live service used `.json` too.
 * Tried in this order: the next one only where the call for a request token finds nothing at the one before.
 */
export const tokenSuffixes = ['', '.json'] as const

/** Statuses that say so: there is nothing at the address, or nothing that takes a POST. */
export const nothingThere: readonly number[] = [404, 405]

/** Live, the token addresses were last seen answering 404, and nobody can register an application any more. */
export const tokensLastSeen = { status: 404, month: 'June 2026' } as const

/**
 * "Error body shape and HTTP status codes …: not shown", of the token calls neither: "a standard OAuth 1.0a error
 * response". The sandbox's names for the causes of a refusal that are documented and for what RFC 5849 lets a server
 * refuse: `oauth.<name>` as `code` of a JSON body, or the `oauth_problem` of a form-encoded one.
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

/** Below the authorization origin: the document says "in their account preferences" and not where that is. Ours. */
export const preferencesPath = '/account'
