/** More about each action than its brief, by name: plain paragraphs. Loaded for help only, to keep every start short. */

const profile =
  'With --profile it changes the settings of that profile, which override the others in the file.'

const tryWith = (line: string) =>
  `To try it in the current shell: ${line}\n\nTo install it for all shells: kiva completion install`

const me =
  "Without <lender>, it is '@me': the lender of the login, else of the setting lender (kiva config set lender ID), else of the sandbox."

const privacy =
  "A lender's id and loans are public, yours too. Shortlists, saved commands and marks show whom you watch: they stay in KIVA_STATE_DIR, readable only by you, and are never sent."

export const aboutActions: Readonly<Record<string, string>> = {
  api: 'The path may start with /v1 and end with .json, or be a full URL of the API, query included. Percent-encoded characters are kept; other special characters are encoded. Fields are sent unchecked, in the given order.\n\nIf another command uses the same path, kiva api prints the same records, reads the same pages, and signs the request if a login is needed. Requests to other paths are never signed; kiva prints the only list in the response, or else the only object, or else the whole response. The suffixes .xml, .html and .rss select --wire. kiva api sends only GET requests, to the API of this run.',
  explore:
    'Opens a list on the full screen, reads more as you move, and follows links to lenders, partners and teams. Press ? for all keys, and q to quit. The words after explore are the command line of a list or a record; global options may come anywhere.\n\nkiva explore only reads. Options about output and files cannot be used, and -o has no effect: --print selects the output. With --plain it is a text mode for screen readers, with one command per line. See kiva help explore.',
  login:
    'Opens the authorization page, asks for the code that the page shows, and saves the access token in the config folder, readable only by you. kiva uses OAuth 1.0a.\n\nThe client id and secret of your application come from KIVA_CLIENT_ID and KIVA_CLIENT_SECRET, from the files named in KIVA_CLIENT_ID_FILE and KIVA_CLIENT_SECRET_FILE, or from an earlier login. Otherwise kiva asks for them. They are never read from the command line.\n\nWith --profile, the login belongs to that profile. Profiles without one of their own share the login without a profile.\n\nOver SSH, in CI or from another program, log in in two steps: --start prints the URL of the page and exits; --finish reads the code from standard input.',
  logout:
    'Deletes the token, the client secret and any unfinished login from the config folder. With --profile it deletes only those of the profile: the shared login stays. Kiva accepts the token until it expires or you revoke it in your account preferences.',
  sandbox:
    'Serves every endpoint and OAuth login on this machine only, until you press Ctrl-C. It uses HTTPS with a certificate made at startup. In a terminal it prints the commands to paste into another terminal; in a pipe, one JSON line with its URL and credentials. See kiva help sandbox.\n\nkiva sandbox --mirror serves the loans and field partners of your mirror instead, without logins and rate limits. All other paths answer with status 501.',
  'auth status':
    'Shows the account, the scopes, the host, and where the token comes from; with --profile also whether the profile has a login of its own or uses the shared one. Never shows secrets. No request is sent.',
  'auth list':
    'Shows the origin, the profile, the lender, the time of the login and the scopes of each. Never shows secrets. No request is sent.\n\nA login under a profile (--profile) belongs to that profile. One without a profile is shared: a profile without a login of its own uses it.',
  'auth header':
    'Use it to send a signed request with another program. Pipe it to that program (curl -H @-): other users can read arguments. The header is valid for one request with this method and URL, and only for a short time. The URL must be on the host that the token belongs to.',
  'mirror pull':
    'Reads the newest lending actions (the API lists only the last 100), the field partners (once a day), the newest loans, your own list (the lender of the login, else of the setting lender), and then loans with their details: those never read first, then those that are fundraising, funded or in repayment, the ones read longest ago first. It stays within the rate limit. Each page is stored as it arrives, so a pull that ends early (--for, --requests, Ctrl-C) loses nothing: the next one goes on. The first fill of a mirror takes many hours, and says so. --ids reads only some loans, and no lists.\n\nRun it often: a loan that differs from before adds a row to the table changes, and the API has no past states of a loan. The table pulls has a row for each pull: what it read, why it ended, and whether lending actions were missed since the pull before. Loans that the API no longer has stay in the mirror, with the time in the column missing_since. A loan counts as absent only if the same response had other loans; if it had none, kiva asks once more, together with a loan that the API has. If that does not come either, the pull ends with exit code 6, and later pulls ask again. If more than a tenth of the loans are absent, the exit code is 9. See kiva help mirror.\n\nOne mirror keeps loans of one service. --sandbox pulls from the sandbox, and --mirror cannot be used. See kiva mirror info, and kiva sql.',
  'mirror import':
    'Stores loans with their details, so that commands with --mirror and kiva sql answer without the service. Reads what kiva loans show prints as json or ndjson, pages of the service ({"loans": […]}), and the field partners of kiva partners list, which --region needs. A page with a date counts as read then, any other as read now. A loan that differs from before adds a row to the table changes, also one that was read earlier. Loans of lists lack the details and are left out.\n\nThe mirror is mirror.sqlite in KIVA_DATA_DIR, readable only by you. It needs Node.js 22.16 or later, or the executable of kiva. One mirror keeps loans of one service: those of the sandbox never mix with real ones.',
  'mirror export':
    'Writes a folder with a Delta table each for loans, payments, scheduled_payments, borrowers, stories, changes, partners, pulls and lending_actions, which ClickHouse, DuckDB, Spark and others read: Parquet files by year, and a log. Columns are flat, dates are UTC, amounts are decimals in US dollars. The next export to the same folder writes only the years that changed.\n\nEach table has its new version when it is complete, so a run that ends early leaves those before. files.json of each table names the files of its version. Files that were replaced stay for a day, or the time of --keep (30d, 12h): engines that took the list before still find them. A folder with something else is refused and stays as it is. See kiva help mirror for what to type in each engine.\n\nversion is that of all tables, and of the rows that the export added or changed: those that are the same keep theirs. unchanged counts the files that were up to date.',
  'mirror info':
    'Shows how many of the loans that the search lists are in the mirror, how old the oldest reading of each status is, where the first fill stands, what the API left out, and the last pull. No request is sent.',
  'mirror changes':
    'Prints the changes of a loan in the order in which they were read: a record of the event added, one of changed for each reading that differs from the one before, and one of removed if the API left the loan out. until is the last reading with the same values. The changes are those of status, amounts, lenders and delinquency. No request is sent.',
  'mirror clear':
    'It deletes the history of the loans too, which cannot be read again, so it asks first. Without a terminal, --yes is needed.',
  sql: "Runs one statement that reads: SELECT, WITH, VALUES or EXPLAIN. record(id) is the whole record of a loan as JSON, and derived(id, 'repayment.behind') a derived field as of the time when the loan was read. payments, scheduled_payments, borrowers and stories have a row for each item of a loan. changes has its facts, from the first to the last reading with the same values. lending_actions has loans made by public lenders, pulls what each pull did. Dates are text in UTC, and date_trunc('month', posted_date) is the first day of a month; amounts are numbers, in US dollars; what does not fit its column is null. The statement takes the place of --where, --order, --limit and --fields. --out saves the rows, as Parquet too.\n\nA table has the names of SQL, letter by letter, numbers with all digits, and NULL. If a terminal is too narrow, it has the first columns, and a line says how many there are. Formats whose names must be distinct call a second column id id_2, and say so.\n\nOther programs can open the file too: sqlite3 \"$HOME/.local/share/kiva/mirror.sqlite\". They have the tables, not the functions and the view stories.",
  'cache info': 'The cache holds responses that --cache saved and --offline reads. No request is sent.',
  'cache clear':
    'Deletes the responses saved by --cache and prints how many there were. Other files in the cache folder are kept.',
  'config list':
    'The first source that has a value wins: flag, environment, profile, settings file, default. No request is sent.',
  'config get': 'Prints the bare value, or an empty line if it has none. -o json prints it with its source.',
  'config set': `columns.loans, columns.teams and so on choose the columns of lists on a terminal, by heading or field. ${profile}`,
  'config unset': profile,
  'config edit':
    'Opens a copy of the file in VISUAL or EDITOR and checks it before saving. If a setting is invalid, kiva prints the error and keeps the old file. Use it to repair a broken file.',
  'shortlist add':
    "In commands that take several ids, @NAME stands for the ids of that list: kiva loans show @spring (in PowerShell '@spring'). '@me' is your own lender id, so no list can be named me. A list is a text file in KIVA_STATE_DIR with one id per line and notes after #. You can edit it.",
  'shortlist remove': 'Prints the removed ids. Without ids it deletes the list.',
  'saved add':
    'All words after the name belong to the command. kiva checks it before saving it. A saved command of the same name is replaced, and printed. It says how much of the list kiva today reads. The commands are in saved.json in KIVA_STATE_DIR, without secrets.',
  'saved run':
    'Runs the command as if you had typed it, with the words after the name appended. If an option takes one value, the last one given counts; if it takes several, the command gets all of them. Other options, such as --sandbox, can also be given before the name.',
  today: `Reads each saved command that lists records with an id, the loans of your shortlists, and your portfolio, and shows the changes since the last run: new records (the first three), loans that end within three days or have changed, the repayments since then, of this month and of the next one at $25 in each loan, and changes of your loans. What came back is exactly what "repaid" of the portfolio calendar grew by. The first run is a first look: it marks all records. The marks are in the folder today in KIVA_STATE_DIR, apart from those of --new and --changes; --peek leaves them.

Options of saved commands about output, files, marks and --watch are left out. Other saved commands, and those for another service, are skipped and never run. In shortlists, only the ids of fundraising loans count. Of the list of a saved command it reads what --limit, --requests and --all ask for. Without them it reads up to a page of known records where the newest come first, and other lists and filters to the end: 5 pages at most, and the line says so (of the first 100 of 640: add --all). What follows the last known record of a longer list was there before, so it is not new. It sends one request for 50 loans of shortlists, and the requests of kiva portfolio calendar. Before more than ten requests it says how many there will be. If a part fails, the others are printed, and the exit code is 9. ${privacy}`,
  'portfolio show': `Counts the loans of a lender that are fundraising, funded, in repayment, paid or ended with a loss; expired and refunded loans are listed apart. A year is that of the posting. The effective number is 1 ÷ the sum of the squared shares: this many groups of equal size would be spread as evenly.

Reads the lender, the list of loans (20 per request), their details (50 per request) and the field partners (200 per request). csv, tsv and ndjson print one row per group; they need details only for gender. If a request fails, nothing is printed; with --cache 1h the next run goes on from there. ${me} ${privacy}`,
  'portfolio calendar': `Assumes the same amount in each loan. Repayments received cover the earliest installments. Of the rest, an installment is overdue 15 days after its due date; the others are listed by month. What a finished loan has not repaid is lost. The sums add up to the amount times the loans, to the cent.

Reads the lender, the list of loans (20 per request) and their details (50 per request). If a request fails, nothing is printed. ${me} ${privacy}`,
  'portfolio suggest':
    "Searches fundraising loans that the lender lacks, one per country and partner: first those where the lender has the fewest loans. --budget takes loans that still need a share, then more of the same places. It runs kiva loans search, whose options work here too; -v prints that command. Lenders' loans are public.",
  'completion install':
    'Writes the script to the folder where the shell looks for completions: under XDG_DATA_HOME for bash and fish. If the shell needs more, it also adds marked lines to a startup file: .zshrc (in ZDOTDIR) for zsh, the profile for PowerShell, and .bashrc if bash-completion is not installed.\n\nIt prints every change. Running it again changes nothing. After an update of kiva, run it again to install the new script.',
  'completion uninstall': 'Deletes the script and the marked lines. The rest of the startup files is kept.',
  'completion bash': tryWith('source <(kiva completion bash)'),
  'completion zsh': tryWith('source <(kiva completion zsh)'),
  'completion fish': tryWith('kiva completion fish | source'),
  'completion powershell': tryWith('kiva completion powershell | Out-String | Invoke-Expression'),
  doctor:
    'Checks versions, folders, settings, credentials, terminal, proxy, and whether the API and the login page answer (--offline skips the network). Prints problems first, each with its fix. The exit code is 3 if there is a problem. Never shows secrets and never changes anything. --network also asks the website of kiva for the newest release, and prints the command that installs it (KIVA_RELEASES_URL=off leaves this out).\n\n--schema asks each public endpoint of the API once, with at most 30 requests, and compares the responses with the documented fields: new and missing fields, other types, values outside a closed set, paging. You can paste the report: it shows errors as codes and values as forms (x for a letter, 0 for a digit). Ctrl-C prints the comparison so far. The exit code is 3 if a response differs by more than new fields.',
  commands:
    'With -o json it prints a manifest: commands with arguments, options and examples, the fields of all records, formats, exit codes and environment variables. The manifest describes this version. No request is sent.',
  mcp: 'Starts a server of the Model Context Protocol for AI applications without a shell: they start it and talk to it on stdin and stdout. Each API command is a tool that only reads, such as loans_search; partners_show, portfolio_show, portfolio_suggest and today are tools too. --config prints what to add to the settings of the application: with the options of that line, and the variables of your shell except secrets; in a terminal, kiva mcp does so too.\n\nAn answer has few fields, and at most 5 requests are sent for it. Lists take the arguments with, filter, order, by, sum and count, which mean what the options of these names do. Filters and groups read the first 400 records; such calls send at most 30 requests. In ids, @me is your own lender id and @NAME a shortlist. With --mirror, the tool sql runs SQL over the mirror: at most 1,000 rows and 30 s. Stories, comments and profiles come only when the model asks for them, because anyone can write them, and could put instructions there. See docs/security.md. No tool reads stdin: - is an invalid value.\n\nAt the end of stdin, calls that were read are answered for up to 5 s; then each of the others gets an error, and kiva exits with code 0. SIGTERM ends it at once.\n\nAgents with a shell need no server: kiva skill teaches them the commands.',
  skill:
    'Prints Markdown with front matter that explains this version of kiva. -o has no effect. No request is sent.',
}
