/** The counterpart of oracle (b): command lines that are refused before a request, and words of the error. */
import { apiFormats } from './completions.ts'
import type { CommandLine } from './request-lines.ts'

export interface Refusal {
  readonly argv: CommandLine
  /** Each must appear in the message or the hint. */
  readonly says: readonly string[]
  readonly stdin?: string
}

const refuse = (argv: CommandLine, ...says: readonly string[]): Refusal => ({ argv, says })

export const refusals: readonly Refusal[] = [
  // Outside a closed set: the error has the value, the nearest match and all values.
  refuse(
    'loans search --status fundrasing',
    'invalid value "fundrasing" for --status',
    'Did you mean "fundraising"?',
    'fundraising, funded, in_repayment, paid, ended_with_loss',
  ),
  refuse('loans search --status funded,payd', '"payd"', 'Did you mean "paid"?'),
  refuse('loans search --status funded --status payd', '"payd"'),
  refuse(
    'loans search --region oceania',
    '--region',
    '"oceania"',
    'na (North America)',
    'ee (Eastern Europe)',
  ),
  refuse('loans search --region america', 'na (North America) or ca (Central America) or sa (South America)'),
  refuse(
    'loans search --sort-by remaining_amount',
    '--sort-by',
    'popularity, loan_amount, oldest, expiration',
  ),
  refuse('loans search --sort-by newset', 'Did you mean "newest"?'),
  refuse('lenders search --sort-by popularity', 'oldest, newest'),
  refuse('teams search --category colleges', 'Did you mean "Colleges/Universities"?', 'Youth Groups, Other'),
  refuse('teams search --sort-by members', '"members"', 'query_relevance'),
  refuse('journal-entries search --media photo', '"photo"', 'any, video, image'),
  refuse('teams lenders 201 --sort-by member_count', 'oldest, newest'),

  // Formats.
  refuse('loans newest --wire rss', '--wire', '"rss"', 'html, json, xml'),
  refuse('loans updates 84 --wire atom', '"atom"', 'html, json, xml, rss'),
  refuse('loans newest -o yml', '--output', '"yml"', 'table, json, ndjson'),
  refuse('loans newest --color sometimes', '--color', 'auto, always, never'),
  refuse('--color sometimes', 'invalid value "sometimes" for --color', 'auto, always, never'),
  refuse('loans --color sometimes', 'invalid value "sometimes" for --color'),
  refuse('--timeout 0', 'invalid value "0" for --timeout'),

  // Numbers.
  ...['0', '-1', '1e3', '1.5', '0x10', '99999999999999999999', '9007199254740992', 'two', '١', '1 2'].flatMap(
    (page): readonly Refusal[] => [
      refuse(['loans', 'newest', `--page=${page}`], '--page', `"${page}"`, 'whole number'),
      refuse(['loans', 'newest', `--limit=${page}`], '--limit', `"${page}"`, 'whole number'),
    ],
  ),
  refuse(['loans', 'newest', '--page', ''], '--page', 'whole number'),
  refuse(
    'loans search --order name,loan_amount:down',
    'invalid value "loan_amount:down" for --order: expected asc or desc after the colon',
    'Example: --order loan_amount:desc.',
  ),
  refuse('loans search --order id:', 'invalid value "id:" for --order', 'Example: --order id:desc.'),
  refuse('loans search --order :desc', 'invalid value ":desc" for --order'),
  // What kiva says of itself has no places, no types of columns and no file.
  ...apiFormats.flatMap((format) =>
    ['config list', 'doctor', 'login', 'mcp', 'shortlist list'].map((command) =>
      refuse(
        `${command} -o ${format}`,
        `-o ${format} cannot be used with ${command}`,
        'Use -o table, json, ndjson, ',
      ),
    ),
  ),
  // An option is no file name, unless it is joined by `=`.
  refuse('loans newest --out --limit 3', '--out requires a file name'),
  refuse('loans newest --trace --fields id', '--trace requires a file name'),
  refuse('loans newest --ca-file -ojson', '--ca-file requires a file name'),
  refuse('loans newest --all --checkpoint --out=a --nosuch', '--checkpoint requires a file name'),
  refuse('loans newest --limit 3 --out', '--out requires a file name'),
  refuse('loans search --partner 9,nine', '--partner', '"nine"'),
  refuse('loans show 84,x', '<ids>', '"x"', 'whole number'),
  refuse('loans show 0', '<ids>', '"0"'),
  refuse('loans lenders 84,85', '<id>', '"84,85"'),
  refuse('teams show 201;202', 'invalid value "201;202" for <ids>'),

  // Options that require pages.
  refuse('loans show 84 --limit 5', '--limit'),
  refuse('loans show 84 --page 2', '--page'),
  refuse('loans updates 84 --page 2', '--page'),
  refuse('lending-actions recent --page 2', '--page'),
  refuse('my account --limit 1', '--limit'),

  // Ids that could escape from their path.
  ...[
    'a/b',
    '/',
    'a\\b',
    '..',
    '.',
    '...',
    '../../oauth/access_token',
    'a\nb',
    'a\u0000b',
    'a\u007fb',
    'a\u0085b',
  ].flatMap((id): readonly Refusal[] => [
    refuse(['lenders', 'show', 'robin', id], 'invalid id', 'slash, backslash or control character'),
    refuse(['lenders', 'loans', id], 'invalid id'),
    refuse(['teams', 'using-shortname', `a,${id}`], 'invalid id'),
  ]),
  refuse('methods show GET*/loans', 'invalid id'),

  // Paths that could resolve to another path.
  ...[
    '..',
    '../oauth/request_token',
    'loans/../../oauth/request_token',
    'loans/%2e%2E/x',
    'loans/./newest',
    'loans/...',
    'loans//newest',
    'loans/newest/',
    'loans/84,',
    'loans/a%2fb',
    'lenders/a%5Cb',
    'lenders/a\\b',
    'lenders/a\nb',
    'lenders/a%00b',
    'lenders/a\u0085b',
    'lenders/100%',
    'lenders/%ff',
    'loans/newest?q=%',
    'loans/newest#x',
    '',
    '/',
    '/v1',
    '.json',
    'https://api.kivaws.org/oauth/request_token',
    'https://api.kivaws.org/v1',
  ].map((path) => refuse(['api', path], 'invalid path', 'loans/newest')),
  ...[
    '//api.kivaws.org/v1/loans/newest',
    '//evil.example/v1/loans/newest',
    'https://evil.example/v1/loans/newest.json',
    'http://api.kivaws.org/v1/loans/newest.json',
    'https://api.kivaws.org:8443/v1/loans/newest.json',
    'https://api.kivaws.org.evil.example/v1/loans/newest.json',
    'ftp://api.kivaws.org/v1/loans/newest.json',
  ].map((path) =>
    refuse(['api', path], 'is not on the API of this run, https://api.kivaws.org', '--base-url'),
  ),
  refuse('api https://robin:pw@api.kivaws.org/v1/loans/newest', 'contains a user name or password'),
  refuse('api https://api.kivaws.org@evil.example/v1/loans/newest', 'contains a user name or password'),
  refuse('--sandbox api https://api.kivaws.org/v1/loans/newest', 'is not on the API of this run'),
  // Methods other than GET, and options of other programs.
  ...['-X POST', '-XPOST', '--method PUT', '--method=PUT', '--request GET'].map((words) =>
    refuse(`api loans/newest ${words}`, 'kiva sends GET requests only'),
  ),
  refuse('api loans/newest -d {}', 'no body', '-f key=value'),
  refuse('api loans/newest -H x:y', '--curl'),
  refuse('api loans/newest --paginate', '--all'),
  refuse('loans newest -X POST', 'unknown option -X'),
  refuse('get /loans/newest', 'kiva api /loans/newest'),
  refuse('curl', 'kiva api <path>'),
  refuse('/loans/newest', 'kiva api /loans/newest'),
  // Fields.
  refuse('api loans/newest -f status', '--field', 'key=value'),
  refuse('api loans/newest -f =x', '--field', 'key=value'),
  refuse('api loans/newest -f oauth_token=x', '--field cannot set oauth_token', 'signs requests itself'),
  refuse(
    'api loans/newest?oauth_signature=x',
    'the path cannot set oauth_signature',
    'signs requests itself',
  ),
  refuse(
    'api my/account -f client_secret=x',
    '--field cannot set client_secret',
    'never read from the command line',
  ),
  refuse('api loans/newest -f page=two', 'page', 'whole number'),
  refuse('api loans/newest?page=2 --page 3', 'given 2 times'),
  refuse('api', 'missing required argument <path>', 'kiva api loans/newest'),
  refuse('api loans newest', 'unexpected argument "newest"'),
  // Paths without pages or lists.
  refuse('api loans/84 --page 2', '--page', '/loans/:ids'),
  refuse('api my/account --all', '--all'),
  refuse('api my/account --limit 1', '--limit'),
  refuse('api loans/newest.rss', '"rss"', 'html, json, xml'),
  refuse('api loans/newest.json --wire html', '.json', 'html'),
  refuse('api loans/newest.xml --wire html', '.xml', 'html'),
  refuse('api loans/newest.xml --limit 5', '--limit', '--wire'),

  // Missing values.
  refuse(['lenders', 'loans', ''], 'id'),
  refuse(['loans', 'show', ''], 'missing value for <ids>'),
  refuse('loans show ,', 'missing value for <ids>'),
  refuse(['loans', 'search', '--status', ''], 'missing value for --status'),
  refuse(['loans', 'search', '--status', ' , '], 'missing value for --status'),
  { argv: 'loans show -', stdin: '', says: ['missing value for <ids>'] },
  refuse('loans show', 'missing required argument <ids>', 'Example: kiva loans show 2100001'),
  refuse('loans lenders', 'missing required argument <id>', 'Example: kiva loans lenders'),
  refuse('loans search --q', 'missing value for --q'),
  refuse('loans search --param =5', '--param', 'key=value'),
  refuse('loans search --param per_page', '--param', 'key=value'),
  refuse(['loans', 'search', '--param', ''], '--param', 'key=value'),

  // Unexpected arguments.
  refuse('loans newest 84', 'unexpected argument "84"'),
  refuse('loans lenders 84 85', 'unexpected argument "85"'),
  { argv: 'loans lenders -', stdin: '84\n85\n', says: ['<id> takes one value, not 2'] },
  refuse('loans search maize', 'search'),
  refuse('my account me', 'unexpected argument "me"'),
  refuse('loans newest teams search', 'unexpected arguments "teams search"'),

  // A single id that is a fixed word of another path.
  refuse('lenders show newest', '"newest"', '/lenders/newest', 'kiva lenders newest'),
  refuse('lenders show search', 'kiva lenders search'),
  { argv: 'lenders show -', stdin: 'newest\n', says: ['kiva lenders newest'] },

  // A country is any two letters, or a name that means one. For another name, the hint has the codes.
  refuse('loans search --country-code kenja', '"kenja"', 'Kenya is KE'),
  refuse(['loans', 'search', '--country-code', 'KE,viet nan'], 'VN'),
  refuse('loans search --country congo', 'Congo (Kinshasa) is CD', 'Congo (Brazzaville) is CG'),
  refuse('lenders search --country-code XXX', '"XXX"', 'two-letter'),
  refuse('lenders search --country-code K1', '"K1"', 'two-letter'),
  refuse('lenders search --country-code ÑU', '"ÑU"', 'two-letter'),
  refuse('loans search --country-code K', '"K"'),

  // Web pages of another kind of record.
  refuse('loans show https://www.kiva.org/lender/robin1001', 'kiva lenders show robin1001'),
  refuse('lenders show https://www.kiva.org/lender/%ff', 'Give the id by itself.'),
  refuse('lenders show https://www.example.org/else/7', 'by itself'),

  // For common mistakes, the hint names the right command.
  refuse('loans list', 'kiva loans search'),
  refuse('loans 2100001', 'kiva loans show 2100001'),
  refuse('loans #2100001', 'kiva loans show 2100001'),
  refuse('loans search kenya', 'kiva loans search --country-code KE'),
  refuse('loans search maize', 'kiva loans search --q maize'),
  refuse(['loans', 'search', 'fish', 'pond'], 'kiva loans search --q "fish pond"'),
  refuse('loans search --countrycode KE', '--country-code'),
  refuse('whoami', 'kiva auth status'),
  refuse('my loans', "kiva lenders loans '@me'"),
  refuse('my teams', "kiva lenders teams '@me'"),
  refuse('my portfolio', 'kiva portfolio show'),
  refuse('version', 'kiva --version'),
  refuse('auth login', 'kiva login'),
  refuse('lenders list', 'kiva lenders search'),
  refuse('partners 9', 'kiva partners show 9'),
  refuse('saved rm food', 'kiva saved remove'),
  refuse('loans show @spring', 'unknown shortlist "spring"', 'kiva shortlist add spring <ids>'),
  refuse('loans show 84,@spring', 'unknown shortlist "spring"'),
  refuse('loans lenders @spring', '<id>', 'several ids'),
  refuse('saved run food', 'unknown saved command "food"', 'kiva saved add food -- loans search'),

  // Help for unknown commands.
  refuse('help women', 'unknown help topic "women"'),
  refuse('help fields women', 'unknown help topic "fields women"'),
  refuse('nosuch --help', 'nosuch'),
  refuse('loans serch --help', 'kiva loans search'),
  refuse('--help loans serch', 'kiva loans search'),
  refuse('help loans serch', 'kiva loans search'),

  // Options that would be ignored.
  refuse('loans newest --force', '--force requires --wire'),
  refuse('--sandbox --base-url https://api.example.org loans newest', '--sandbox', '--base-url'),

  // Unknown words: the error names the nearest match.
  refuse('loans search --stauts paid', 'unknown option --stauts', '--status'),
  refuse('loans search --sort_by newest', '--sort_by', '--sort-by'),
  refuse('loans search --verbos', '--verbos', '--verbose'),
  refuse('loans search --scope x', '--scope'),
  refuse('loans serach', 'unknown command "kiva loans serach"', 'kiva loans search'),
  refuse('lenders newst', 'newst', 'newest'),
  refuse('journal_entries search', 'journal_entries', 'journal-entries'),
  refuse('nonsense', 'nonsense'),

  // --param is never checked, but kiva sends these itself.
  refuse('loans search --status paid --param status=refunded', '--param', 'with --status'),
  refuse('loans search --param page=2', '--param', '--page'),
  refuse('loans lenders 84 --param id=85', '--param', 'argument'),

  // Settings.
  refuse('loans newest --timeout 0', 'invalid value "0" for --timeout'),
  refuse('loans newest --base-url api.example.org', '--base-url', 'api.example.org'),
  refuse('loans newest --base-url http://api.example.org', '--base-url', 'https'),
  refuse('loans newest --base-url https://api.example.org/v2', '--base-url', 'path'),
  refuse('loans newest --base-url https://me:secret@api.example.org', '--base-url'),
]
