/** What people type before they know kiva's words, and what they mean. Loaded for errors only. */
import { formatNames } from '../output/formats.ts'

/**
 * Rows of: where something is typed, what (names separated by spaces), and what is meant by it. Where: in place of the
 * command below a group, or as an option of a command, of lists of a kind of records, or of any command (`*`). Meant: a
 * command, options, or a sentence. `<…>` stands for the value that was typed, and is printed if there is none. Of several rows the
 * first that takes the value counts: `<id>` takes numbers, `<fields>` names with commas.
 */
type Slip = readonly [where: string, typed: string, meant: string]

const followed =
  'A saved command follows a team or a lender: kiva saved add scouts -- teams loans 84 --sort-by newest, or kiva saved add robin -- lenders loans robin1001 --sort-by newest. kiva today shows new records.'

const spreadsheets = 'Spreadsheets open CSV: --out loans.csv.'

export const slips: readonly Slip[] = [
  ['kiva', 'me account', 'kiva my account'],
  ['kiva', 'whoami', 'kiva auth status, or kiva my account'],
  ['kiva', 'status', 'kiva auth status'],
  ['kiva', 'settings', 'kiva config list'],
  ['kiva', 'version', 'kiva --version'],
  ['kiva', 'get curl http request fetch', 'kiva api <path>'],
  ['kiva', 'find', 'kiva loans search'],
  ['kiva', 'follow subscribe', followed],
  ['kiva', 'lend', 'To lend on the website: kiva loans show <id> --web.'],
  ['kiva my', 'loans', 'kiva lenders loans @me'],
  ['kiva my', 'teams', 'kiva lenders teams @me'],
  ['kiva my', 'lender', 'kiva lenders show @me'],
  ['kiva my', 'portfolio', 'kiva portfolio show'],
  ['kiva auth', 'login', 'kiva login'],
  ['kiva auth', 'logout', 'kiva logout'],
  ['kiva auth', 'token', 'kiva auth header GET <url>'],
  ['kiva config', 'show', 'kiva config list'],
  ['kiva shortlist', 'delete rm', 'kiva shortlist remove'],
  ['kiva saved', 'show', 'kiva saved list'],
  ['kiva saved', 'delete rm', 'kiva saved remove'],
  ['kiva saved', '*', 'kiva saved run <name>'],
  ['kiva portfolio', '*', 'kiva portfolio show <lender>'],
  ['kiva loans', 'list', 'kiva loans search, or kiva loans newest'],
  ['kiva loans', 'find', 'kiva loans search'],
  ['kiva loans', 'open', 'kiva loans show <id> --web'],
  ['kiva loans', 'compare diff', 'kiva loans show --across'],
  [
    'kiva loans',
    'follow watch',
    'Keep loans in a shortlist: kiva shortlist add spring <id>. kiva today shows changes of them.',
  ],
  ['kiva loans', 'women', 'kiva loans search --gender women'],
  ['kiva loans', 'countries regions', 'kiva help countries'],
  ['kiva loans', 'sectors', 'kiva help sectors'],
  ['kiva lenders', 'list', 'kiva lenders search, or kiva lenders newest'],
  ['kiva lenders', 'find', 'kiva lenders search'],
  ['kiva lenders', 'follow subscribe', 'kiva saved add <lender> -- lenders loans <lender> --sort-by newest'],
  ['kiva lenders', 'follow subscribe', followed],
  ['kiva teams', 'list find', 'kiva teams search'],
  ['kiva teams', 'compare diff', 'kiva teams show --across'],
  ['kiva teams', 'follow subscribe join', 'kiva saved add team-<id> -- teams loans <id> --sort-by newest'],
  ['kiva teams', 'follow subscribe join', `${followed} kiva teams show <shortname> prints the id.`],
  ['kiva partners', 'search find', 'kiva partners list'],
  ['kiva partners', 'compare diff', 'kiva partners show --across'],
  [
    'kiva partners',
    'follow subscribe',
    'kiva saved add partner-<id> -- loans search --partner <id> --status fundraising',
  ],
  ['kiva partners', '*', 'kiva partners list --filter <text>'],
  ['kiva journal-entries', 'list', 'kiva journal-entries search'],
  ['kiva lending-actions', 'list', 'kiva lending-actions recent'],

  ['kiva sql', '--limit', 'Write LIMIT at the end of the statement.'],
  ['kiva sql', '--where --filter', 'Write WHERE in the statement.'],
  ['kiva sql', '--order --sort-by', 'Write ORDER BY in the statement.'],
  ['kiva sql', '--fields', 'Name the columns after SELECT.'],
  ['kiva sql', '--by', 'Write GROUP BY in the statement.'],
  ['kiva sql', '--count', 'Write SELECT count(*).'],
  ['kiva sql', '--jq', 'Pipe -o ndjson to jq, or read values of JSON with ->> in the statement.'],
  ['kiva api', '-X --method --request', 'kiva sends GET requests only.'],
  ['kiva api', '-d --data --input', 'kiva sends no body: use -f key=value for a parameter.'],
  ['kiva api', '-H --header', 'kiva sets the headers itself: use --curl to print a command to change.'],
  ['kiva api', '-F --raw-field --form', 'Use -f key=value for a parameter.'],
  ['kiva api', '-i --include', 'Use --debug to print headers, or --trace FILE to save them.'],
  ['kiva api', '--paginate', 'Use --all to read all pages.'],

  ['loan', '--amount --max-amount', '--filter asked:<=<amount>'],
  ['loan', '--min-amount', '--filter asked:>=<amount>'],
  ['loan', '--only', 'kiva loans show <ids...> -o table'],
  ['lender', '--only', 'kiva lenders show <ids...> -o table'],
  ['team', '--only', 'kiva teams show <ids...> -o table'],
  ['method_summary', '--only', 'kiva methods show <ids...> -o table'],
  ['*', '--country', '--country-code <country>'],
  ['*', '--query --search --keyword --name', '--q <text>'],
  ['*', '--order --order-by --sort', '--sort-by <order>'],
  ['*', '--order-by --sort', '--order <field>'],
  ['*', '-n --max --per-page --page-size', '--limit <n>'],
  ['*', '--columns --select', '--fields <fields>'],
  ['*', '--format', '--output <format>'],
  ['*', '--file --save', '--out <file>'],
  ['*', '--women', '--gender women'],
  ['*', '--men', '--gender men'],
  ...formatNames.flatMap((name): readonly Slip[] => [
    ['*', `--${name}`, `-o ${name} --fields <fields>`],
    ['*', `--${name}`, `-o ${name}`],
  ]),
  ['*', '--xlsx --xls --excel', spreadsheets],
]

/** The same of values: the option in whose place they are typed comes before them. What is meant by one is an option, or a sentence. */
export const valueSlips: readonly (readonly [where: string, option: string, typed: string, meant: string])[] =
  [
    ['loan', '--status', 'open active available new', '--status fundraising'],
    ['loan', '--status', 'repaying paying_back current', '--status in_repayment'],
    ['loan', '--status', 'repaid paid_back finished', '--status paid'],
    ['loan', '--status', 'defaulted default lost', '--status ended_with_loss'],
    ['loan', '--sort-by', 'amount size', '--sort-by loan_amount'],
    ['loan', '--sort-by', 'amount size', '--order amount'],
    ['loan', '--sort-by', 'ends ending end deadline soonest', '--sort-by expiration'],
    ['loan', '--sort-by', 'term', '--sort-by repayment_term'],
    ['loan', '--sort-by', 'to_go left remaining', '--sort-by amount_remaining'],
    ['*', '--output', 'xlsx xls excel spreadsheet', spreadsheets],
  ]
