# Completion of kiva for fish. `npm run generate` writes this file.
# It starts no process: all words are listed here.

# Sets the commands and options that can follow the words of a command, with their descriptions.
function __kiva_place --no-scope-shadowing
    set verbs
    set flags
    switch $place
        case ''
            set verbs loans\t'Search and show loans, their lenders and updates' lenders\t'Search and show lenders, their loans and teams' teams\t'Search and show lending teams, their lenders and loans' partners\t'List field partners, the local lenders' journal-entries\t'Search journal entries and list their comments' lending-actions\t'Recent lending activity' my\t'Your account' methods\t'Describe the API\'s methods' releases\t'Show the API\'s release' templates\t'List image URL templates' api\t'Send a GET request to any API path' login\t'Log in to Kiva' logout\t'Log out' sandbox\t'Run a local copy of the API with made-up data' doctor\t'Check your setup' commands\t'List all commands (-o json for tools)' skill\t'Print instructions for coding agents' mcp\t'Serve the API\'s tools to agents (MCP)' portfolio\t'Show and plan a lender\'s portfolio' shortlist\t'Keep lists of ids' saved\t'Save commands and run them again' auth\t'Show login status; sign requests' config\t'Show and change saved settings' completion\t'Install or print shell completion' cache\t'Show or clear the response cache' help\t'Show help for a command or topic'
            set flags --version\t'show the version' -V\t'show the version'
        case loans
            set verbs search\t'Search loans' newest\t'List the most recent fundraising loans' show\t'Show loans in detail' get\t'Show loans in detail' view\t'Show loans in detail' lenders\t'List a loan\'s lenders' journal-entries\t'List a loan\'s journal entries' updates\t'List a loan\'s updates, newest first'
        case 'loans search'
            set flags --status\t'loan status' --gender\t'gender (majority of a group)' --region\t'region of the world' --country-code\t'ISO country code' --sector\t'business sector' --partner\t'field partner id' --sort-by\t'sort order' --q\t'words to search for' --page\t'result page' --param\t'send another query parameter' --all\t'read all pages' --limit\t'stop after n records' -L\t'stop after n records' --concurrency\t'number of requests at the same time' --strict-paging\t'exit with code 9 if the list changed while it was read' --with\t'add derived fields' --lender\t'lender for --with mine' --where\t'keep records for which a jq expression is true' --order\t'sort by a field; :desc reverses' --at-most\t'keep the first n records of each value' --not-lent-by\t'drop the loans of a lender' --new\t'print records that no earlier run printed' --changes\t'print what changed since the last run' --mark\t'name of the mark; default: one per command line' --peek\t'do not move the mark' --mark-only\t'print nothing at the first run' --fail-empty\t'exit with code 10 if no record is printed' --across\t'print records as columns, to compare them' --fields\t'fields to print; without names, list all fields' --csv-safe\t'escape cells that a spreadsheet would run as formulas' --jq\t'run a jq expression on each record' --slurp\t'run --jq once, on an array of all records' --raw-output\t'print strings without quotes, one result per line' -r\t'print strings without quotes, one result per line' --arg\t'set the variable $name to a string' --images\t'show photos in the terminal' --by\t'draw a chart that counts records by this field' --sum\t'add up this field instead of counting' --count\t'count records, the default' --watch\t'repeat the request, such as every 30s, and show changes' --until\t'stop when this jq expression is true for the array of all records' --checkpoint\t'save progress to a file after each page' --resume\t'continue from a checkpoint file' --out\t'write to a file, which appears when it is complete' --overwrite\t'replace existing files' --wire\t'print the API\'s response unchanged' --force\t'do not sanitize the response for the terminal' --curl\t'print the request as a curl command, without sending it' --dry-run\t'print the request without sending it'
        case 'loans newest'
            set flags --page\t'result page' --param\t'send another query parameter' --all\t'read all pages' --limit\t'stop after n records' -L\t'stop after n records' --concurrency\t'number of requests at the same time' --strict-paging\t'exit with code 9 if the list changed while it was read' --with\t'add derived fields' --lender\t'lender for --with mine' --where\t'keep records for which a jq expression is true' --order\t'sort by a field; :desc reverses' --at-most\t'keep the first n records of each value' --not-lent-by\t'drop the loans of a lender' --new\t'print records that no earlier run printed' --changes\t'print what changed since the last run' --mark\t'name of the mark; default: one per command line' --peek\t'do not move the mark' --mark-only\t'print nothing at the first run' --fail-empty\t'exit with code 10 if no record is printed' --across\t'print records as columns, to compare them' --fields\t'fields to print; without names, list all fields' --csv-safe\t'escape cells that a spreadsheet would run as formulas' --jq\t'run a jq expression on each record' --slurp\t'run --jq once, on an array of all records' --raw-output\t'print strings without quotes, one result per line' -r\t'print strings without quotes, one result per line' --arg\t'set the variable $name to a string' --images\t'show photos in the terminal' --by\t'draw a chart that counts records by this field' --sum\t'add up this field instead of counting' --count\t'count records, the default' --watch\t'repeat the request, such as every 30s, and show changes' --until\t'stop when this jq expression is true for the array of all records' --checkpoint\t'save progress to a file after each page' --resume\t'continue from a checkpoint file' --out\t'write to a file, which appears when it is complete' --overwrite\t'replace existing files' --wire\t'print the API\'s response unchanged' --force\t'do not sanitize the response for the terminal' --curl\t'print the request as a curl command, without sending it' --dry-run\t'print the request without sending it'
        case 'loans show' 'loans get' 'loans view'
            set place 'loans show'
            set flags --param\t'send another query parameter' --concurrency\t'number of requests at the same time' --with\t'add derived fields' --lender\t'lender for --with mine' --where\t'keep records for which a jq expression is true' --order\t'sort by a field; :desc reverses' --at-most\t'keep the first n records of each value' --not-lent-by\t'drop the loans of a lender' --new\t'print records that no earlier run printed' --changes\t'print what changed since the last run' --mark\t'name of the mark; default: one per command line' --peek\t'do not move the mark' --mark-only\t'print nothing at the first run' --fail-empty\t'exit with code 10 if no record is printed' --across\t'print records as columns, to compare them' --lang\t'language of the story' --full\t'list every scheduled repayment' --fields\t'fields to print; without names, list all fields' --csv-safe\t'escape cells that a spreadsheet would run as formulas' --jq\t'run a jq expression on each record' --slurp\t'run --jq once, on an array of all records' --raw-output\t'print strings without quotes, one result per line' -r\t'print strings without quotes, one result per line' --arg\t'set the variable $name to a string' --images\t'show photos in the terminal' --by\t'draw a chart that counts records by this field' --sum\t'add up this field instead of counting' --count\t'count records, the default' --web\t'open the record on kiva.org in a browser' --watch\t'repeat the request, such as every 30s, and show changes' --until\t'stop when this jq expression is true for the array of all records' --checkpoint\t'save progress to a file after each page' --resume\t'continue from a checkpoint file' --missing\t'write ids that were not found to a file, one per line' --out\t'write to a file, which appears when it is complete' --overwrite\t'replace existing files' --wire\t'print the API\'s response unchanged' --force\t'do not sanitize the response for the terminal' --curl\t'print the request as a curl command, without sending it' --dry-run\t'print the request without sending it'
        case 'loans lenders'
            set flags --page\t'result page' --param\t'send another query parameter' --all\t'read all pages' --limit\t'stop after n records' -L\t'stop after n records' --concurrency\t'number of requests at the same time' --strict-paging\t'exit with code 9 if the list changed while it was read' --where\t'keep records for which a jq expression is true' --order\t'sort by a field; :desc reverses' --at-most\t'keep the first n records of each value' --new\t'print records that no earlier run printed' --changes\t'print what changed since the last run' --mark\t'name of the mark; default: one per command line' --peek\t'do not move the mark' --mark-only\t'print nothing at the first run' --fail-empty\t'exit with code 10 if no record is printed' --across\t'print records as columns, to compare them' --fields\t'fields to print; without names, list all fields' --csv-safe\t'escape cells that a spreadsheet would run as formulas' --jq\t'run a jq expression on each record' --slurp\t'run --jq once, on an array of all records' --raw-output\t'print strings without quotes, one result per line' -r\t'print strings without quotes, one result per line' --arg\t'set the variable $name to a string' --images\t'show photos in the terminal' --by\t'draw a chart that counts records by this field' --sum\t'add up this field instead of counting' --count\t'count records, the default' --watch\t'repeat the request, such as every 30s, and show changes' --until\t'stop when this jq expression is true for the array of all records' --checkpoint\t'save progress to a file after each page' --resume\t'continue from a checkpoint file' --out\t'write to a file, which appears when it is complete' --overwrite\t'replace existing files' --wire\t'print the API\'s response unchanged' --force\t'do not sanitize the response for the terminal' --curl\t'print the request as a curl command, without sending it' --dry-run\t'print the request without sending it'
        case 'loans journal-entries'
            set flags --page\t'result page' --param\t'send another query parameter' --all\t'read all pages' --limit\t'stop after n records' -L\t'stop after n records' --concurrency\t'number of requests at the same time' --strict-paging\t'exit with code 9 if the list changed while it was read' --where\t'keep records for which a jq expression is true' --order\t'sort by a field; :desc reverses' --at-most\t'keep the first n records of each value' --only\t'keep the records with these ids' --new\t'print records that no earlier run printed' --changes\t'print what changed since the last run' --mark\t'name of the mark; default: one per command line' --peek\t'do not move the mark' --mark-only\t'print nothing at the first run' --fail-empty\t'exit with code 10 if no record is printed' --read\t'print the full text of each record instead of a table' --across\t'print records as columns, to compare them' --fields\t'fields to print; without names, list all fields' --csv-safe\t'escape cells that a spreadsheet would run as formulas' --jq\t'run a jq expression on each record' --slurp\t'run --jq once, on an array of all records' --raw-output\t'print strings without quotes, one result per line' -r\t'print strings without quotes, one result per line' --arg\t'set the variable $name to a string' --images\t'show photos in the terminal' --by\t'draw a chart that counts records by this field' --sum\t'add up this field instead of counting' --count\t'count records, the default' --watch\t'repeat the request, such as every 30s, and show changes' --until\t'stop when this jq expression is true for the array of all records' --checkpoint\t'save progress to a file after each page' --resume\t'continue from a checkpoint file' --out\t'write to a file, which appears when it is complete' --overwrite\t'replace existing files' --wire\t'print the API\'s response unchanged' --force\t'do not sanitize the response for the terminal' --curl\t'print the request as a curl command, without sending it' --dry-run\t'print the request without sending it'
        case 'loans updates'
            set flags --param\t'send another query parameter' --all\t'read all pages' --limit\t'stop after n records' -L\t'stop after n records' --where\t'keep records for which a jq expression is true' --order\t'sort by a field; :desc reverses' --at-most\t'keep the first n records of each value' --new\t'print records that no earlier run printed' --changes\t'print what changed since the last run' --mark\t'name of the mark; default: one per command line' --peek\t'do not move the mark' --mark-only\t'print nothing at the first run' --fail-empty\t'exit with code 10 if no record is printed' --read\t'print the full text of each record instead of a table' --across\t'print records as columns, to compare them' --fields\t'fields to print; without names, list all fields' --csv-safe\t'escape cells that a spreadsheet would run as formulas' --jq\t'run a jq expression on each record' --slurp\t'run --jq once, on an array of all records' --raw-output\t'print strings without quotes, one result per line' -r\t'print strings without quotes, one result per line' --arg\t'set the variable $name to a string' --images\t'show photos in the terminal' --by\t'draw a chart that counts records by this field' --sum\t'add up this field instead of counting' --count\t'count records, the default' --watch\t'repeat the request, such as every 30s, and show changes' --until\t'stop when this jq expression is true for the array of all records' --out\t'write to a file, which appears when it is complete' --overwrite\t'replace existing files' --wire\t'print the API\'s response unchanged' --force\t'do not sanitize the response for the terminal' --curl\t'print the request as a curl command, without sending it' --dry-run\t'print the request without sending it'
        case lenders
            set verbs search\t'Search lenders' newest\t'List the newest lenders' show\t'Show lenders in detail' get\t'Show lenders in detail' view\t'Show lenders in detail' loans\t'List a lender\'s loans' teams\t'List a lender\'s teams'
        case 'lenders search'
            set flags --country-code\t'ISO country code' --sort-by\t'sort order' --q\t'words to search for in lender profiles' --occupation\t'occupation; ignored with --q' --page\t'result page' --param\t'send another query parameter' --all\t'read all pages' --limit\t'stop after n records' -L\t'stop after n records' --concurrency\t'number of requests at the same time' --strict-paging\t'exit with code 9 if the list changed while it was read' --where\t'keep records for which a jq expression is true' --order\t'sort by a field; :desc reverses' --at-most\t'keep the first n records of each value' --new\t'print records that no earlier run printed' --changes\t'print what changed since the last run' --mark\t'name of the mark; default: one per command line' --peek\t'do not move the mark' --mark-only\t'print nothing at the first run' --fail-empty\t'exit with code 10 if no record is printed' --across\t'print records as columns, to compare them' --fields\t'fields to print; without names, list all fields' --csv-safe\t'escape cells that a spreadsheet would run as formulas' --jq\t'run a jq expression on each record' --slurp\t'run --jq once, on an array of all records' --raw-output\t'print strings without quotes, one result per line' -r\t'print strings without quotes, one result per line' --arg\t'set the variable $name to a string' --images\t'show photos in the terminal' --by\t'draw a chart that counts records by this field' --sum\t'add up this field instead of counting' --count\t'count records, the default' --watch\t'repeat the request, such as every 30s, and show changes' --until\t'stop when this jq expression is true for the array of all records' --checkpoint\t'save progress to a file after each page' --resume\t'continue from a checkpoint file' --out\t'write to a file, which appears when it is complete' --overwrite\t'replace existing files' --wire\t'print the API\'s response unchanged' --force\t'do not sanitize the response for the terminal' --curl\t'print the request as a curl command, without sending it' --dry-run\t'print the request without sending it'
        case 'lenders newest'
            set flags --page\t'result page' --param\t'send another query parameter' --all\t'read all pages' --limit\t'stop after n records' -L\t'stop after n records' --concurrency\t'number of requests at the same time' --strict-paging\t'exit with code 9 if the list changed while it was read' --where\t'keep records for which a jq expression is true' --order\t'sort by a field; :desc reverses' --at-most\t'keep the first n records of each value' --new\t'print records that no earlier run printed' --changes\t'print what changed since the last run' --mark\t'name of the mark; default: one per command line' --peek\t'do not move the mark' --mark-only\t'print nothing at the first run' --fail-empty\t'exit with code 10 if no record is printed' --across\t'print records as columns, to compare them' --fields\t'fields to print; without names, list all fields' --csv-safe\t'escape cells that a spreadsheet would run as formulas' --jq\t'run a jq expression on each record' --slurp\t'run --jq once, on an array of all records' --raw-output\t'print strings without quotes, one result per line' -r\t'print strings without quotes, one result per line' --arg\t'set the variable $name to a string' --images\t'show photos in the terminal' --by\t'draw a chart that counts records by this field' --sum\t'add up this field instead of counting' --count\t'count records, the default' --watch\t'repeat the request, such as every 30s, and show changes' --until\t'stop when this jq expression is true for the array of all records' --checkpoint\t'save progress to a file after each page' --resume\t'continue from a checkpoint file' --out\t'write to a file, which appears when it is complete' --overwrite\t'replace existing files' --wire\t'print the API\'s response unchanged' --force\t'do not sanitize the response for the terminal' --curl\t'print the request as a curl command, without sending it' --dry-run\t'print the request without sending it'
        case 'lenders show' 'lenders get' 'lenders view'
            set place 'lenders show'
            set flags --param\t'send another query parameter' --concurrency\t'number of requests at the same time' --where\t'keep records for which a jq expression is true' --order\t'sort by a field; :desc reverses' --at-most\t'keep the first n records of each value' --new\t'print records that no earlier run printed' --changes\t'print what changed since the last run' --mark\t'name of the mark; default: one per command line' --peek\t'do not move the mark' --mark-only\t'print nothing at the first run' --fail-empty\t'exit with code 10 if no record is printed' --across\t'print records as columns, to compare them' --fields\t'fields to print; without names, list all fields' --csv-safe\t'escape cells that a spreadsheet would run as formulas' --jq\t'run a jq expression on each record' --slurp\t'run --jq once, on an array of all records' --raw-output\t'print strings without quotes, one result per line' -r\t'print strings without quotes, one result per line' --arg\t'set the variable $name to a string' --images\t'show photos in the terminal' --by\t'draw a chart that counts records by this field' --sum\t'add up this field instead of counting' --count\t'count records, the default' --web\t'open the record on kiva.org in a browser' --watch\t'repeat the request, such as every 30s, and show changes' --until\t'stop when this jq expression is true for the array of all records' --checkpoint\t'save progress to a file after each page' --resume\t'continue from a checkpoint file' --missing\t'write ids that were not found to a file, one per line' --out\t'write to a file, which appears when it is complete' --overwrite\t'replace existing files' --wire\t'print the API\'s response unchanged' --force\t'do not sanitize the response for the terminal' --curl\t'print the request as a curl command, without sending it' --dry-run\t'print the request without sending it'
        case 'lenders loans'
            set flags --sort-by\t'sort order' --page\t'result page' --param\t'send another query parameter' --all\t'read all pages' --limit\t'stop after n records' -L\t'stop after n records' --concurrency\t'number of requests at the same time' --strict-paging\t'exit with code 9 if the list changed while it was read' --with\t'add derived fields' --lender\t'lender for --with mine' --where\t'keep records for which a jq expression is true' --order\t'sort by a field; :desc reverses' --at-most\t'keep the first n records of each value' --not-lent-by\t'drop the loans of a lender' --new\t'print records that no earlier run printed' --changes\t'print what changed since the last run' --mark\t'name of the mark; default: one per command line' --peek\t'do not move the mark' --mark-only\t'print nothing at the first run' --fail-empty\t'exit with code 10 if no record is printed' --across\t'print records as columns, to compare them' --fields\t'fields to print; without names, list all fields' --csv-safe\t'escape cells that a spreadsheet would run as formulas' --jq\t'run a jq expression on each record' --slurp\t'run --jq once, on an array of all records' --raw-output\t'print strings without quotes, one result per line' -r\t'print strings without quotes, one result per line' --arg\t'set the variable $name to a string' --images\t'show photos in the terminal' --by\t'draw a chart that counts records by this field' --sum\t'add up this field instead of counting' --count\t'count records, the default' --watch\t'repeat the request, such as every 30s, and show changes' --until\t'stop when this jq expression is true for the array of all records' --checkpoint\t'save progress to a file after each page' --resume\t'continue from a checkpoint file' --out\t'write to a file, which appears when it is complete' --overwrite\t'replace existing files' --wire\t'print the API\'s response unchanged' --force\t'do not sanitize the response for the terminal' --curl\t'print the request as a curl command, without sending it' --dry-run\t'print the request without sending it'
        case 'lenders teams'
            set flags --page\t'result page' --param\t'send another query parameter' --all\t'read all pages' --limit\t'stop after n records' -L\t'stop after n records' --concurrency\t'number of requests at the same time' --strict-paging\t'exit with code 9 if the list changed while it was read' --with\t'add derived fields' --where\t'keep records for which a jq expression is true' --order\t'sort by a field; :desc reverses' --at-most\t'keep the first n records of each value' --new\t'print records that no earlier run printed' --changes\t'print what changed since the last run' --mark\t'name of the mark; default: one per command line' --peek\t'do not move the mark' --mark-only\t'print nothing at the first run' --fail-empty\t'exit with code 10 if no record is printed' --across\t'print records as columns, to compare them' --fields\t'fields to print; without names, list all fields' --csv-safe\t'escape cells that a spreadsheet would run as formulas' --jq\t'run a jq expression on each record' --slurp\t'run --jq once, on an array of all records' --raw-output\t'print strings without quotes, one result per line' -r\t'print strings without quotes, one result per line' --arg\t'set the variable $name to a string' --images\t'show photos in the terminal' --by\t'draw a chart that counts records by this field' --sum\t'add up this field instead of counting' --count\t'count records, the default' --watch\t'repeat the request, such as every 30s, and show changes' --until\t'stop when this jq expression is true for the array of all records' --checkpoint\t'save progress to a file after each page' --resume\t'continue from a checkpoint file' --out\t'write to a file, which appears when it is complete' --overwrite\t'replace existing files' --wire\t'print the API\'s response unchanged' --force\t'do not sanitize the response for the terminal' --curl\t'print the request as a curl command, without sending it' --dry-run\t'print the request without sending it'
        case teams
            set verbs search\t'Search lending teams' show\t'Show teams in detail' get\t'Show teams in detail' view\t'Show teams in detail' using-shortname\t'Show teams by shortname' lenders\t'List a team\'s lenders' loans\t'List a team\'s loans'
        case 'teams search'
            set flags --membership-type\t'membership policy' --category\t'team category' --sort-by\t'sort order' --q\t'words to search for' --page\t'result page' --param\t'send another query parameter' --all\t'read all pages' --limit\t'stop after n records' -L\t'stop after n records' --concurrency\t'number of requests at the same time' --strict-paging\t'exit with code 9 if the list changed while it was read' --with\t'add derived fields' --where\t'keep records for which a jq expression is true' --order\t'sort by a field; :desc reverses' --at-most\t'keep the first n records of each value' --new\t'print records that no earlier run printed' --changes\t'print what changed since the last run' --mark\t'name of the mark; default: one per command line' --peek\t'do not move the mark' --mark-only\t'print nothing at the first run' --fail-empty\t'exit with code 10 if no record is printed' --across\t'print records as columns, to compare them' --fields\t'fields to print; without names, list all fields' --csv-safe\t'escape cells that a spreadsheet would run as formulas' --jq\t'run a jq expression on each record' --slurp\t'run --jq once, on an array of all records' --raw-output\t'print strings without quotes, one result per line' -r\t'print strings without quotes, one result per line' --arg\t'set the variable $name to a string' --images\t'show photos in the terminal' --by\t'draw a chart that counts records by this field' --sum\t'add up this field instead of counting' --count\t'count records, the default' --watch\t'repeat the request, such as every 30s, and show changes' --until\t'stop when this jq expression is true for the array of all records' --checkpoint\t'save progress to a file after each page' --resume\t'continue from a checkpoint file' --out\t'write to a file, which appears when it is complete' --overwrite\t'replace existing files' --wire\t'print the API\'s response unchanged' --force\t'do not sanitize the response for the terminal' --curl\t'print the request as a curl command, without sending it' --dry-run\t'print the request without sending it'
        case 'teams show' 'teams get' 'teams view'
            set place 'teams show'
            set flags --param\t'send another query parameter' --concurrency\t'number of requests at the same time' --with\t'add derived fields' --where\t'keep records for which a jq expression is true' --order\t'sort by a field; :desc reverses' --at-most\t'keep the first n records of each value' --new\t'print records that no earlier run printed' --changes\t'print what changed since the last run' --mark\t'name of the mark; default: one per command line' --peek\t'do not move the mark' --mark-only\t'print nothing at the first run' --fail-empty\t'exit with code 10 if no record is printed' --across\t'print records as columns, to compare them' --fields\t'fields to print; without names, list all fields' --csv-safe\t'escape cells that a spreadsheet would run as formulas' --jq\t'run a jq expression on each record' --slurp\t'run --jq once, on an array of all records' --raw-output\t'print strings without quotes, one result per line' -r\t'print strings without quotes, one result per line' --arg\t'set the variable $name to a string' --images\t'show photos in the terminal' --by\t'draw a chart that counts records by this field' --sum\t'add up this field instead of counting' --count\t'count records, the default' --watch\t'repeat the request, such as every 30s, and show changes' --until\t'stop when this jq expression is true for the array of all records' --checkpoint\t'save progress to a file after each page' --resume\t'continue from a checkpoint file' --missing\t'write ids that were not found to a file, one per line' --out\t'write to a file, which appears when it is complete' --overwrite\t'replace existing files' --wire\t'print the API\'s response unchanged' --force\t'do not sanitize the response for the terminal' --curl\t'print the request as a curl command, without sending it' --dry-run\t'print the request without sending it'
        case 'teams using-shortname'
            set flags --param\t'send another query parameter' --concurrency\t'number of requests at the same time' --with\t'add derived fields' --where\t'keep records for which a jq expression is true' --order\t'sort by a field; :desc reverses' --at-most\t'keep the first n records of each value' --new\t'print records that no earlier run printed' --changes\t'print what changed since the last run' --mark\t'name of the mark; default: one per command line' --peek\t'do not move the mark' --mark-only\t'print nothing at the first run' --fail-empty\t'exit with code 10 if no record is printed' --across\t'print records as columns, to compare them' --fields\t'fields to print; without names, list all fields' --csv-safe\t'escape cells that a spreadsheet would run as formulas' --jq\t'run a jq expression on each record' --slurp\t'run --jq once, on an array of all records' --raw-output\t'print strings without quotes, one result per line' -r\t'print strings without quotes, one result per line' --arg\t'set the variable $name to a string' --images\t'show photos in the terminal' --by\t'draw a chart that counts records by this field' --sum\t'add up this field instead of counting' --count\t'count records, the default' --web\t'open the record on kiva.org in a browser' --watch\t'repeat the request, such as every 30s, and show changes' --until\t'stop when this jq expression is true for the array of all records' --checkpoint\t'save progress to a file after each page' --resume\t'continue from a checkpoint file' --missing\t'write ids that were not found to a file, one per line' --out\t'write to a file, which appears when it is complete' --overwrite\t'replace existing files' --wire\t'print the API\'s response unchanged' --force\t'do not sanitize the response for the terminal' --curl\t'print the request as a curl command, without sending it' --dry-run\t'print the request without sending it'
        case 'teams lenders'
            set flags --sort-by\t'sort order' --page\t'result page' --param\t'send another query parameter' --all\t'read all pages' --limit\t'stop after n records' -L\t'stop after n records' --concurrency\t'number of requests at the same time' --strict-paging\t'exit with code 9 if the list changed while it was read' --where\t'keep records for which a jq expression is true' --order\t'sort by a field; :desc reverses' --at-most\t'keep the first n records of each value' --new\t'print records that no earlier run printed' --changes\t'print what changed since the last run' --mark\t'name of the mark; default: one per command line' --peek\t'do not move the mark' --mark-only\t'print nothing at the first run' --fail-empty\t'exit with code 10 if no record is printed' --across\t'print records as columns, to compare them' --fields\t'fields to print; without names, list all fields' --csv-safe\t'escape cells that a spreadsheet would run as formulas' --jq\t'run a jq expression on each record' --slurp\t'run --jq once, on an array of all records' --raw-output\t'print strings without quotes, one result per line' -r\t'print strings without quotes, one result per line' --arg\t'set the variable $name to a string' --images\t'show photos in the terminal' --by\t'draw a chart that counts records by this field' --sum\t'add up this field instead of counting' --count\t'count records, the default' --watch\t'repeat the request, such as every 30s, and show changes' --until\t'stop when this jq expression is true for the array of all records' --checkpoint\t'save progress to a file after each page' --resume\t'continue from a checkpoint file' --out\t'write to a file, which appears when it is complete' --overwrite\t'replace existing files' --wire\t'print the API\'s response unchanged' --force\t'do not sanitize the response for the terminal' --curl\t'print the request as a curl command, without sending it' --dry-run\t'print the request without sending it'
        case 'teams loans'
            set flags --sort-by\t'sort order' --page\t'result page' --param\t'send another query parameter' --all\t'read all pages' --limit\t'stop after n records' -L\t'stop after n records' --concurrency\t'number of requests at the same time' --strict-paging\t'exit with code 9 if the list changed while it was read' --with\t'add derived fields' --lender\t'lender for --with mine' --where\t'keep records for which a jq expression is true' --order\t'sort by a field; :desc reverses' --at-most\t'keep the first n records of each value' --not-lent-by\t'drop the loans of a lender' --new\t'print records that no earlier run printed' --changes\t'print what changed since the last run' --mark\t'name of the mark; default: one per command line' --peek\t'do not move the mark' --mark-only\t'print nothing at the first run' --fail-empty\t'exit with code 10 if no record is printed' --across\t'print records as columns, to compare them' --fields\t'fields to print; without names, list all fields' --csv-safe\t'escape cells that a spreadsheet would run as formulas' --jq\t'run a jq expression on each record' --slurp\t'run --jq once, on an array of all records' --raw-output\t'print strings without quotes, one result per line' -r\t'print strings without quotes, one result per line' --arg\t'set the variable $name to a string' --images\t'show photos in the terminal' --by\t'draw a chart that counts records by this field' --sum\t'add up this field instead of counting' --count\t'count records, the default' --watch\t'repeat the request, such as every 30s, and show changes' --until\t'stop when this jq expression is true for the array of all records' --checkpoint\t'save progress to a file after each page' --resume\t'continue from a checkpoint file' --out\t'write to a file, which appears when it is complete' --overwrite\t'replace existing files' --wire\t'print the API\'s response unchanged' --force\t'do not sanitize the response for the terminal' --curl\t'print the request as a curl command, without sending it' --dry-run\t'print the request without sending it'
        case partners
            set verbs list\t'List field partners'
        case 'partners list'
            set flags --page\t'result page' --param\t'send another query parameter' --all\t'read all pages' --limit\t'stop after n records' -L\t'stop after n records' --concurrency\t'number of requests at the same time' --strict-paging\t'exit with code 9 if the list changed while it was read' --where\t'keep records for which a jq expression is true' --order\t'sort by a field; :desc reverses' --at-most\t'keep the first n records of each value' --only\t'keep the records with these ids' --new\t'print records that no earlier run printed' --changes\t'print what changed since the last run' --mark\t'name of the mark; default: one per command line' --peek\t'do not move the mark' --mark-only\t'print nothing at the first run' --fail-empty\t'exit with code 10 if no record is printed' --across\t'print records as columns, to compare them' --fields\t'fields to print; without names, list all fields' --csv-safe\t'escape cells that a spreadsheet would run as formulas' --jq\t'run a jq expression on each record' --slurp\t'run --jq once, on an array of all records' --raw-output\t'print strings without quotes, one result per line' -r\t'print strings without quotes, one result per line' --arg\t'set the variable $name to a string' --images\t'show photos in the terminal' --by\t'draw a chart that counts records by this field' --sum\t'add up this field instead of counting' --count\t'count records, the default' --watch\t'repeat the request, such as every 30s, and show changes' --until\t'stop when this jq expression is true for the array of all records' --checkpoint\t'save progress to a file after each page' --resume\t'continue from a checkpoint file' --out\t'write to a file, which appears when it is complete' --overwrite\t'replace existing files' --wire\t'print the API\'s response unchanged' --force\t'do not sanitize the response for the terminal' --curl\t'print the request as a curl command, without sending it' --dry-run\t'print the request without sending it'
        case journal-entries
            set verbs search\t'Search journal entries' comments\t'List comments of a journal entry'
        case 'journal-entries search'
            set flags --media\t'entries with this media' --partner\t'field partner id' --sort-by\t'sort order' --q\t'words to search for in entries' --page\t'result page' --param\t'send another query parameter' --all\t'read all pages' --limit\t'stop after n records' -L\t'stop after n records' --concurrency\t'number of requests at the same time' --strict-paging\t'exit with code 9 if the list changed while it was read' --where\t'keep records for which a jq expression is true' --order\t'sort by a field; :desc reverses' --at-most\t'keep the first n records of each value' --only\t'keep the records with these ids' --new\t'print records that no earlier run printed' --changes\t'print what changed since the last run' --mark\t'name of the mark; default: one per command line' --peek\t'do not move the mark' --mark-only\t'print nothing at the first run' --fail-empty\t'exit with code 10 if no record is printed' --read\t'print the full text of each record instead of a table' --across\t'print records as columns, to compare them' --fields\t'fields to print; without names, list all fields' --csv-safe\t'escape cells that a spreadsheet would run as formulas' --jq\t'run a jq expression on each record' --slurp\t'run --jq once, on an array of all records' --raw-output\t'print strings without quotes, one result per line' -r\t'print strings without quotes, one result per line' --arg\t'set the variable $name to a string' --images\t'show photos in the terminal' --by\t'draw a chart that counts records by this field' --sum\t'add up this field instead of counting' --count\t'count records, the default' --watch\t'repeat the request, such as every 30s, and show changes' --until\t'stop when this jq expression is true for the array of all records' --checkpoint\t'save progress to a file after each page' --resume\t'continue from a checkpoint file' --out\t'write to a file, which appears when it is complete' --overwrite\t'replace existing files' --wire\t'print the API\'s response unchanged' --force\t'do not sanitize the response for the terminal' --curl\t'print the request as a curl command, without sending it' --dry-run\t'print the request without sending it'
        case 'journal-entries comments'
            set flags --page\t'result page' --param\t'send another query parameter' --all\t'read all pages' --limit\t'stop after n records' -L\t'stop after n records' --concurrency\t'number of requests at the same time' --strict-paging\t'exit with code 9 if the list changed while it was read' --where\t'keep records for which a jq expression is true' --order\t'sort by a field; :desc reverses' --at-most\t'keep the first n records of each value' --only\t'keep the records with these ids' --new\t'print records that no earlier run printed' --changes\t'print what changed since the last run' --mark\t'name of the mark; default: one per command line' --peek\t'do not move the mark' --mark-only\t'print nothing at the first run' --fail-empty\t'exit with code 10 if no record is printed' --read\t'print the full text of each record instead of a table' --across\t'print records as columns, to compare them' --fields\t'fields to print; without names, list all fields' --csv-safe\t'escape cells that a spreadsheet would run as formulas' --jq\t'run a jq expression on each record' --slurp\t'run --jq once, on an array of all records' --raw-output\t'print strings without quotes, one result per line' -r\t'print strings without quotes, one result per line' --arg\t'set the variable $name to a string' --images\t'show photos in the terminal' --by\t'draw a chart that counts records by this field' --sum\t'add up this field instead of counting' --count\t'count records, the default' --watch\t'repeat the request, such as every 30s, and show changes' --until\t'stop when this jq expression is true for the array of all records' --checkpoint\t'save progress to a file after each page' --resume\t'continue from a checkpoint file' --out\t'write to a file, which appears when it is complete' --overwrite\t'replace existing files' --wire\t'print the API\'s response unchanged' --force\t'do not sanitize the response for the terminal' --curl\t'print the request as a curl command, without sending it' --dry-run\t'print the request without sending it'
        case lending-actions
            set verbs recent\t'List the 100 most recent loans by public lenders'
        case 'lending-actions recent'
            set flags --param\t'send another query parameter' --all\t'read all pages' --limit\t'stop after n records' -L\t'stop after n records' --where\t'keep records for which a jq expression is true' --order\t'sort by a field; :desc reverses' --at-most\t'keep the first n records of each value' --only\t'keep the records with these ids' --new\t'print records that no earlier run printed' --changes\t'print what changed since the last run' --mark\t'name of the mark; default: one per command line' --peek\t'do not move the mark' --mark-only\t'print nothing at the first run' --fail-empty\t'exit with code 10 if no record is printed' --across\t'print records as columns, to compare them' --fields\t'fields to print; without names, list all fields' --csv-safe\t'escape cells that a spreadsheet would run as formulas' --jq\t'run a jq expression on each record' --slurp\t'run --jq once, on an array of all records' --raw-output\t'print strings without quotes, one result per line' -r\t'print strings without quotes, one result per line' --arg\t'set the variable $name to a string' --images\t'show photos in the terminal' --by\t'draw a chart that counts records by this field' --sum\t'add up this field instead of counting' --count\t'count records, the default' --watch\t'repeat the request, such as every 30s, and show changes' --until\t'stop when this jq expression is true for the array of all records' --out\t'write to a file, which appears when it is complete' --overwrite\t'replace existing files' --wire\t'print the API\'s response unchanged' --force\t'do not sanitize the response for the terminal' --curl\t'print the request as a curl command, without sending it' --dry-run\t'print the request without sending it'
        case my
            set verbs account\t'Show your account'
        case 'my account'
            set flags --param\t'send another query parameter' --fields\t'fields to print; without names, list all fields' --csv-safe\t'escape cells that a spreadsheet would run as formulas' --jq\t'run a jq expression on each record' --slurp\t'run --jq once, on an array of all records' --raw-output\t'print strings without quotes, one result per line' -r\t'print strings without quotes, one result per line' --arg\t'set the variable $name to a string' --images\t'show photos in the terminal' --by\t'draw a chart that counts records by this field' --sum\t'add up this field instead of counting' --count\t'count records, the default' --watch\t'repeat the request, such as every 30s, and show changes' --until\t'stop when this jq expression is true for the array of all records' --out\t'write to a file, which appears when it is complete' --overwrite\t'replace existing files' --wire\t'print the API\'s response unchanged' --force\t'do not sanitize the response for the terminal' --curl\t'print the request as a curl command, without sending it' --dry-run\t'print the request without sending it'
        case methods
            set verbs list\t'List the API\'s methods' show\t'Show the arguments and rules of methods' get\t'Show the arguments and rules of methods' view\t'Show the arguments and rules of methods'
        case 'methods list'
            set flags --param\t'send another query parameter' --all\t'read all pages' --limit\t'stop after n records' -L\t'stop after n records' --where\t'keep records for which a jq expression is true' --order\t'sort by a field; :desc reverses' --at-most\t'keep the first n records of each value' --new\t'print records that no earlier run printed' --changes\t'print what changed since the last run' --mark\t'name of the mark; default: one per command line' --peek\t'do not move the mark' --mark-only\t'print nothing at the first run' --fail-empty\t'exit with code 10 if no record is printed' --across\t'print records as columns, to compare them' --fields\t'fields to print; without names, list all fields' --csv-safe\t'escape cells that a spreadsheet would run as formulas' --jq\t'run a jq expression on each record' --slurp\t'run --jq once, on an array of all records' --raw-output\t'print strings without quotes, one result per line' -r\t'print strings without quotes, one result per line' --arg\t'set the variable $name to a string' --images\t'show photos in the terminal' --by\t'draw a chart that counts records by this field' --sum\t'add up this field instead of counting' --count\t'count records, the default' --watch\t'repeat the request, such as every 30s, and show changes' --until\t'stop when this jq expression is true for the array of all records' --out\t'write to a file, which appears when it is complete' --overwrite\t'replace existing files' --wire\t'print the API\'s response unchanged' --force\t'do not sanitize the response for the terminal' --curl\t'print the request as a curl command, without sending it' --dry-run\t'print the request without sending it'
        case 'methods show' 'methods get' 'methods view'
            set place 'methods show'
            set flags --param\t'send another query parameter' --concurrency\t'number of requests at the same time' --where\t'keep records for which a jq expression is true' --order\t'sort by a field; :desc reverses' --at-most\t'keep the first n records of each value' --new\t'print records that no earlier run printed' --changes\t'print what changed since the last run' --mark\t'name of the mark; default: one per command line' --peek\t'do not move the mark' --mark-only\t'print nothing at the first run' --fail-empty\t'exit with code 10 if no record is printed' --across\t'print records as columns, to compare them' --fields\t'fields to print; without names, list all fields' --csv-safe\t'escape cells that a spreadsheet would run as formulas' --jq\t'run a jq expression on each record' --slurp\t'run --jq once, on an array of all records' --raw-output\t'print strings without quotes, one result per line' -r\t'print strings without quotes, one result per line' --arg\t'set the variable $name to a string' --images\t'show photos in the terminal' --by\t'draw a chart that counts records by this field' --sum\t'add up this field instead of counting' --count\t'count records, the default' --watch\t'repeat the request, such as every 30s, and show changes' --until\t'stop when this jq expression is true for the array of all records' --checkpoint\t'save progress to a file after each page' --resume\t'continue from a checkpoint file' --missing\t'write ids that were not found to a file, one per line' --out\t'write to a file, which appears when it is complete' --overwrite\t'replace existing files' --wire\t'print the API\'s response unchanged' --force\t'do not sanitize the response for the terminal' --curl\t'print the request as a curl command, without sending it' --dry-run\t'print the request without sending it'
        case releases
            set verbs current\t'Show the API\'s current release'
        case 'releases current'
            set flags --param\t'send another query parameter' --fields\t'fields to print; without names, list all fields' --csv-safe\t'escape cells that a spreadsheet would run as formulas' --jq\t'run a jq expression on each record' --slurp\t'run --jq once, on an array of all records' --raw-output\t'print strings without quotes, one result per line' -r\t'print strings without quotes, one result per line' --arg\t'set the variable $name to a string' --images\t'show photos in the terminal' --by\t'draw a chart that counts records by this field' --sum\t'add up this field instead of counting' --count\t'count records, the default' --watch\t'repeat the request, such as every 30s, and show changes' --until\t'stop when this jq expression is true for the array of all records' --out\t'write to a file, which appears when it is complete' --overwrite\t'replace existing files' --wire\t'print the API\'s response unchanged' --force\t'do not sanitize the response for the terminal' --curl\t'print the request as a curl command, without sending it' --dry-run\t'print the request without sending it'
        case templates
            set verbs images\t'List URL templates of images'
        case 'templates images'
            set flags --param\t'send another query parameter' --all\t'read all pages' --limit\t'stop after n records' -L\t'stop after n records' --where\t'keep records for which a jq expression is true' --order\t'sort by a field; :desc reverses' --at-most\t'keep the first n records of each value' --new\t'print records that no earlier run printed' --changes\t'print what changed since the last run' --mark\t'name of the mark; default: one per command line' --peek\t'do not move the mark' --mark-only\t'print nothing at the first run' --fail-empty\t'exit with code 10 if no record is printed' --across\t'print records as columns, to compare them' --fields\t'fields to print; without names, list all fields' --csv-safe\t'escape cells that a spreadsheet would run as formulas' --jq\t'run a jq expression on each record' --slurp\t'run --jq once, on an array of all records' --raw-output\t'print strings without quotes, one result per line' -r\t'print strings without quotes, one result per line' --arg\t'set the variable $name to a string' --images\t'show photos in the terminal' --by\t'draw a chart that counts records by this field' --sum\t'add up this field instead of counting' --count\t'count records, the default' --watch\t'repeat the request, such as every 30s, and show changes' --until\t'stop when this jq expression is true for the array of all records' --out\t'write to a file, which appears when it is complete' --overwrite\t'replace existing files' --wire\t'print the API\'s response unchanged' --force\t'do not sanitize the response for the terminal' --curl\t'print the request as a curl command, without sending it' --dry-run\t'print the request without sending it'
        case api
            set flags --field\t'send a query parameter' -f\t'send a query parameter' --page\t'result page' --all\t'read all pages' --limit\t'stop after n records' -L\t'stop after n records' --concurrency\t'number of requests at the same time' --strict-paging\t'exit with code 9 if the list changed while it was read' --with\t'add derived fields' --lender\t'lender for --with mine' --where\t'keep records for which a jq expression is true' --order\t'sort by a field; :desc reverses' --at-most\t'keep the first n records of each value' --not-lent-by\t'drop the loans of a lender' --new\t'print records that no earlier run printed' --changes\t'print what changed since the last run' --mark\t'name of the mark; default: one per command line' --peek\t'do not move the mark' --mark-only\t'print nothing at the first run' --fail-empty\t'exit with code 10 if no record is printed' --across\t'print records as columns, to compare them' --fields\t'fields to print; without names, list all fields' --csv-safe\t'escape cells that a spreadsheet would run as formulas' --jq\t'run a jq expression on each record' --slurp\t'run --jq once, on an array of all records' --raw-output\t'print strings without quotes, one result per line' -r\t'print strings without quotes, one result per line' --arg\t'set the variable $name to a string' --images\t'show photos in the terminal' --by\t'draw a chart that counts records by this field' --sum\t'add up this field instead of counting' --count\t'count records, the default' --watch\t'repeat the request, such as every 30s, and show changes' --until\t'stop when this jq expression is true for the array of all records' --checkpoint\t'save progress to a file after each page' --resume\t'continue from a checkpoint file' --out\t'write to a file, which appears when it is complete' --overwrite\t'replace existing files' --wire\t'print the API\'s response unchanged' --force\t'do not sanitize the response for the terminal' --curl\t'print the request as a curl command, without sending it' --dry-run\t'print the request without sending it'
        case login
            set flags --scope\t'permissions to request' --callback\t'callback URL of your application; paste the URL you are redirected to' --no-browser\t'print the URL without opening a browser' --start\t'step 1 of 2: print {authorize_url, next} and exit' --finish\t'step 2 of 2: read the code from standard input'
        case logout
            set flags --all\t'log out of all hosts, not only the one of --base-url'
        case sandbox
            set flags --port\t'port, or 0 for any free port' --http\t'serve plain HTTP; OAuth needs HTTPS' --seed\t'seed of the made-up data' --loans\t'number of loans' --client\t'register your own application' --callback\t'exact oauth_callback of the application' --fault\t'simulate a failure, with probability P: cut=0.05' --fault-seed\t'seed that selects the requests (default: --seed)'
        case doctor
            set flags --network\t'send one request each to the API and the login page (default)'
        case commands
            set flags --schema\t'print the JSON Schema of the manifest'
        case mcp
            set flags --tools\t'resources or tools to offer (default: all)'
        case portfolio
            set verbs show\t'Show the spread and repayment of a lender\'s loans' calendar\t'Show when a lender\'s loans are due, by month' suggest\t'Suggest loans that broaden a portfolio'
        case 'portfolio show'
            set flags --by\t'groups to count' --over\t'list groups with more percent of the loans' --top\t'groups to show of each kind' --share\t'dollars to assume in each loan'
        case 'portfolio calendar'
            set flags --months\t'months to list; add up the rest' --share\t'dollars to assume in each loan'
        case 'portfolio suggest'
            set flags --gender\t'gender (majority of a group)' --region\t'region of the world' --country-code\t'ISO country code' --sector\t'business sector' --partner\t'field partner id' --q\t'words to search for' --param\t'send another query parameter' --limit\t'stop after n records' -L\t'stop after n records' --concurrency\t'number of requests at the same time' --strict-paging\t'exit with code 9 if the list changed while it was read' --with\t'add derived fields' --where\t'keep records for which a jq expression is true' --order\t'sort by a field; :desc reverses' --at-most\t'keep the first n records of each value' --not-lent-by\t'drop the loans of a lender' --new\t'print records that no earlier run printed' --changes\t'print what changed since the last run' --mark\t'name of the mark; default: one per command line' --peek\t'do not move the mark' --mark-only\t'print nothing at the first run' --fail-empty\t'exit with code 10 if no record is printed' --across\t'print records as columns, to compare them' --fields\t'fields to print; without names, list all fields' --csv-safe\t'escape cells that a spreadsheet would run as formulas' --jq\t'run a jq expression on each record' --slurp\t'run --jq once, on an array of all records' --raw-output\t'print strings without quotes, one result per line' -r\t'print strings without quotes, one result per line' --arg\t'set the variable $name to a string' --images\t'show photos in the terminal' --by\t'draw a chart that counts records by this field' --sum\t'add up this field instead of counting' --count\t'count records, the default' --watch\t'repeat the request, such as every 30s, and show changes' --until\t'stop when this jq expression is true for the array of all records' --out\t'write to a file, which appears when it is complete' --overwrite\t'replace existing files' --curl\t'print the request as a curl command, without sending it' --dry-run\t'print the request without sending it'
        case shortlist
            set verbs add\t'Add ids to a shortlist' list\t'List shortlists, or the ids of one' remove\t'Remove ids from a shortlist, or the whole list'
        case 'shortlist add'
            set flags --note\t'note for these ids; replaces an older one'
        case saved
            set verbs add\t'Save a command under a name' run\t'Run a saved command' list\t'List the saved commands' remove\t'Remove a saved command'
        case auth
            set verbs status\t'Show the login: account, scopes and source' header\t'Print a signed Authorization header'
        case config
            set verbs list\t'Show all settings and their sources' get\t'Print the value of a setting' set\t'Set a configuration value' unset\t'Unset a configuration value' path\t'Print the path of the settings file' edit\t'Edit the settings file in your editor'
        case 'config set'
            set verbs output\t'output format' color\t'when to use color' plain\t'print plain text for screen readers, one value per line' progress\t'show progress on stderr, as a status line or JSON' pager\t'do not use a pager; KIVA_PAGER sets the pager program' sandbox\t'use made-up data from the built-in sandbox, offline' base_url\t'URL of the API; overrides KIVA_SANDBOX' auth_url\t'URL of the login page; overrides KIVA_SANDBOX' app_id\t'application id to send, in reverse DNS notation' ca_file\t'PEM file of an additional certificate authority' timeout\t'time limit per request, in seconds' retries\t'number of retries after a temporary failure' cache\t'reuse cached responses up to this age, such as 30s, 10m, 2h, 1d'
        case completion
            set verbs install\t'Install shell completion' uninstall\t'Remove shell completion' bash\t'Print the completion script for bash' zsh\t'Print the completion script for zsh' fish\t'Print the completion script for fish' powershell\t'Print the completion script for PowerShell'
        case 'completion install'
            set flags --shell\t'shell; taken from SHELL if not given' --dry-run\t'print the changes without making them'
        case 'completion uninstall'
            set flags --shell\t'shell; taken from SHELL if not given' --dry-run\t'print the changes without making them'
        case cache
            set verbs info\t'Show the location and size of the cache' clear\t'Delete all cached responses'
        case help
            set verbs loans\t'Search and show loans, their lenders and updates' lenders\t'Search and show lenders, their loans and teams' teams\t'Search and show lending teams, their lenders and loans' partners\t'List field partners, the local lenders' journal-entries\t'Search journal entries and list their comments' lending-actions\t'Recent lending activity' my\t'Your account' methods\t'Describe the API\'s methods' releases\t'Show the API\'s release' templates\t'List image URL templates' api\t'Send a GET request to any API path' login\t'Log in to Kiva' logout\t'Log out' doctor\t'Check your setup' commands\t'List all commands (-o json for tools)' skill\t'Print instructions for coding agents' mcp\t'Serve the API\'s tools to agents (MCP)' portfolio\t'Show and plan a lender\'s portfolio' shortlist\t'Keep lists of ids' saved\t'Save commands and run them again' auth\t'Show login status; sign requests' config\t'Show and change saved settings' completion\t'Install or print shell completion' cache\t'Show or clear the response cache' authorization\t'Logging in and the states of a login' bulk\t'Reading long lists, and resuming a run' charts\t'Bar charts and world maps' countries\t'Codes of countries and regions' derived\t'Fields that kiva computes' environment\t'Environment variables' exit-codes\t'Exit codes' faults\t'Failures that the sandbox can simulate' fields\t'The fields of each record type' filters\t'Filtering and sorting records after they are read' formats\t'Output formats' global-options\t'Options of all commands, and all short options' images\t'Photos in the terminal' jq\t'Filtering and transforming records with jq' marks\t'New and changed records since the last run' output\t'Output options' sandbox\t'A local copy of the API with made-up data' scripts\t'Using kiva in scripts' sectors\t'Business sectors, for --sector'
        case 'help loans'
            set verbs search\t'Search loans' newest\t'List the most recent fundraising loans' show\t'Show loans in detail' get\t'Show loans in detail' view\t'Show loans in detail' lenders\t'List a loan\'s lenders' journal-entries\t'List a loan\'s journal entries' updates\t'List a loan\'s updates, newest first'
        case 'help lenders'
            set verbs search\t'Search lenders' newest\t'List the newest lenders' show\t'Show lenders in detail' get\t'Show lenders in detail' view\t'Show lenders in detail' loans\t'List a lender\'s loans' teams\t'List a lender\'s teams'
        case 'help teams'
            set verbs search\t'Search lending teams' show\t'Show teams in detail' get\t'Show teams in detail' view\t'Show teams in detail' using-shortname\t'Show teams by shortname' lenders\t'List a team\'s lenders' loans\t'List a team\'s loans'
        case 'help partners'
            set verbs list\t'List field partners'
        case 'help journal-entries'
            set verbs search\t'Search journal entries' comments\t'List comments of a journal entry'
        case 'help lending-actions'
            set verbs recent\t'List the 100 most recent loans by public lenders'
        case 'help my'
            set verbs account\t'Show your account'
        case 'help methods'
            set verbs list\t'List the API\'s methods' show\t'Show the arguments and rules of methods' get\t'Show the arguments and rules of methods' view\t'Show the arguments and rules of methods'
        case 'help releases'
            set verbs current\t'Show the API\'s current release'
        case 'help templates'
            set verbs images\t'List URL templates of images'
        case 'help portfolio'
            set verbs show\t'Show the spread and repayment of a lender\'s loans' calendar\t'Show when a lender\'s loans are due, by month' suggest\t'Suggest loans that broaden a portfolio'
        case 'help shortlist'
            set verbs add\t'Add ids to a shortlist' list\t'List shortlists, or the ids of one' remove\t'Remove ids from a shortlist, or the whole list'
        case 'help saved'
            set verbs add\t'Save a command under a name' run\t'Run a saved command' list\t'List the saved commands' remove\t'Remove a saved command'
        case 'help auth'
            set verbs status\t'Show the login: account, scopes and source' header\t'Print a signed Authorization header'
        case 'help config'
            set verbs list\t'Show all settings and their sources' get\t'Print the value of a setting' set\t'Set a configuration value' unset\t'Unset a configuration value' path\t'Print the path of the settings file' edit\t'Edit the settings file in your editor'
        case 'help completion'
            set verbs install\t'Install shell completion' uninstall\t'Remove shell completion' bash\t'Print the completion script for bash' zsh\t'Print the completion script for zsh' fish\t'Print the completion script for fish' powershell\t'Print the completion script for PowerShell'
        case 'help cache'
            set verbs info\t'Show the location and size of the cache' clear\t'Delete all cached responses'
        case 'help fields'
            set verbs comment journal_entry lender_detail lender_listing loan_listing loan_detail loan_updates lending_action team_detail team_listing partner_listing method_summary user_account release image_template
    end
    set -a flags --output\t'output format' -o\t'output format' --color\t'when to use color' --wide\t'print all columns of a table, at full width' --no-headers\t'print tables without a header' --plain\t'print plain text for screen readers, one value per line' --no-plain\t'print tables even if TERM is dumb' --quiet\t'print only errors on stderr' -q\t'print only errors on stderr' --verbose\t'print requests, statuses and times on stderr' -v\t'print requests, statuses and times on stderr' --progress\t'show progress on stderr, as a status line or JSON' --no-pager\t'do not use a pager; KIVA_PAGER sets the pager program' --debug\t'print everything, including stack traces; secrets are masked' --trace\t'write all requests and responses to a HAR 1.2 file; secrets are masked' --sandbox\t'use made-up data from the built-in sandbox, offline' --no-sandbox\t'use the live API even if KIVA_SANDBOX is set' --day\t'move the sandbox n days ahead; ids stay the same' --base-url\t'URL of the API; overrides KIVA_SANDBOX' --auth-url\t'URL of the login page; overrides KIVA_SANDBOX' --app-id\t'application id to send, in reverse DNS notation' --ca-file\t'PEM file of an additional certificate authority' --timeout\t'time limit per request, in seconds' --retries\t'number of retries after a temporary failure' --wait-on-limit\t'wait for the rate limit, however long it takes' --cache\t'reuse cached responses up to this age, such as 30s, 10m, 2h, 1d' --offline\t'use cached responses of any age, and no network' --profile\t'use this profile of the settings file' --help\t'show help for a command' -h\t'show help for a command'
end

# Sets the values of an option, or of an argument by its number.
function __kiva_values --no-scope-shadowing
    set kind none
    set values
    string match -q -- '-*' $argv[1]; and not string match -q -- $argv[1]\t'*' $flags; and return
    switch "$place $argv[1]"
        case '* --output' '* -o' 'config set output 1'
            set kind one
            set values table\t'table for people, or a page for one record' json\t'JSON array, or an object for a single record' ndjson\t'one JSON object per line' xml\t'XML, as the API makes it from JSON' csv\t'comma-separated values with a header' tsv\t'tab-separated values with a header' yaml\t'one YAML document per record' geojson\t'GeoJSON features' parquet\t'Apache Parquet with typed columns; requires --out' chart\t'bar chart of record counts (kiva help charts)' map\t'world map of loans, partners or lending actions'
        case '* --color' 'config set color 1'
            set kind one
            set values auto always never
        case '* --progress' 'config set progress 1'
            set kind one
            set values auto json none
        case '* --trace' '* --ca-file' '* --checkpoint' '* --resume' '* --out' '* --missing' 'config set ca_file 1'
            set kind file
        case '* --day' '* --base-url' '* --auth-url' '* --app-id' '* --timeout' '* --retries' '* --cache' '* --profile' '* --partner' '* --q' '* --page' '* --param' '* --limit' '* -L' '* --concurrency' '* --lender' '* --where' '* --at-most' '* --not-lent-by' '* --mark' '* --jq' '* --arg' '* --watch' '* --until' '* --only' '* --occupation' '* --field' '* -f' '* --callback' '* --port' '* --seed' '* --loans' '* --client' '* --fault-seed' '* --tools' '* --over' '* --top' '* --share' '* --months' '* --note'
            set kind text
        case '* --status'
            set kind list
            set values fundraising funded in_repayment paid ended_with_loss
        case '* --gender'
            set kind one
            set values female male
        case '* --region'
            set kind list
            set values na ca sa af as me ee
        case '* --country-code'
            set kind list
            set values AF AL AM AR AU AZ BA BE BF BG BI BJ BO BR BT BW BZ CA CD CG CH CI CL CM CN CO CR DE DK DO EC EG ES FI FJ FR GB GE GH GT GU HN HT ID IE IL IN IQ IT JO JP KE KG KH LA LB LK LR LS MD MG ML MM MN MR MW MX MY MZ NA NG NI NL NO NP NZ PA PE PG PH PK PL PR PS PT PY RO RW SB SE SG SL SN SO SR SS SV SZ TD TG TH TJ TL TN TR TZ UA UG US UY VC VN VU WS XK YE ZA ZM ZW
        case '* --sector'
            set kind list
            set values Agriculture Arts Clothing Construction Education Entertainment Food Health Housing Manufacturing 'Personal Use' Retail Services Transportation Wholesale
        case 'loans search --sort-by'
            set kind one
            set values popularity loan_amount oldest expiration newest amount_remaining repayment_term
        case 'lenders search --sort-by' 'lenders loans --sort-by' 'teams lenders --sort-by' 'teams loans --sort-by'
            set kind one
            set values oldest newest
        case 'teams search --sort-by'
            set kind one
            set values newest oldest member_count loan_count loaned_amount query_relevance
        case 'journal-entries search --sort-by'
            set kind one
            set values newest oldest recommendation_count comment_count
        case 'loans search --with' 'loans newest --with' 'loans show --with' 'lenders loans --with' 'teams loans --with' 'portfolio suggest --with'
            set kind list
            set values funding repayment people partner mine
        case 'lenders teams --with' 'teams search --with' 'teams show --with' 'teams using-shortname --with'
            set kind list
            set values team team_recent
        case 'api --with'
            set kind list
            set values funding repayment people partner mine team team_recent
        case 'loans search --order' 'loans newest --order' 'lenders loans --order' 'teams loans --order'
            set kind list
            set values amount country language month partner sector status tag theme town id name loan_amount funded_amount basket_amount paid_amount activity use location.country_code location.country location.town location.geo.level location.geo.pairs location.geo.type partner_id posted_date planned_expiration_date lender_count bonus_credit_eligibility themes tags.name image.id image.template_id video.id video.youtube_id delinquent borrower_count description.languages derived.funding.hours_left derived.funding.left derived.funding.left_unreserved derived.funding.pace derived.funding.needed derived.funding.ratio derived.funding.projected derived.funding.short derived.funding.outlook derived.repayment.half_on derived.repayment.three_quarters_on derived.repayment.all_on derived.repayment.half_at derived.repayment.three_quarters_at derived.repayment.all_at derived.repayment.behind derived.repayment.late derived.repayment.lost derived.repayment.exchange_loss derived.people.women derived.people.majority derived.partner.id derived.partner.name derived.partner.status derived.partner.years derived.partner.stars derived.partner.delinquency_rate derived.partner.default_rate derived.partner.loans_at_risk_rate derived.mine.lent derived.mine.in_country derived.mine.in_sector derived.mine.in_partner
        case 'loans show --order'
            set kind list
            set values amount country currency gender language month partner sector status tag term theme town id name loan_amount funded_amount basket_amount paid_amount activity use location.country_code location.country location.town location.geo.level location.geo.pairs location.geo.type partner_id posted_date planned_expiration_date lender_count bonus_credit_eligibility themes tags.name image.id image.template_id video.id video.youtube_id delinquent description.languages borrowers.first_name borrowers.last_name borrowers.gender borrowers.pictured terms.disbursal_date terms.disbursal_currency terms.disbursal_amount terms.repayment_interval terms.repayment_term terms.loan_amount terms.local_payments.due_date terms.local_payments.amount terms.scheduled_payments.due_date terms.scheduled_payments.amount terms.loss_liability.nonpayment terms.loss_liability.currency_exchange terms.loss_liability.currency_exchange_coverage_rate payments.payment_id payments.amount payments.local_amount payments.rounded_local_amount payments.processed_date payments.settlement_date payments.currency_exchange_loss_amount payments.comment funded_date paid_date currency_exchange_loss_amount journal_totals.entries journal_totals.bulkEntries translator.byline translator.image derived.funding.hours_left derived.funding.left derived.funding.left_unreserved derived.funding.pace derived.funding.needed derived.funding.ratio derived.funding.projected derived.funding.short derived.funding.outlook derived.repayment.half_on derived.repayment.three_quarters_on derived.repayment.all_on derived.repayment.half_at derived.repayment.three_quarters_at derived.repayment.all_at derived.repayment.behind derived.repayment.late derived.repayment.lost derived.repayment.exchange_loss derived.people.women derived.people.majority derived.partner.id derived.partner.name derived.partner.status derived.partner.years derived.partner.stars derived.partner.delinquency_rate derived.partner.default_rate derived.partner.loans_at_risk_rate derived.mine.lent derived.mine.in_country derived.mine.in_sector derived.mine.in_partner
        case 'loans lenders --order' 'lenders search --order' 'lenders newest --order' 'teams lenders --order'
            set kind list
            set values country lender_id name whereabouts country_code uid team_join_date image.id image.template_id
        case 'loans journal-entries --order' 'journal-entries search --order'
            set kind list
            set values month id subject body date author bulk comment_count recommendation_count image.id image.template_id video.id video.youtube_id
        case 'loans updates --order'
            set kind list
            set values amount type update_type payment.payment_id payment.amount payment.local_amount payment.rounded_local_amount payment.processed_date payment.settlement_date payment.currency_exchange_loss_amount payment.comment journal_entry.id journal_entry.subject journal_entry.body journal_entry.date journal_entry.author journal_entry.bulk journal_entry.comment_count journal_entry.recommendation_count journal_entry.image.id journal_entry.image.template_id journal_entry.video.id journal_entry.video.youtube_id
        case 'lenders show --order'
            set kind list
            set values country month lender_id name whereabouts country_code uid image.id image.template_id member_since personal_url occupation loan_because occupational_info loan_count invitee_count inviter_id
        case 'lenders teams --order' 'teams search --order' 'teams show --order' 'teams using-shortname --order'
            set kind list
            set values amount membership month id shortname name category whereabouts loan_because description website_url team_since membership_type member_count loan_count loaned_amount image.id image.template_id derived.team.loans_per_member derived.team.dollars_per_member derived.team.members_per_month derived.team_recent.joined derived.team_recent.fundraising
        case 'partners list --order'
            set kind list
            set values amount country month region status id name rating due_diligence_type start_date countries.iso_code countries.region countries.name countries.location.geo.level countries.location.geo.pairs countries.location.geo.type delinquency_rate default_rate total_amount_raised loans_posted portfolio_yield profitability social_performance_strengths.id social_performance_strengths.name social_performance_strengths.description delinquency_rate_note default_rate_note portfolio_yield_note charges_fees_and_interest average_loan_size_percent_per_capita_income loans_at_risk_rate currency_exchange_loss_rate url image.id image.template_id
        case 'journal-entries comments --order'
            set kind list
            set values month id author whereabouts body date
        case 'lending-actions recent --order'
            set kind list
            set values amount country language month partner sector status tag theme town id date loan.id loan.name loan.status loan.loan_amount loan.funded_amount loan.basket_amount loan.paid_amount loan.activity loan.sector loan.use loan.location.country_code loan.location.country loan.location.town loan.location.geo.level loan.location.geo.pairs loan.location.geo.type loan.partner_id loan.posted_date loan.planned_expiration_date loan.lender_count loan.bonus_credit_eligibility loan.themes loan.theme loan.tags.name loan.image.id loan.image.template_id loan.video.id loan.video.youtube_id loan.delinquent loan.borrower_count loan.description.languages lender.lender_id lender.name lender.whereabouts lender.country_code lender.uid lender.team_join_date lender.image.id lender.image.template_id
        case 'methods list --order' 'methods show --order'
            set kind list
            set values status id http_method uri argument_count oauth arguments.name arguments.type arguments.required arguments.default arguments.rules.name arguments.rules.values
        case 'templates images --order' 'templates images --fields'
            set kind list
            set values id pattern
        case 'api --order' 'portfolio suggest --order' 'api --fields' 'portfolio suggest --fields'
            set kind list
        case 'loans search --fields' 'loans newest --fields' 'lenders loans --fields' 'teams loans --fields'
            set kind list
            set values id name status loan_amount funded_amount basket_amount paid_amount activity sector use location location.country_code location.country location.town location.geo location.geo.level location.geo.pairs location.geo.type partner_id posted_date planned_expiration_date lender_count bonus_credit_eligibility themes theme tags tags.name image image.id image.template_id video video.id video.youtube_id delinquent borrower_count description description.languages derived derived.funding derived.funding.hours_left derived.funding.left derived.funding.left_unreserved derived.funding.pace derived.funding.needed derived.funding.ratio derived.funding.projected derived.funding.short derived.funding.outlook derived.repayment derived.repayment.half_on derived.repayment.three_quarters_on derived.repayment.all_on derived.repayment.half_at derived.repayment.three_quarters_at derived.repayment.all_at derived.repayment.behind derived.repayment.late derived.repayment.lost derived.repayment.exchange_loss derived.people derived.people.women derived.people.majority derived.partner derived.partner.id derived.partner.name derived.partner.status derived.partner.years derived.partner.stars derived.partner.delinquency_rate derived.partner.default_rate derived.partner.loans_at_risk_rate derived.mine derived.mine.lent derived.mine.in_country derived.mine.in_sector derived.mine.in_partner derived.why
        case 'loans show --fields'
            set kind list
            set values id name status loan_amount funded_amount basket_amount paid_amount activity sector use location location.country_code location.country location.town location.geo location.geo.level location.geo.pairs location.geo.type partner_id posted_date planned_expiration_date lender_count bonus_credit_eligibility themes theme tags tags.name image image.id image.template_id video video.id video.youtube_id delinquent description description.languages description.texts borrowers borrowers.first_name borrowers.last_name borrowers.gender borrowers.pictured terms terms.disbursal_date terms.disbursal_currency terms.disbursal_amount terms.repayment_interval terms.repayment_term terms.loan_amount terms.local_payments terms.local_payments.due_date terms.local_payments.amount terms.scheduled_payments terms.scheduled_payments.due_date terms.scheduled_payments.amount terms.loss_liability terms.loss_liability.nonpayment terms.loss_liability.currency_exchange terms.loss_liability.currency_exchange_coverage_rate payments payments.payment_id payments.amount payments.local_amount payments.rounded_local_amount payments.processed_date payments.settlement_date payments.currency_exchange_loss_amount payments.comment funded_date paid_date currency_exchange_loss_amount journal_totals journal_totals.entries journal_totals.bulkEntries translator translator.byline translator.image derived derived.funding derived.funding.hours_left derived.funding.left derived.funding.left_unreserved derived.funding.pace derived.funding.needed derived.funding.ratio derived.funding.projected derived.funding.short derived.funding.outlook derived.repayment derived.repayment.half_on derived.repayment.three_quarters_on derived.repayment.all_on derived.repayment.half_at derived.repayment.three_quarters_at derived.repayment.all_at derived.repayment.behind derived.repayment.late derived.repayment.lost derived.repayment.exchange_loss derived.people derived.people.women derived.people.majority derived.partner derived.partner.id derived.partner.name derived.partner.status derived.partner.years derived.partner.stars derived.partner.delinquency_rate derived.partner.default_rate derived.partner.loans_at_risk_rate derived.mine derived.mine.lent derived.mine.in_country derived.mine.in_sector derived.mine.in_partner derived.why
        case 'loans lenders --fields' 'lenders search --fields' 'lenders newest --fields' 'teams lenders --fields'
            set kind list
            set values lender_id name whereabouts country_code uid team_join_date image image.id image.template_id
        case 'loans journal-entries --fields' 'journal-entries search --fields'
            set kind list
            set values id subject body date author bulk comment_count recommendation_count image image.id image.template_id video video.id video.youtube_id
        case 'loans updates --fields'
            set kind list
            set values update_type payment payment.payment_id payment.amount payment.local_amount payment.rounded_local_amount payment.processed_date payment.settlement_date payment.currency_exchange_loss_amount payment.comment journal_entry journal_entry.id journal_entry.subject journal_entry.body journal_entry.date journal_entry.author journal_entry.bulk journal_entry.comment_count journal_entry.recommendation_count journal_entry.image journal_entry.image.id journal_entry.image.template_id journal_entry.video journal_entry.video.id journal_entry.video.youtube_id
        case 'lenders show --fields'
            set kind list
            set values lender_id name whereabouts country_code uid image image.id image.template_id member_since personal_url occupation loan_because occupational_info loan_count invitee_count inviter_id
        case 'lenders teams --fields' 'teams search --fields' 'teams show --fields' 'teams using-shortname --fields'
            set kind list
            set values id shortname name category whereabouts loan_because description website_url team_since membership_type member_count loan_count loaned_amount image image.id image.template_id derived derived.team derived.team.loans_per_member derived.team.dollars_per_member derived.team.members_per_month derived.team_recent derived.team_recent.joined derived.team_recent.fundraising derived.why
        case 'partners list --fields'
            set kind list
            set values id name status rating due_diligence_type start_date countries countries.iso_code countries.region countries.name countries.location countries.location.geo countries.location.geo.level countries.location.geo.pairs countries.location.geo.type delinquency_rate default_rate total_amount_raised loans_posted portfolio_yield profitability social_performance_strengths social_performance_strengths.id social_performance_strengths.name social_performance_strengths.description delinquency_rate_note default_rate_note portfolio_yield_note charges_fees_and_interest average_loan_size_percent_per_capita_income loans_at_risk_rate currency_exchange_loss_rate url image image.id image.template_id
        case 'journal-entries comments --fields'
            set kind list
            set values id author whereabouts body date
        case 'lending-actions recent --fields'
            set kind list
            set values id date loan loan.id loan.name loan.status loan.loan_amount loan.funded_amount loan.basket_amount loan.paid_amount loan.activity loan.sector loan.use loan.location loan.location.country_code loan.location.country loan.location.town loan.location.geo loan.location.geo.level loan.location.geo.pairs loan.location.geo.type loan.partner_id loan.posted_date loan.planned_expiration_date loan.lender_count loan.bonus_credit_eligibility loan.themes loan.theme loan.tags loan.tags.name loan.image loan.image.id loan.image.template_id loan.video loan.video.id loan.video.youtube_id loan.delinquent loan.borrower_count loan.description loan.description.languages lender lender.lender_id lender.name lender.whereabouts lender.country_code lender.uid lender.team_join_date lender.image lender.image.id lender.image.template_id
        case 'my account --fields'
            set kind list
            set values id first_name last_name lender_id is_public is_developer
        case 'methods list --fields' 'methods show --fields'
            set kind list
            set values id http_method uri documentation argument_count status oauth arguments arguments.name arguments.type arguments.required arguments.documentation arguments.default arguments.rules arguments.rules.name arguments.rules.values
        case 'releases current --fields'
            set kind list
            set values id date
        case '* --images'
            set kind one
            set values auto kitty iterm2 sixel blocks
        case 'loans search --by' 'loans newest --by' 'lenders loans --by' 'teams loans --by'
            set kind one
            set values amount country language month partner sector status tag theme town id name loan_amount funded_amount basket_amount paid_amount activity use location.country_code location.country location.town location.geo.level location.geo.pairs location.geo.type partner_id posted_date planned_expiration_date lender_count bonus_credit_eligibility themes tags.name image.id image.template_id video.id video.youtube_id delinquent borrower_count description.languages derived.funding.hours_left derived.funding.left derived.funding.left_unreserved derived.funding.pace derived.funding.needed derived.funding.ratio derived.funding.projected derived.funding.short derived.funding.outlook derived.repayment.half_on derived.repayment.three_quarters_on derived.repayment.all_on derived.repayment.half_at derived.repayment.three_quarters_at derived.repayment.all_at derived.repayment.behind derived.repayment.late derived.repayment.lost derived.repayment.exchange_loss derived.people.women derived.people.majority derived.partner.id derived.partner.name derived.partner.status derived.partner.years derived.partner.stars derived.partner.delinquency_rate derived.partner.default_rate derived.partner.loans_at_risk_rate derived.mine.lent derived.mine.in_country derived.mine.in_sector derived.mine.in_partner
        case 'loans show --by'
            set kind one
            set values amount country currency gender language month partner sector status tag term theme town id name loan_amount funded_amount basket_amount paid_amount activity use location.country_code location.country location.town location.geo.level location.geo.pairs location.geo.type partner_id posted_date planned_expiration_date lender_count bonus_credit_eligibility themes tags.name image.id image.template_id video.id video.youtube_id delinquent description.languages borrowers.first_name borrowers.last_name borrowers.gender borrowers.pictured terms.disbursal_date terms.disbursal_currency terms.disbursal_amount terms.repayment_interval terms.repayment_term terms.loan_amount terms.local_payments.due_date terms.local_payments.amount terms.scheduled_payments.due_date terms.scheduled_payments.amount terms.loss_liability.nonpayment terms.loss_liability.currency_exchange terms.loss_liability.currency_exchange_coverage_rate payments.payment_id payments.amount payments.local_amount payments.rounded_local_amount payments.processed_date payments.settlement_date payments.currency_exchange_loss_amount payments.comment funded_date paid_date currency_exchange_loss_amount journal_totals.entries journal_totals.bulkEntries translator.byline translator.image derived.funding.hours_left derived.funding.left derived.funding.left_unreserved derived.funding.pace derived.funding.needed derived.funding.ratio derived.funding.projected derived.funding.short derived.funding.outlook derived.repayment.half_on derived.repayment.three_quarters_on derived.repayment.all_on derived.repayment.half_at derived.repayment.three_quarters_at derived.repayment.all_at derived.repayment.behind derived.repayment.late derived.repayment.lost derived.repayment.exchange_loss derived.people.women derived.people.majority derived.partner.id derived.partner.name derived.partner.status derived.partner.years derived.partner.stars derived.partner.delinquency_rate derived.partner.default_rate derived.partner.loans_at_risk_rate derived.mine.lent derived.mine.in_country derived.mine.in_sector derived.mine.in_partner
        case 'loans lenders --by' 'lenders search --by' 'lenders newest --by' 'teams lenders --by'
            set kind one
            set values country lender_id name whereabouts country_code uid team_join_date image.id image.template_id
        case 'loans journal-entries --by' 'journal-entries search --by'
            set kind one
            set values month id subject body date author bulk comment_count recommendation_count image.id image.template_id video.id video.youtube_id
        case 'loans updates --by'
            set kind one
            set values amount type update_type payment.payment_id payment.amount payment.local_amount payment.rounded_local_amount payment.processed_date payment.settlement_date payment.currency_exchange_loss_amount payment.comment journal_entry.id journal_entry.subject journal_entry.body journal_entry.date journal_entry.author journal_entry.bulk journal_entry.comment_count journal_entry.recommendation_count journal_entry.image.id journal_entry.image.template_id journal_entry.video.id journal_entry.video.youtube_id
        case 'lenders show --by'
            set kind one
            set values country month lender_id name whereabouts country_code uid image.id image.template_id member_since personal_url occupation loan_because occupational_info loan_count invitee_count inviter_id
        case 'lenders teams --by' 'teams search --by' 'teams show --by' 'teams using-shortname --by'
            set kind one
            set values amount membership month id shortname name category whereabouts loan_because description website_url team_since membership_type member_count loan_count loaned_amount image.id image.template_id derived.team.loans_per_member derived.team.dollars_per_member derived.team.members_per_month derived.team_recent.joined derived.team_recent.fundraising
        case 'partners list --by'
            set kind one
            set values amount country month region status id name rating due_diligence_type start_date countries.iso_code countries.region countries.name countries.location.geo.level countries.location.geo.pairs countries.location.geo.type delinquency_rate default_rate total_amount_raised loans_posted portfolio_yield profitability social_performance_strengths.id social_performance_strengths.name social_performance_strengths.description delinquency_rate_note default_rate_note portfolio_yield_note charges_fees_and_interest average_loan_size_percent_per_capita_income loans_at_risk_rate currency_exchange_loss_rate url image.id image.template_id
        case 'journal-entries comments --by'
            set kind one
            set values month id author whereabouts body date
        case 'lending-actions recent --by'
            set kind one
            set values amount country language month partner sector status tag theme town id date loan.id loan.name loan.status loan.loan_amount loan.funded_amount loan.basket_amount loan.paid_amount loan.activity loan.sector loan.use loan.location.country_code loan.location.country loan.location.town loan.location.geo.level loan.location.geo.pairs loan.location.geo.type loan.partner_id loan.posted_date loan.planned_expiration_date loan.lender_count loan.bonus_credit_eligibility loan.themes loan.theme loan.tags.name loan.image.id loan.image.template_id loan.video.id loan.video.youtube_id loan.delinquent loan.borrower_count loan.description.languages lender.lender_id lender.name lender.whereabouts lender.country_code lender.uid lender.team_join_date lender.image.id lender.image.template_id
        case 'my account --by'
            set kind one
            set values id first_name last_name lender_id is_public is_developer
        case 'methods list --by' 'methods show --by'
            set kind one
            set values status id http_method uri argument_count oauth arguments.name arguments.type arguments.required arguments.default arguments.rules.name arguments.rules.values
        case 'releases current --by'
            set kind one
            set values month id date
        case 'templates images --by'
            set kind one
            set values id pattern
        case 'api --by' 'portfolio suggest --by' 'loans lenders --sum' 'lenders search --sum' 'lenders newest --sum' 'teams lenders --sum' 'journal-entries comments --sum' 'my account --sum' 'releases current --sum' 'templates images --sum' 'api --sum' 'portfolio suggest --sum'
            set kind one
        case 'portfolio show --by'
            set kind list
            set values sector country partner status year gender
        case 'loans search --sum' 'loans newest --sum' 'lenders loans --sum' 'teams loans --sum'
            set kind one
            set values amount loan_amount funded_amount basket_amount paid_amount lender_count borrower_count derived.funding.hours_left derived.funding.left derived.funding.left_unreserved derived.funding.pace derived.funding.needed derived.funding.ratio derived.funding.short derived.repayment.behind derived.repayment.lost derived.repayment.exchange_loss derived.people.women derived.partner.years derived.partner.stars derived.mine.in_country derived.mine.in_sector derived.mine.in_partner
        case 'loans show --sum'
            set kind one
            set values amount term loan_amount funded_amount basket_amount paid_amount lender_count terms.repayment_term terms.loan_amount terms.scheduled_payments.amount terms.loss_liability.currency_exchange_coverage_rate payments.amount payments.currency_exchange_loss_amount currency_exchange_loss_amount journal_totals.entries journal_totals.bulkEntries translator.image derived.funding.hours_left derived.funding.left derived.funding.left_unreserved derived.funding.pace derived.funding.needed derived.funding.ratio derived.funding.short derived.repayment.behind derived.repayment.lost derived.repayment.exchange_loss derived.people.women derived.partner.years derived.partner.stars derived.mine.in_country derived.mine.in_sector derived.mine.in_partner
        case 'loans journal-entries --sum' 'journal-entries search --sum'
            set kind one
            set values comment_count recommendation_count
        case 'loans updates --sum'
            set kind one
            set values amount payment.amount payment.currency_exchange_loss_amount journal_entry.comment_count journal_entry.recommendation_count
        case 'lenders show --sum'
            set kind one
            set values loan_count invitee_count
        case 'lenders teams --sum' 'teams search --sum' 'teams show --sum' 'teams using-shortname --sum'
            set kind one
            set values amount member_count loan_count loaned_amount derived.team.loans_per_member derived.team.dollars_per_member derived.team.members_per_month derived.team_recent.joined derived.team_recent.fundraising
        case 'partners list --sum'
            set kind one
            set values amount total_amount_raised loans_posted
        case 'lending-actions recent --sum'
            set kind one
            set values amount loan.loan_amount loan.funded_amount loan.basket_amount loan.paid_amount loan.lender_count loan.borrower_count
        case 'methods list --sum' 'methods show --sum'
            set kind one
            set values argument_count
        case 'loans search --wire' 'loans newest --wire' 'loans show --wire' 'loans lenders --wire' 'loans journal-entries --wire' 'lenders search --wire' 'lenders newest --wire' 'lenders show --wire' 'lenders loans --wire' 'lenders teams --wire' 'teams search --wire' 'teams show --wire' 'teams using-shortname --wire' 'teams lenders --wire' 'teams loans --wire' 'partners list --wire' 'journal-entries search --wire' 'journal-entries comments --wire' 'lending-actions recent --wire' 'my account --wire' 'methods list --wire' 'methods show --wire' 'releases current --wire' 'templates images --wire'
            set kind one
            set values html json xml
        case 'loans updates --wire' 'api --wire'
            set kind one
            set values html json xml rss
        case '* --lang'
            set kind one
            set values ar en es fr id pt ru sw th vi all
        case 'config get 1' 'config unset 1'
            set kind one
            set values output\t'output format' color\t'when to use color' plain\t'print plain text for screen readers, one value per line' progress\t'show progress on stderr, as a status line or JSON' pager\t'do not use a pager; KIVA_PAGER sets the pager program' sandbox\t'use made-up data from the built-in sandbox, offline' base_url\t'URL of the API; overrides KIVA_SANDBOX' auth_url\t'URL of the login page; overrides KIVA_SANDBOX' app_id\t'application id to send, in reverse DNS notation' ca_file\t'PEM file of an additional certificate authority' timeout\t'time limit per request, in seconds' retries\t'number of retries after a temporary failure' cache\t'reuse cached responses up to this age, such as 30s, 10m, 2h, 1d'
        case 'config set plain 1' 'config set sandbox 1'
            set kind one
            set values 1\ton 0\toff
        case '* --membership-type'
            set kind one
            set values open closed
        case '* --category'
            set kind one
            set values 'Alumni Groups' Businesses 'Businesses - Internal Groups' Clubs Colleges/Universities 'Common Interest' Events Families 'Field Partner Fans' Friends 'Local Area' Memorials 'Religious Congregations' Schools 'Sports Groups' 'Youth Groups' Other
        case '* --media'
            set kind one
            set values any video image
        case '* --scope'
            set kind list
            set values access user_balance user_email user_expected_repayments user_anon_lender_data user_anon_lender_loans user_loan_balances user_stats user_anon_lender_teams
        case '* --fault'
            set kind list
            set values rate-limit server-error maintenance redirect slow drip cut reset reset-body expired-certificate wrong-content-type wrong-charset wrong-encoding gzip-bomb huge-body deep-json hostile-text repeated-pages stale-pages moving-pages growing-list missing-paging error-code form-tokens awkward-tokens
        case '* --shell'
            set kind one
            set values bash zsh fish powershell
    end
end

# Adds to $taken the options that cannot be used with one.
function __kiva_conflicts --no-scope-shadowing
    switch $argv[1]
        case --page
            set -a taken --at-most --changes --not-lent-by --only --order --where
        case --all --strict-paging
            set -a taken --wire
        case --limit -L
            set -a taken --changes --wire
        case --concurrency --with --csv-safe --by --wide --no-headers
            set -a taken --web --wire
        case --where --not-lent-by
            set -a taken --page --web --wire
        case --order --at-most
            set -a taken --changes --checkpoint --page --resume --web --wire
        case --new
            set -a taken --changes --checkpoint --resume --watch --wire
        case --changes
            set -a taken --at-most --checkpoint --limit --new --order --page --resume --watch --wire -L
        case --fail-empty --missing
            set -a taken --watch --web --wire
        case --across
            set -a taken --full --images --lang --read --web --wire
        case --fields --jq
            set -a taken --full --lang --read --web --wire
        case --slurp
            set -a taken --checkpoint --resume
        case --raw-output -r
            set -a taken --watch
        case --images
            set -a taken --across --web --wire
        case --sum
            set -a taken --count --web --wire
        case --count
            set -a taken --sum --web --wire
        case --watch
            set -a taken --changes --checkpoint --curl --dry-run --fail-empty --missing --new --out --raw-output --resume --web --wire -r
        case --checkpoint --resume
            set -a taken --at-most --changes --new --order --slurp --watch --web --wire
        case --out
            set -a taken --watch --web
        case --wire
            set -a taken --across --all --at-most --by --changes --checkpoint --concurrency --count --csv-safe --fail-empty --fields --full --images --jq --lang --limit --missing --new --no-headers --not-lent-by --only --order --read --resume --strict-paging --sum --watch --web --where --wide --with -L
        case --curl
            set -a taken --dry-run --watch --web
        case --dry-run
            set -a taken --curl --watch --web
        case --param
            set -a taken --web
        case --lang --full
            set -a taken --across --fields --jq --web --wire
        case --web
            set -a taken --across --at-most --by --checkpoint --concurrency --count --csv-safe --curl --dry-run --fail-empty --fields --full --images --jq --lang --missing --no-headers --not-lent-by --order --out --param --resume --sum --watch --where --wide --wire --with
        case --only
            set -a taken --page --wire
        case --read
            set -a taken --across --fields --jq --wire
        case --scope --callback --start
            set -a taken --finish
        case --finish
            set -a taken --callback --scope --start
    end
end

# Prints the words that can stand at the cursor, with their descriptions.
function __kiva_complete
    set -l place ''
    set -l argument 1
    set -l option ''
    set -l kind
    set -l verbs
    set -l flags
    set -l values
    set -l used
    __kiva_place
    set -l words (commandline -opc)
    set -e words[1]
    for word in $words
        if test -n "$option"
            set -a used "$option=$word"
            set option ''
        else if string match -qr '^-.' -- $word
            set -a used $word
            string match -qr '^-[^-].' -- $word; and set word -(string sub -s -1 -- $word)
            __kiva_values $word
            test $kind = none; or set option $word
        else if test $argument = 1; and contains -- "$word" (string replace -r '\t.*' '' -- $verbs)
            set place (string trim -- "$place $word")
            __kiva_place
        else
            set argument (math $argument + 1)
        end
    end

    set -l current (commandline -ct | string replace -ra '["\'\\\\]' '')
    set -l head ''
    if test -z "$option"; and string match -qr '^--[^=]*=' -- "$current"
        set head (string replace -r '=.*' '=' -- $current)
        set option (string trim -rc = -- $head)
    end
    if test -z "$option"; and string match -qr '^-' -- "$current"
        set -l taken
        for word in (string replace -r '=.*' '' -- $used)
            __kiva_conflicts $word
        end
        for one in $taken
            set flags (string match -v -- $one\t'*' $flags)
        end
        printf '%s\n' $flags
        return
    end
    test "$option$argument" = 1; and printf '%s\n' $verbs
    test -z "$option"; and set option $argument
    __kiva_values $option
    set -l given
    if test $kind = list
        set given (string sub -s (math (string length -- "$head") + 1) -- "$current" | string match -r '.*,')
        set -l taken (string replace -fr -- "^$option=" '' $used) $given
        for one in (string split , -- $taken | string replace -r '=.*' '')
            set values (string match -rv -- '^'(string escape --style=regex -- $one)'(\t|$)' $values)
        end
    else if test $kind = file
        set values (__fish_complete_path (string sub -s (math (string length -- "$head") + 1) -- "$current"))
    end
    for value in $values
        echo "$head$given$value"
    end
end

complete -c kiva -f -a '(__kiva_complete)'
