/**
 * Oracle (b): command lines and the exact request lines that they must become, written by hand. Like oracle
 * (a) it is independent of the catalogue: never paste output of the tool here.
 *
 * The encoding is RFC 3986's: all but letters, digits and `-._~` as upper-case %XX of the UTF-8. The values
 * of a list are joined by a comma: an encoded one in the query, a raw one between the ids of a path, each id
 * encoded by itself. Query parameters have the order of the document, then follow `page`, `app_id` and the
 * parameters of `--param`.
 */

/** A string is split at its spaces; a word with a space in it needs the list form. */
export type CommandLine = string | readonly string[]

export interface RequestLine {
  readonly argv: CommandLine
  /** One request line, or several in the order sent. */
  readonly sends: string | readonly string[]
  readonly env?: Readonly<Record<string, string>>
  readonly stdin?: string
}

const line = (argv: CommandLine, ...sends: readonly string[]): RequestLine => ({ argv, sends })

/** 1, 2, … `count`. */
const upTo = (count: number) => Array.from({ length: count }, (_, index) => index + 1)

export const requestLines: readonly RequestLine[] = [
  // /loans/search
  line('loans search', 'GET /v1/loans/search.json'),
  line('loans search --status fundraising', 'GET /v1/loans/search.json?status=fundraising'),
  line('loans search --status funded,paid', 'GET /v1/loans/search.json?status=funded%2Cpaid'),
  line('loans search --status funded --status paid', 'GET /v1/loans/search.json?status=funded%2Cpaid'),
  line(
    'loans search --status funded,paid --status ended_with_loss',
    'GET /v1/loans/search.json?status=funded%2Cpaid%2Cended_with_loss',
  ),
  line(
    ['loans', 'search', '--status', ' funded , in_repayment '],
    'GET /v1/loans/search.json?status=funded%2Cin_repayment',
  ),
  line(
    ['loans', 'search', '--sector', 'Personal Use,Food'],
    'GET /v1/loans/search.json?sector=Personal%20Use%2CFood',
  ),
  line('loans search --sector Arts&Crafts', 'GET /v1/loans/search.json?sector=Arts%26Crafts'),
  line('loans search --gender nonbinary', 'GET /v1/loans/search.json?gender=nonbinary'),
  line('loans search --region na,ca --region ee', 'GET /v1/loans/search.json?region=na%2Cca%2Cee'),
  line('loans search --country-code KE,XK', 'GET /v1/loans/search.json?country_code=KE%2CXK'),
  line('loans search --partner 9,133 --partner 7', 'GET /v1/loans/search.json?partner=9%2C133%2C7'),
  line(
    'loans search --sort-by amount_remaining --page 3',
    'GET /v1/loans/search.json?sort_by=amount_remaining&page=3',
  ),
  // The query has the order of the document, whatever the order typed.
  line(
    'loans search --page 2 --q maize --sort-by expiration --partner 8 --sector Food --country-code KE --region af --gender female --status paid',
    'GET /v1/loans/search.json?status=paid&gender=female&region=af&country_code=KE&sector=Food&partner=8&sort_by=expiration&q=maize&page=2',
  ),
  line(['loans', 'search', '--q', 'maize seed'], 'GET /v1/loans/search.json?q=maize%20seed'),
  line(['loans', 'search', '--q', ' two  spaces '], 'GET /v1/loans/search.json?q=%20two%20%20spaces%20'),
  line('loans search --q a+b', 'GET /v1/loans/search.json?q=a%2Bb'),
  line('loans search --q 100%', 'GET /v1/loans/search.json?q=100%25'),
  line('loans search --q %20', 'GET /v1/loans/search.json?q=%2520'),
  line('loans search --q a&page=9', 'GET /v1/loans/search.json?q=a%26page%3D9'),
  line('loans search --q a=b', 'GET /v1/loans/search.json?q=a%3Db'),
  line('loans search --q=a=b', 'GET /v1/loans/search.json?q=a%3Db'),
  line('loans search --q #1?', 'GET /v1/loans/search.json?q=%231%3F'),
  line('loans search --q ../../oauth', 'GET /v1/loans/search.json?q=..%2F..%2Foauth'),
  line('loans search --q one,two', 'GET /v1/loans/search.json?q=one%2Ctwo'),
  line(`loans search --q it's"so"`, 'GET /v1/loans/search.json?q=it%27s%22so%22'),
  line('loans search --q (a)*!;:@$[]', 'GET /v1/loans/search.json?q=%28a%29%2A%21%3B%3A%40%24%5B%5D'),
  line('loans search --q a-b.c_d~e', 'GET /v1/loans/search.json?q=a-b.c_d~e'),
  line('loans search --q 🌱', 'GET /v1/loans/search.json?q=%F0%9F%8C%B1'),
  line('loans search --q Đặng', 'GET /v1/loans/search.json?q=%C4%90%E1%BA%B7ng'),
  // Text is not normalized: it is sent as typed.
  line('loans search --q e\u0301', 'GET /v1/loans/search.json?q=e%CC%81'),
  line(['loans', 'search', '--q', 'a\tb\nc'], 'GET /v1/loans/search.json?q=a%09b%0Ac'),
  line('loans search --q first --q last', 'GET /v1/loans/search.json?q=last'),
  line('loans search --q=-5', 'GET /v1/loans/search.json?q=-5'),
  line('loans search --limit 5', 'GET /v1/loans/search.json'),
  line('loans search --limit 5 --page 4', 'GET /v1/loans/search.json?page=4'),
  line('loans search --param per_page=100', 'GET /v1/loans/search.json?per_page=100'),
  line(
    ['loans', 'search', '--q', 'x', '--param', 'a b=c d', '--param', 'a b=é', '--app-id', 'org.example.tool'],
    'GET /v1/loans/search.json?q=x&app_id=org.example.tool&a%20b=c%20d&a%20b=%C3%A9',
  ),
  line('loans search --param constructor=1', 'GET /v1/loans/search.json?constructor=1'),
  line('loans search --param empty=', 'GET /v1/loans/search.json?empty='),
  line('loans search --param rule=a=b&c', 'GET /v1/loans/search.json?rule=a%3Db%26c'),
  line('loans search --wire xml --status paid', 'GET /v1/loans/search.xml?status=paid'),
  line('loans search -o table', 'GET /v1/loans/search.json'),
  line('loans search -o xml', 'GET /v1/loans/search.json'),

  // /loans/newest
  line('loans newest', 'GET /v1/loans/newest.json'),
  line('loans newest --page 2', 'GET /v1/loans/newest.json?page=2'),
  line('loans newest --app-id org.example', 'GET /v1/loans/newest.json?app_id=org.example'),
  line('--app-id org.example loans newest --page 2', 'GET /v1/loans/newest.json?page=2&app_id=org.example'),
  { argv: 'loans newest', env: { KIVA_APP_ID: 'a b' }, sends: 'GET /v1/loans/newest.json?app_id=a%20b' },
  line('loans newest --wire html', 'GET /v1/loans/newest.html'),
  line('loans newest --wire json', 'GET /v1/loans/newest.json'),

  // /loans/:ids
  line('loans show 84', 'GET /v1/loans/84.json'),
  line('loans show 84 85', 'GET /v1/loans/84,85.json'),
  line('loans show 84,85 86', 'GET /v1/loans/84,85,86.json'),
  line(['loans', 'show', '84, 85,'], 'GET /v1/loans/84,85.json'),
  line('loans get 84', 'GET /v1/loans/84.json'),
  line('loans view 84', 'GET /v1/loans/84.json'),
  line('loans show 84 --wire xml --app-id org.example', 'GET /v1/loans/84.xml?app_id=org.example'),
  line('loans show 9007199254740991', 'GET /v1/loans/9007199254740991.json'),
  { argv: 'loans show -', stdin: '84\n85 86\n', sends: 'GET /v1/loans/84,85,86.json' },
  { argv: 'loans show 1 - 9', stdin: '4,5\n', sends: 'GET /v1/loans/1,4,5,9.json' },
  line(
    ['loans', 'show', ...upTo(51).map(String)],
    `GET /v1/loans/${upTo(50).join(',')}.json`,
    'GET /v1/loans/51.json',
  ),

  // /loans/:id/lenders
  line('loans lenders 84', 'GET /v1/loans/84/lenders.json'),
  { argv: 'loans lenders -', stdin: '84\n', sends: 'GET /v1/loans/84/lenders.json' },
  line('loans lenders 84 --page 2 --wire xml', 'GET /v1/loans/84/lenders.xml?page=2'),

  // /loans/:id/journal_entries
  line('loans journal-entries 84', 'GET /v1/loans/84/journal_entries.json'),
  line('loans journal-entries 84 --page 2 --wire html', 'GET /v1/loans/84/journal_entries.html?page=2'),

  // /loans/:id/updates
  line('loans updates 84', 'GET /v1/loans/84/updates.json'),
  line('loans updates 84 --wire rss', 'GET /v1/loans/84/updates.rss'),
  line('loans updates 84 --wire xml --param include_bulk=1', 'GET /v1/loans/84/updates.xml?include_bulk=1'),

  // /lenders/search
  line('lenders search', 'GET /v1/lenders/search.json'),
  line(
    ['lenders', 'search', '--country-code', 'DE', '--country-code', 'FR,CH', '--occupation', 'R&D nurse'],
    'GET /v1/lenders/search.json?country_code=DE%2CFR%2CCH&occupation=R%26D%20nurse',
  ),
  line(
    'lenders search --q teacher --sort-by oldest --page 12',
    'GET /v1/lenders/search.json?sort_by=oldest&q=teacher&page=12',
  ),

  // /lenders/newest
  line('lenders newest', 'GET /v1/lenders/newest.json'),
  line('lenders newest --page 2 --wire xml', 'GET /v1/lenders/newest.xml?page=2'),

  // /lenders/:lender_ids
  line('lenders show robin1001', 'GET /v1/lenders/robin1001.json'),
  line('lenders show robin1001,sam amal', 'GET /v1/lenders/robin1001,sam,amal.json'),
  line(['lenders', 'show', 'José 7', 'a;b'], 'GET /v1/lenders/Jos%C3%A9%207,a%3Bb.json'),
  line('lenders show a?b#c a%2Fb', 'GET /v1/lenders/a%3Fb%23c,a%252Fb.json'),
  line('lenders show newest robin', 'GET /v1/lenders/newest,robin.json'),
  line('lenders show https://www.kiva.org/lender/robin1001', 'GET /v1/lenders/robin1001.json'),
  line('lenders show a.b ..c', 'GET /v1/lenders/a.b,..c.json'),
  line('lenders show -- --robin', 'GET /v1/lenders/--robin.json'),

  // Values are accepted as the screen shows them.
  line('loans search --status Funded,in-repayment', 'GET /v1/loans/search.json?status=funded%2Cin_repayment'),
  line(['loans', 'search', '--status', 'In repayment'], 'GET /v1/loans/search.json?status=in_repayment'),
  line('loans search --region AF,ee', 'GET /v1/loans/search.json?region=af%2Cee'),
  line('loans search --sort-by loan-amount', 'GET /v1/loans/search.json?sort_by=loan_amount'),
  line('loans search --sector personal-use', 'GET /v1/loans/search.json?sector=Personal%20Use'),
  line('loans search --sector Beekeeping', 'GET /v1/loans/search.json?sector=Beekeeping'),
  line('loans search --gender f', 'GET /v1/loans/search.json?gender=female'),
  line('loans search --gender women', 'GET /v1/loans/search.json?gender=female'),
  line('loans search --gender Men', 'GET /v1/loans/search.json?gender=male'),
  line('loans search --gender other', 'GET /v1/loans/search.json?gender=other'),
  line('loans search --country-code ke,Pe', 'GET /v1/loans/search.json?country_code=KE%2CPE'),
  line('loans search --country-code kenya', 'GET /v1/loans/search.json?country_code=KE'),
  line(
    ['loans', 'search', '--country-code', 'KE,viet nam'],
    'GET /v1/loans/search.json?country_code=KE%2CVN',
  ),
  // Codes that only the service has used, and any other two letters.
  line('loans search --country-code qs,GZ,Xq', 'GET /v1/loans/search.json?country_code=QS%2CGZ%2CXQ'),
  line('lenders search --country-code AN,cs', 'GET /v1/lenders/search.json?country_code=AN%2CCS'),
  line(
    ['loans', 'search', '--country-code', 'south sudan'],
    'GET /v1/loans/search.json?country_code=SS%2CQS',
  ),
  line('loans search --country-code SS', 'GET /v1/loans/search.json?country_code=SS'),
  line('loans search --param status=refunded', 'GET /v1/loans/search.json?status=refunded'),
  line('loans search --param country_code=nowhere', 'GET /v1/loans/search.json?country_code=nowhere'),
  line('loans search --country KE', 'GET /v1/loans/search.json?country_code=KE'),
  line('loans search --region africa', 'GET /v1/loans/search.json?region=af'),
  line(['loans', 'show', '#2100001', '#84'], 'GET /v1/loans/2100001,84.json'),
  line('loans show https://www.kiva.org/lend/2100001', 'GET /v1/loans/2100001.json'),
  line('loans lenders https://www.kiva.org/lend/2100001?x=y', 'GET /v1/loans/2100001/lenders.json'),
  line('teams using-shortname https://www.kiva.org/team/river', 'GET /v1/teams/using_shortname/river.json'),

  // A value that looks like an option stays a value.
  line(['loans', 'search', '--q', '-o', '--limit', '1'], 'GET /v1/loans/search.json?q=-o'),
  line(['loans', 'search', '--q', '--help'], 'GET /v1/loans/search.json?q=--help'),

  // /lenders/:lender_id/loans
  line('lenders loans robin1001', 'GET /v1/lenders/robin1001/loans.json'),
  line(
    'lenders loans a+b --sort-by oldest --page 2',
    'GET /v1/lenders/a%2Bb/loans.json?sort_by=oldest&page=2',
  ),
  // A single id is one value, so a comma is part of it.
  line('lenders loans a,b', 'GET /v1/lenders/a%2Cb/loans.json'),

  // /lenders/:lender_id/teams
  line('lenders teams robin1001', 'GET /v1/lenders/robin1001/teams.json'),
  line('lenders teams 日本 --page 2 --wire html', 'GET /v1/lenders/%E6%97%A5%E6%9C%AC/teams.html?page=2'),

  // /teams/search
  line('teams search', 'GET /v1/teams/search.json'),
  line(
    'teams search --category Colleges/Universities',
    'GET /v1/teams/search.json?category=Colleges%2FUniversities',
  ),
  line(
    ['teams', 'search', '--category', 'Businesses - Internal Groups'],
    'GET /v1/teams/search.json?category=Businesses%20-%20Internal%20Groups',
  ),
  line(
    [
      'teams',
      'search',
      '--membership-type',
      'by invitation',
      '--sort-by',
      'query_relevance',
      '--q',
      'x',
      '--page',
      '2',
    ],
    'GET /v1/teams/search.json?membership_type=by%20invitation&sort_by=query_relevance&q=x&page=2',
  ),

  // /teams/:ids
  line('teams show 201', 'GET /v1/teams/201.json'),
  line('teams show 201 202,203 --wire xml', 'GET /v1/teams/201,202,203.xml'),
  line(
    ['teams', 'show', upTo(41).join(',')],
    `GET /v1/teams/${upTo(20).join(',')}.json`,
    `GET /v1/teams/${upTo(40).slice(20).join(',')}.json`,
    'GET /v1/teams/41.json',
  ),

  // /teams/using_shortname/:shortnames
  line('teams show sandbox_stewards', 'GET /v1/teams/using_shortname/sandbox_stewards.json'),
  line('team sandbox_stewards', 'GET /v1/teams/using_shortname/sandbox_stewards.json'),
  line('team 201', 'GET /v1/teams/201.json'),
  line('loan search', 'GET /v1/loans/search.json'),
  line('teams using-shortname sandbox_stewards', 'GET /v1/teams/using_shortname/sandbox_stewards.json'),
  line('teams using-shortname a&b c=d', 'GET /v1/teams/using_shortname/a%26b,c%3Dd.json'),

  // /teams/:id/lenders
  line('teams lenders 201', 'GET /v1/teams/201/lenders.json'),
  line('teams lenders 201 --sort-by newest --page 3', 'GET /v1/teams/201/lenders.json?sort_by=newest&page=3'),

  // /teams/:id/loans
  line('teams loans 201', 'GET /v1/teams/201/loans.json'),
  line('teams loans 201 --sort-by oldest --wire xml', 'GET /v1/teams/201/loans.xml?sort_by=oldest'),

  // /partners
  line('partners list', 'GET /v1/partners.json'),
  line('partners list --page 2 --wire html', 'GET /v1/partners.html?page=2'),

  // /journal_entries/search
  line('journal-entries search', 'GET /v1/journal_entries/search.json'),
  line(
    [
      'journal-entries',
      'search',
      '--partner',
      '9,Río Norte',
      '--media',
      'video',
      '--sort-by',
      'comment_count',
    ],
    'GET /v1/journal_entries/search.json?media=video&partner=9%2CR%C3%ADo%20Norte&sort_by=comment_count',
  ),
  line(
    'journal-entries search --q harvest --media any --page 2',
    'GET /v1/journal_entries/search.json?media=any&q=harvest&page=2',
  ),

  // /journal_entries/:id/comments
  line('journal-entries comments 500001', 'GET /v1/journal_entries/500001/comments.json'),
  line(
    'journal-entries comments 500001 --page 2 --wire xml',
    'GET /v1/journal_entries/500001/comments.xml?page=2',
  ),

  // /lending_actions/recent
  line('lending-actions recent', 'GET /v1/lending_actions/recent.json'),
  line(
    'lending-actions recent --wire html --app-id org.example',
    'GET /v1/lending_actions/recent.html?app_id=org.example',
  ),

  // /methods
  line('methods list', 'GET /v1/methods.json'),
  line('methods list --wire xml', 'GET /v1/methods.xml'),

  // /methods/:ids
  line('methods show GET*|loans|search', 'GET /v1/methods/GET%2A%7Cloans%7Csearch.json'),
  line(
    'methods show GET*|loans|:ids,GET*|methods --wire html',
    'GET /v1/methods/GET%2A%7Cloans%7C%3Aids,GET%2A%7Cmethods.html',
  ),

  // /my/account: the authorized user, so with a token
  ...['json', 'xml'].map(
    (format): RequestLine => ({
      argv: `my account --wire ${format}`,
      env: {
        KIVA_CLIENT_ID: 'org.example.tool',
        KIVA_CLIENT_SECRET: 'client-secret',
        KIVA_OAUTH_TOKEN: 'token;org.example.tool',
        KIVA_OAUTH_TOKEN_SECRET: 'token-secret',
      },
      sends: `GET /v1/my/account.${format}`,
    }),
  ),

  // Any path: with and without /v1, a slash and .json, or as a URL of the service.
  ...[
    'loans/newest',
    '/loans/newest',
    '/v1/loans/newest',
    'v1/loans/newest',
    'loans/newest.json',
    '/v1/loans/newest.json',
    'https://api.kivaws.org/v1/loans/newest.json',
    'HTTPS://API.KIVAWS.ORG:443/v1/loans/newest',
  ].map((path) => line(`api ${path}`, 'GET /v1/loans/newest.json')),
  // Another suffix acts like --wire.
  line('api loans/84/updates.rss', 'GET /v1/loans/84/updates.rss'),
  line('api loans/newest.xml --wire xml', 'GET /v1/loans/newest.xml'),
  line('api loans/newest --wire html', 'GET /v1/loans/newest.html'),
  // Fields are not checked. They follow the page in the order given, after a query in the path.
  line(
    'api loans/search -f status=fundraising --field sector=Food',
    'GET /v1/loans/search.json?status=fundraising&sector=Food',
  ),
  line('api loans/search -f status=nonsense -f status=', 'GET /v1/loans/search.json?status=nonsense&status='),
  line(
    ['api', '/v1/loans/search.json?q=maize+seed&sort_by=%6Eewest', '-f', 'q2=a+b=c&d', '--page', '3'],
    'GET /v1/loans/search.json?page=3&q=maize%20seed&sort_by=newest&q2=a%2Bb%3Dc%26d',
  ),
  line('api loans/search?page=2&q=a', 'GET /v1/loans/search.json?page=2&q=a'),
  line('api teams/201/loans -f page=4', 'GET /v1/teams/201/loans.json?page=4'),
  line('api loans/84 -f page=4', 'GET /v1/loans/84.json?page=4'),
  line('api loans/newest?app_id=org.mine --app-id org.example', 'GET /v1/loans/newest.json?app_id=org.mine'),
  line('api loans/newest --app-id org.example', 'GET /v1/loans/newest.json?app_id=org.example'),
  // Ids and unknown paths are encoded once, whether they were typed encoded or not.
  line('api loans/84,85', 'GET /v1/loans/84,85.json'),
  line('api loans/084', 'GET /v1/loans/084.json'),
  line('api lenders/José', 'GET /v1/lenders/Jos%C3%A9.json'),
  line('api lenders/Jos%c3%a9,a%2Cb', 'GET /v1/lenders/Jos%C3%A9,a%2Cb.json'),
  line('api lenders/robin%2Ejson', 'GET /v1/lenders/robin.json.json'),
  line('api lenders/-/teams', 'GET /v1/lenders/-/teams.json'),
  line(['api', 'methods/GET*|loans|:ids'], 'GET /v1/methods/GET%2A%7Cloans%7C%3Aids.json'),
  line(['api', 'some thing/100%25/a,b?x=%0A'], 'GET /v1/some%20thing/100%25/a,b.json?x=%0A'),
  line('api teams/using_shortname/lenders', 'GET /v1/teams/using_shortname/lenders.json'),
  line('api loans/1,2/lenders', 'GET /v1/loans/1,2/lenders.json'),
  {
    argv: 'api my/account',
    env: {
      KIVA_CLIENT_ID: 'org.example.tool',
      KIVA_CLIENT_SECRET: 'client-secret',
      KIVA_OAUTH_TOKEN: 'token;org.example.tool',
      KIVA_OAUTH_TOKEN_SECRET: 'token-secret',
    },
    sends: 'GET /v1/my/account.json',
  },

  // /releases/api/current
  line('releases current', 'GET /v1/releases/api/current.json'),
  line('releases current --wire xml', 'GET /v1/releases/api/current.xml'),

  // /templates/images
  line('templates images', 'GET /v1/templates/images.json'),
  line('templates images --param a=1 --param a=2', 'GET /v1/templates/images.json?a=1&a=2'),
]
