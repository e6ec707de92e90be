# Completion of kiva for fish. `npm run generate` writes this file.
# It starts no process: all that can be offered stands here.

# Sets what can stand at a place: the commands below it, and its options, each with what it is.
function __kiva_place --no-scope-shadowing
    set verbs
    set flags
    switch $place
        case ''
            set verbs loans\t'Search loans, show them, their lenders and updates' lenders\t'Search lenders, show them, their loans and teams' teams\t'Search lending teams, show them, their lenders and loans' partners\t'List field partners, who make the loans on the ground' journal-entries\t'Search journal entries about loans, and list their comments' lending-actions\t'See what public lenders just did' my\t'See what belongs to the user who logged in' methods\t'Read what the API says of itself' releases\t'See the release of the API' templates\t'List URL templates' api\t'Ask any path of the service' login\t'Authorize this tool to read your account' logout\t'Forget the token on this machine' sandbox\t'Serve the whole service on this machine, for trying and testing' doctor\t'Look for what is wrong with the set-up of this machine' commands\t'List all commands, to a program with everything about them' skill\t'Print a page that teaches a coding agent to use kiva' auth\t'Tell who is logged in, and sign for another program' config\t'Show and change the settings that every run begins with' completion\t'Have your shell complete commands, options and values' cache\t'Tell what --cache has kept, and remove it' help\t'Show the help of a command, or of a topic'
            set flags --version\t'show the version' -V\t'show the version'
        case loans
            set verbs search\t'Search loans' newest\t'List the most recent fundraising loans' show\t'Show loans in detail' get\t'Show loans in detail' view\t'Show loans in detail' lenders\t'List public lenders of a loan' journal-entries\t'List journal entries of a loan' updates\t'List all status updates of a loan, newest first'
        case 'loans search'
            set flags --status\t'state of the loan' --gender\t'borrower\'s gender; of a group, the predominant one' --region\t'region of the world: North, Central, South America, Africa, Asia, Middle East, Eastern Europe' --country-code\t'two-character ISO country code' --sector\t'sector of the business' --partner\t'field partner id' --sort-by\t'order of the results' --q\t'words to search for' --page\t'page of the results' --param\t'send a parameter that kiva does not know; repeats' --all\t'read every page' --limit\t'print at most n, reading as many pages as it takes' -L\t'print at most n, reading as many pages as it takes' --concurrency\t'requests under way at once, of several that are needed' --strict-paging\t'fail with exit code 9 when the list changed while it was read' --fields\t'show these fields; without names, tell which there are' --csv-safe\t'put an apostrophe before what a spreadsheet would compute' --jq\t'show what this jq expression makes of each record' --slurp\t'apply --jq once, to one array of all records' --raw-output\t'a result a line, strings without quotes' -r\t'a result a line, strings without quotes' --arg\t'set $name to a string; repeats' --images\t'show photographs in tables and pages on a terminal' --by\t'draw a chart by this field, such as country' --sum\t'add this field up, such as amount' --count\t'count records; the default' --watch\t'ask again and again, such as every 30s, and show what changes; with -o json an event a line' --until\t'end once this jq expression holds for the array of all records' --checkpoint\t'note in a file, after each page, how far it has come' --resume\t'in place of --checkpoint: go on from there' --out\t'write the answer to a file; it is put in its place when it is whole' --overwrite\t'replace files that are there' --wire\t'print the service\'s own document as sent' --force\t'print the document unchanged to a terminal too' --curl\t'print a line that sends the request by curl, and send nothing' --dry-run\t'print the request, and send nothing'
        case 'loans newest'
            set flags --page\t'page of the results' --param\t'send a parameter that kiva does not know; repeats' --all\t'read every page' --limit\t'print at most n, reading as many pages as it takes' -L\t'print at most n, reading as many pages as it takes' --concurrency\t'requests under way at once, of several that are needed' --strict-paging\t'fail with exit code 9 when the list changed while it was read' --fields\t'show these fields; without names, tell which there are' --csv-safe\t'put an apostrophe before what a spreadsheet would compute' --jq\t'show what this jq expression makes of each record' --slurp\t'apply --jq once, to one array of all records' --raw-output\t'a result a line, strings without quotes' -r\t'a result a line, strings without quotes' --arg\t'set $name to a string; repeats' --images\t'show photographs in tables and pages on a terminal' --by\t'draw a chart by this field, such as country' --sum\t'add this field up, such as amount' --count\t'count records; the default' --watch\t'ask again and again, such as every 30s, and show what changes; with -o json an event a line' --until\t'end once this jq expression holds for the array of all records' --checkpoint\t'note in a file, after each page, how far it has come' --resume\t'in place of --checkpoint: go on from there' --out\t'write the answer to a file; it is put in its place when it is whole' --overwrite\t'replace files that are there' --wire\t'print the service\'s own document as sent' --force\t'print the document unchanged to a terminal too' --curl\t'print a line that sends the request by curl, and send nothing' --dry-run\t'print the request, and send nothing'
        case 'loans show' 'loans get' 'loans view'
            set place 'loans show'
            set flags --param\t'send a parameter that kiva does not know; repeats' --concurrency\t'requests under way at once, of several that are needed' --lang\t'language of the story in place of English, such as es, or all' --full\t'every repayment that is due, a line each' --fields\t'show these fields; without names, tell which there are' --csv-safe\t'put an apostrophe before what a spreadsheet would compute' --jq\t'show what this jq expression makes of each record' --slurp\t'apply --jq once, to one array of all records' --raw-output\t'a result a line, strings without quotes' -r\t'a result a line, strings without quotes' --arg\t'set $name to a string; repeats' --images\t'show photographs in tables and pages on a terminal' --by\t'draw a chart by this field, such as country' --sum\t'add this field up, such as amount' --count\t'count records; the default' --web\t'open the record\'s page on the website, and ask the service nothing' --watch\t'ask again and again, such as every 30s, and show what changes; with -o json an event a line' --until\t'end once this jq expression holds for the array of all records' --checkpoint\t'note in a file, after each page, how far it has come' --resume\t'in place of --checkpoint: go on from there' --missing\t'write all ids that are not found to a file, one a line' --out\t'write the answer to a file; it is put in its place when it is whole' --overwrite\t'replace files that are there' --wire\t'print the service\'s own document as sent' --force\t'print the document unchanged to a terminal too' --curl\t'print a line that sends the request by curl, and send nothing' --dry-run\t'print the request, and send nothing'
        case 'loans lenders'
            set flags --page\t'page of the results' --param\t'send a parameter that kiva does not know; repeats' --all\t'read every page' --limit\t'print at most n, reading as many pages as it takes' -L\t'print at most n, reading as many pages as it takes' --concurrency\t'requests under way at once, of several that are needed' --strict-paging\t'fail with exit code 9 when the list changed while it was read' --fields\t'show these fields; without names, tell which there are' --csv-safe\t'put an apostrophe before what a spreadsheet would compute' --jq\t'show what this jq expression makes of each record' --slurp\t'apply --jq once, to one array of all records' --raw-output\t'a result a line, strings without quotes' -r\t'a result a line, strings without quotes' --arg\t'set $name to a string; repeats' --images\t'show photographs in tables and pages on a terminal' --by\t'draw a chart by this field, such as country' --sum\t'add this field up, such as amount' --count\t'count records; the default' --watch\t'ask again and again, such as every 30s, and show what changes; with -o json an event a line' --until\t'end once this jq expression holds for the array of all records' --checkpoint\t'note in a file, after each page, how far it has come' --resume\t'in place of --checkpoint: go on from there' --out\t'write the answer to a file; it is put in its place when it is whole' --overwrite\t'replace files that are there' --wire\t'print the service\'s own document as sent' --force\t'print the document unchanged to a terminal too' --curl\t'print a line that sends the request by curl, and send nothing' --dry-run\t'print the request, and send nothing'
        case 'loans journal-entries'
            set flags --page\t'page of the results' --param\t'send a parameter that kiva does not know; repeats' --all\t'read every page' --limit\t'print at most n, reading as many pages as it takes' -L\t'print at most n, reading as many pages as it takes' --concurrency\t'requests under way at once, of several that are needed' --strict-paging\t'fail with exit code 9 when the list changed while it was read' --read\t'one after the other with their whole text, in place of a table' --fields\t'show these fields; without names, tell which there are' --csv-safe\t'put an apostrophe before what a spreadsheet would compute' --jq\t'show what this jq expression makes of each record' --slurp\t'apply --jq once, to one array of all records' --raw-output\t'a result a line, strings without quotes' -r\t'a result a line, strings without quotes' --arg\t'set $name to a string; repeats' --images\t'show photographs in tables and pages on a terminal' --by\t'draw a chart by this field, such as country' --sum\t'add this field up, such as amount' --count\t'count records; the default' --watch\t'ask again and again, such as every 30s, and show what changes; with -o json an event a line' --until\t'end once this jq expression holds for the array of all records' --checkpoint\t'note in a file, after each page, how far it has come' --resume\t'in place of --checkpoint: go on from there' --out\t'write the answer to a file; it is put in its place when it is whole' --overwrite\t'replace files that are there' --wire\t'print the service\'s own document as sent' --force\t'print the document unchanged to a terminal too' --curl\t'print a line that sends the request by curl, and send nothing' --dry-run\t'print the request, and send nothing'
        case 'loans updates'
            set flags --param\t'send a parameter that kiva does not know; repeats' --all\t'read every page' --limit\t'print at most n, reading as many pages as it takes' -L\t'print at most n, reading as many pages as it takes' --read\t'one after the other with their whole text, in place of a table' --fields\t'show these fields; without names, tell which there are' --csv-safe\t'put an apostrophe before what a spreadsheet would compute' --jq\t'show what this jq expression makes of each record' --slurp\t'apply --jq once, to one array of all records' --raw-output\t'a result a line, strings without quotes' -r\t'a result a line, strings without quotes' --arg\t'set $name to a string; repeats' --images\t'show photographs in tables and pages on a terminal' --by\t'draw a chart by this field, such as country' --sum\t'add this field up, such as amount' --count\t'count records; the default' --watch\t'ask again and again, such as every 30s, and show what changes; with -o json an event a line' --until\t'end once this jq expression holds for the array of all records' --out\t'write the answer to a file; it is put in its place when it is whole' --overwrite\t'replace files that are there' --wire\t'print the service\'s own document as sent' --force\t'print the document unchanged to a terminal too' --curl\t'print a line that sends the request by curl, and send nothing' --dry-run\t'print the request, and send nothing'
        case lenders
            set verbs search\t'Search lenders' newest\t'List the newest lenders' show\t'Show lenders in detail' get\t'Show lenders in detail' view\t'Show lenders in detail' loans\t'List loans of a lender' teams\t'List teams of a lender'
        case 'lenders search'
            set flags --country-code\t'ISO country code' --sort-by\t'order of the results' --q\t'words in names, occupations, whereabouts and reasons for lending' --occupation\t'occupation; ignored when --q is given' --page\t'page of the results' --param\t'send a parameter that kiva does not know; repeats' --all\t'read every page' --limit\t'print at most n, reading as many pages as it takes' -L\t'print at most n, reading as many pages as it takes' --concurrency\t'requests under way at once, of several that are needed' --strict-paging\t'fail with exit code 9 when the list changed while it was read' --fields\t'show these fields; without names, tell which there are' --csv-safe\t'put an apostrophe before what a spreadsheet would compute' --jq\t'show what this jq expression makes of each record' --slurp\t'apply --jq once, to one array of all records' --raw-output\t'a result a line, strings without quotes' -r\t'a result a line, strings without quotes' --arg\t'set $name to a string; repeats' --images\t'show photographs in tables and pages on a terminal' --by\t'draw a chart by this field, such as country' --sum\t'add this field up, such as amount' --count\t'count records; the default' --watch\t'ask again and again, such as every 30s, and show what changes; with -o json an event a line' --until\t'end once this jq expression holds for the array of all records' --checkpoint\t'note in a file, after each page, how far it has come' --resume\t'in place of --checkpoint: go on from there' --out\t'write the answer to a file; it is put in its place when it is whole' --overwrite\t'replace files that are there' --wire\t'print the service\'s own document as sent' --force\t'print the document unchanged to a terminal too' --curl\t'print a line that sends the request by curl, and send nothing' --dry-run\t'print the request, and send nothing'
        case 'lenders newest'
            set flags --page\t'page of the results' --param\t'send a parameter that kiva does not know; repeats' --all\t'read every page' --limit\t'print at most n, reading as many pages as it takes' -L\t'print at most n, reading as many pages as it takes' --concurrency\t'requests under way at once, of several that are needed' --strict-paging\t'fail with exit code 9 when the list changed while it was read' --fields\t'show these fields; without names, tell which there are' --csv-safe\t'put an apostrophe before what a spreadsheet would compute' --jq\t'show what this jq expression makes of each record' --slurp\t'apply --jq once, to one array of all records' --raw-output\t'a result a line, strings without quotes' -r\t'a result a line, strings without quotes' --arg\t'set $name to a string; repeats' --images\t'show photographs in tables and pages on a terminal' --by\t'draw a chart by this field, such as country' --sum\t'add this field up, such as amount' --count\t'count records; the default' --watch\t'ask again and again, such as every 30s, and show what changes; with -o json an event a line' --until\t'end once this jq expression holds for the array of all records' --checkpoint\t'note in a file, after each page, how far it has come' --resume\t'in place of --checkpoint: go on from there' --out\t'write the answer to a file; it is put in its place when it is whole' --overwrite\t'replace files that are there' --wire\t'print the service\'s own document as sent' --force\t'print the document unchanged to a terminal too' --curl\t'print a line that sends the request by curl, and send nothing' --dry-run\t'print the request, and send nothing'
        case 'lenders show' 'lenders get' 'lenders view'
            set place 'lenders show'
            set flags --param\t'send a parameter that kiva does not know; repeats' --concurrency\t'requests under way at once, of several that are needed' --fields\t'show these fields; without names, tell which there are' --csv-safe\t'put an apostrophe before what a spreadsheet would compute' --jq\t'show what this jq expression makes of each record' --slurp\t'apply --jq once, to one array of all records' --raw-output\t'a result a line, strings without quotes' -r\t'a result a line, strings without quotes' --arg\t'set $name to a string; repeats' --images\t'show photographs in tables and pages on a terminal' --by\t'draw a chart by this field, such as country' --sum\t'add this field up, such as amount' --count\t'count records; the default' --web\t'open the record\'s page on the website, and ask the service nothing' --watch\t'ask again and again, such as every 30s, and show what changes; with -o json an event a line' --until\t'end once this jq expression holds for the array of all records' --checkpoint\t'note in a file, after each page, how far it has come' --resume\t'in place of --checkpoint: go on from there' --missing\t'write all ids that are not found to a file, one a line' --out\t'write the answer to a file; it is put in its place when it is whole' --overwrite\t'replace files that are there' --wire\t'print the service\'s own document as sent' --force\t'print the document unchanged to a terminal too' --curl\t'print a line that sends the request by curl, and send nothing' --dry-run\t'print the request, and send nothing'
        case 'lenders loans'
            set flags --sort-by\t'order of the results' --page\t'page of the results' --param\t'send a parameter that kiva does not know; repeats' --all\t'read every page' --limit\t'print at most n, reading as many pages as it takes' -L\t'print at most n, reading as many pages as it takes' --concurrency\t'requests under way at once, of several that are needed' --strict-paging\t'fail with exit code 9 when the list changed while it was read' --fields\t'show these fields; without names, tell which there are' --csv-safe\t'put an apostrophe before what a spreadsheet would compute' --jq\t'show what this jq expression makes of each record' --slurp\t'apply --jq once, to one array of all records' --raw-output\t'a result a line, strings without quotes' -r\t'a result a line, strings without quotes' --arg\t'set $name to a string; repeats' --images\t'show photographs in tables and pages on a terminal' --by\t'draw a chart by this field, such as country' --sum\t'add this field up, such as amount' --count\t'count records; the default' --watch\t'ask again and again, such as every 30s, and show what changes; with -o json an event a line' --until\t'end once this jq expression holds for the array of all records' --checkpoint\t'note in a file, after each page, how far it has come' --resume\t'in place of --checkpoint: go on from there' --out\t'write the answer to a file; it is put in its place when it is whole' --overwrite\t'replace files that are there' --wire\t'print the service\'s own document as sent' --force\t'print the document unchanged to a terminal too' --curl\t'print a line that sends the request by curl, and send nothing' --dry-run\t'print the request, and send nothing'
        case 'lenders teams'
            set flags --page\t'page of the results' --param\t'send a parameter that kiva does not know; repeats' --all\t'read every page' --limit\t'print at most n, reading as many pages as it takes' -L\t'print at most n, reading as many pages as it takes' --concurrency\t'requests under way at once, of several that are needed' --strict-paging\t'fail with exit code 9 when the list changed while it was read' --fields\t'show these fields; without names, tell which there are' --csv-safe\t'put an apostrophe before what a spreadsheet would compute' --jq\t'show what this jq expression makes of each record' --slurp\t'apply --jq once, to one array of all records' --raw-output\t'a result a line, strings without quotes' -r\t'a result a line, strings without quotes' --arg\t'set $name to a string; repeats' --images\t'show photographs in tables and pages on a terminal' --by\t'draw a chart by this field, such as country' --sum\t'add this field up, such as amount' --count\t'count records; the default' --watch\t'ask again and again, such as every 30s, and show what changes; with -o json an event a line' --until\t'end once this jq expression holds for the array of all records' --checkpoint\t'note in a file, after each page, how far it has come' --resume\t'in place of --checkpoint: go on from there' --out\t'write the answer to a file; it is put in its place when it is whole' --overwrite\t'replace files that are there' --wire\t'print the service\'s own document as sent' --force\t'print the document unchanged to a terminal too' --curl\t'print a line that sends the request by curl, and send nothing' --dry-run\t'print the request, and send nothing'
        case teams
            set verbs search\t'Search lending teams' show\t'Show teams in detail' get\t'Show teams in detail' view\t'Show teams in detail' using-shortname\t'Show teams by shortname' lenders\t'List public lenders of a team' loans\t'List loans of a team'
        case 'teams search'
            set flags --membership-type\t'membership policy' --category\t'category of the team' --sort-by\t'order of the results' --q\t'words to search for' --page\t'page of the results' --param\t'send a parameter that kiva does not know; repeats' --all\t'read every page' --limit\t'print at most n, reading as many pages as it takes' -L\t'print at most n, reading as many pages as it takes' --concurrency\t'requests under way at once, of several that are needed' --strict-paging\t'fail with exit code 9 when the list changed while it was read' --fields\t'show these fields; without names, tell which there are' --csv-safe\t'put an apostrophe before what a spreadsheet would compute' --jq\t'show what this jq expression makes of each record' --slurp\t'apply --jq once, to one array of all records' --raw-output\t'a result a line, strings without quotes' -r\t'a result a line, strings without quotes' --arg\t'set $name to a string; repeats' --images\t'show photographs in tables and pages on a terminal' --by\t'draw a chart by this field, such as country' --sum\t'add this field up, such as amount' --count\t'count records; the default' --watch\t'ask again and again, such as every 30s, and show what changes; with -o json an event a line' --until\t'end once this jq expression holds for the array of all records' --checkpoint\t'note in a file, after each page, how far it has come' --resume\t'in place of --checkpoint: go on from there' --out\t'write the answer to a file; it is put in its place when it is whole' --overwrite\t'replace files that are there' --wire\t'print the service\'s own document as sent' --force\t'print the document unchanged to a terminal too' --curl\t'print a line that sends the request by curl, and send nothing' --dry-run\t'print the request, and send nothing'
        case 'teams show' 'teams get' 'teams view'
            set place 'teams show'
            set flags --param\t'send a parameter that kiva does not know; repeats' --concurrency\t'requests under way at once, of several that are needed' --fields\t'show these fields; without names, tell which there are' --csv-safe\t'put an apostrophe before what a spreadsheet would compute' --jq\t'show what this jq expression makes of each record' --slurp\t'apply --jq once, to one array of all records' --raw-output\t'a result a line, strings without quotes' -r\t'a result a line, strings without quotes' --arg\t'set $name to a string; repeats' --images\t'show photographs in tables and pages on a terminal' --by\t'draw a chart by this field, such as country' --sum\t'add this field up, such as amount' --count\t'count records; the default' --watch\t'ask again and again, such as every 30s, and show what changes; with -o json an event a line' --until\t'end once this jq expression holds for the array of all records' --checkpoint\t'note in a file, after each page, how far it has come' --resume\t'in place of --checkpoint: go on from there' --missing\t'write all ids that are not found to a file, one a line' --out\t'write the answer to a file; it is put in its place when it is whole' --overwrite\t'replace files that are there' --wire\t'print the service\'s own document as sent' --force\t'print the document unchanged to a terminal too' --curl\t'print a line that sends the request by curl, and send nothing' --dry-run\t'print the request, and send nothing'
        case 'teams using-shortname'
            set flags --param\t'send a parameter that kiva does not know; repeats' --concurrency\t'requests under way at once, of several that are needed' --fields\t'show these fields; without names, tell which there are' --csv-safe\t'put an apostrophe before what a spreadsheet would compute' --jq\t'show what this jq expression makes of each record' --slurp\t'apply --jq once, to one array of all records' --raw-output\t'a result a line, strings without quotes' -r\t'a result a line, strings without quotes' --arg\t'set $name to a string; repeats' --images\t'show photographs in tables and pages on a terminal' --by\t'draw a chart by this field, such as country' --sum\t'add this field up, such as amount' --count\t'count records; the default' --web\t'open the record\'s page on the website, and ask the service nothing' --watch\t'ask again and again, such as every 30s, and show what changes; with -o json an event a line' --until\t'end once this jq expression holds for the array of all records' --checkpoint\t'note in a file, after each page, how far it has come' --resume\t'in place of --checkpoint: go on from there' --missing\t'write all ids that are not found to a file, one a line' --out\t'write the answer to a file; it is put in its place when it is whole' --overwrite\t'replace files that are there' --wire\t'print the service\'s own document as sent' --force\t'print the document unchanged to a terminal too' --curl\t'print a line that sends the request by curl, and send nothing' --dry-run\t'print the request, and send nothing'
        case 'teams lenders'
            set flags --sort-by\t'order of the results' --page\t'page of the results' --param\t'send a parameter that kiva does not know; repeats' --all\t'read every page' --limit\t'print at most n, reading as many pages as it takes' -L\t'print at most n, reading as many pages as it takes' --concurrency\t'requests under way at once, of several that are needed' --strict-paging\t'fail with exit code 9 when the list changed while it was read' --fields\t'show these fields; without names, tell which there are' --csv-safe\t'put an apostrophe before what a spreadsheet would compute' --jq\t'show what this jq expression makes of each record' --slurp\t'apply --jq once, to one array of all records' --raw-output\t'a result a line, strings without quotes' -r\t'a result a line, strings without quotes' --arg\t'set $name to a string; repeats' --images\t'show photographs in tables and pages on a terminal' --by\t'draw a chart by this field, such as country' --sum\t'add this field up, such as amount' --count\t'count records; the default' --watch\t'ask again and again, such as every 30s, and show what changes; with -o json an event a line' --until\t'end once this jq expression holds for the array of all records' --checkpoint\t'note in a file, after each page, how far it has come' --resume\t'in place of --checkpoint: go on from there' --out\t'write the answer to a file; it is put in its place when it is whole' --overwrite\t'replace files that are there' --wire\t'print the service\'s own document as sent' --force\t'print the document unchanged to a terminal too' --curl\t'print a line that sends the request by curl, and send nothing' --dry-run\t'print the request, and send nothing'
        case 'teams loans'
            set flags --sort-by\t'order of the results' --page\t'page of the results' --param\t'send a parameter that kiva does not know; repeats' --all\t'read every page' --limit\t'print at most n, reading as many pages as it takes' -L\t'print at most n, reading as many pages as it takes' --concurrency\t'requests under way at once, of several that are needed' --strict-paging\t'fail with exit code 9 when the list changed while it was read' --fields\t'show these fields; without names, tell which there are' --csv-safe\t'put an apostrophe before what a spreadsheet would compute' --jq\t'show what this jq expression makes of each record' --slurp\t'apply --jq once, to one array of all records' --raw-output\t'a result a line, strings without quotes' -r\t'a result a line, strings without quotes' --arg\t'set $name to a string; repeats' --images\t'show photographs in tables and pages on a terminal' --by\t'draw a chart by this field, such as country' --sum\t'add this field up, such as amount' --count\t'count records; the default' --watch\t'ask again and again, such as every 30s, and show what changes; with -o json an event a line' --until\t'end once this jq expression holds for the array of all records' --checkpoint\t'note in a file, after each page, how far it has come' --resume\t'in place of --checkpoint: go on from there' --out\t'write the answer to a file; it is put in its place when it is whole' --overwrite\t'replace files that are there' --wire\t'print the service\'s own document as sent' --force\t'print the document unchanged to a terminal too' --curl\t'print a line that sends the request by curl, and send nothing' --dry-run\t'print the request, and send nothing'
        case partners
            set verbs list\t'List field partners'
        case 'partners list'
            set flags --page\t'page of the results' --param\t'send a parameter that kiva does not know; repeats' --all\t'read every page' --limit\t'print at most n, reading as many pages as it takes' -L\t'print at most n, reading as many pages as it takes' --concurrency\t'requests under way at once, of several that are needed' --strict-paging\t'fail with exit code 9 when the list changed while it was read' --fields\t'show these fields; without names, tell which there are' --csv-safe\t'put an apostrophe before what a spreadsheet would compute' --jq\t'show what this jq expression makes of each record' --slurp\t'apply --jq once, to one array of all records' --raw-output\t'a result a line, strings without quotes' -r\t'a result a line, strings without quotes' --arg\t'set $name to a string; repeats' --images\t'show photographs in tables and pages on a terminal' --by\t'draw a chart by this field, such as country' --sum\t'add this field up, such as amount' --count\t'count records; the default' --watch\t'ask again and again, such as every 30s, and show what changes; with -o json an event a line' --until\t'end once this jq expression holds for the array of all records' --checkpoint\t'note in a file, after each page, how far it has come' --resume\t'in place of --checkpoint: go on from there' --out\t'write the answer to a file; it is put in its place when it is whole' --overwrite\t'replace files that are there' --wire\t'print the service\'s own document as sent' --force\t'print the document unchanged to a terminal too' --curl\t'print a line that sends the request by curl, and send nothing' --dry-run\t'print the request, and send nothing'
        case journal-entries
            set verbs search\t'Search journal entries' comments\t'List comments of a journal entry'
        case 'journal-entries search'
            set flags --media\t'what the entry holds' --partner\t'field partner' --sort-by\t'order of the results' --q\t'words in the content of the entry' --page\t'page of the results' --param\t'send a parameter that kiva does not know; repeats' --all\t'read every page' --limit\t'print at most n, reading as many pages as it takes' -L\t'print at most n, reading as many pages as it takes' --concurrency\t'requests under way at once, of several that are needed' --strict-paging\t'fail with exit code 9 when the list changed while it was read' --read\t'one after the other with their whole text, in place of a table' --fields\t'show these fields; without names, tell which there are' --csv-safe\t'put an apostrophe before what a spreadsheet would compute' --jq\t'show what this jq expression makes of each record' --slurp\t'apply --jq once, to one array of all records' --raw-output\t'a result a line, strings without quotes' -r\t'a result a line, strings without quotes' --arg\t'set $name to a string; repeats' --images\t'show photographs in tables and pages on a terminal' --by\t'draw a chart by this field, such as country' --sum\t'add this field up, such as amount' --count\t'count records; the default' --watch\t'ask again and again, such as every 30s, and show what changes; with -o json an event a line' --until\t'end once this jq expression holds for the array of all records' --checkpoint\t'note in a file, after each page, how far it has come' --resume\t'in place of --checkpoint: go on from there' --out\t'write the answer to a file; it is put in its place when it is whole' --overwrite\t'replace files that are there' --wire\t'print the service\'s own document as sent' --force\t'print the document unchanged to a terminal too' --curl\t'print a line that sends the request by curl, and send nothing' --dry-run\t'print the request, and send nothing'
        case 'journal-entries comments'
            set flags --page\t'page of the results' --param\t'send a parameter that kiva does not know; repeats' --all\t'read every page' --limit\t'print at most n, reading as many pages as it takes' -L\t'print at most n, reading as many pages as it takes' --concurrency\t'requests under way at once, of several that are needed' --strict-paging\t'fail with exit code 9 when the list changed while it was read' --read\t'one after the other with their whole text, in place of a table' --fields\t'show these fields; without names, tell which there are' --csv-safe\t'put an apostrophe before what a spreadsheet would compute' --jq\t'show what this jq expression makes of each record' --slurp\t'apply --jq once, to one array of all records' --raw-output\t'a result a line, strings without quotes' -r\t'a result a line, strings without quotes' --arg\t'set $name to a string; repeats' --images\t'show photographs in tables and pages on a terminal' --by\t'draw a chart by this field, such as country' --sum\t'add this field up, such as amount' --count\t'count records; the default' --watch\t'ask again and again, such as every 30s, and show what changes; with -o json an event a line' --until\t'end once this jq expression holds for the array of all records' --checkpoint\t'note in a file, after each page, how far it has come' --resume\t'in place of --checkpoint: go on from there' --out\t'write the answer to a file; it is put in its place when it is whole' --overwrite\t'replace files that are there' --wire\t'print the service\'s own document as sent' --force\t'print the document unchanged to a terminal too' --curl\t'print a line that sends the request by curl, and send nothing' --dry-run\t'print the request, and send nothing'
        case lending-actions
            set verbs recent\t'List the 100 most recent loans made by public lenders'
        case 'lending-actions recent'
            set flags --param\t'send a parameter that kiva does not know; repeats' --all\t'read every page' --limit\t'print at most n, reading as many pages as it takes' -L\t'print at most n, reading as many pages as it takes' --fields\t'show these fields; without names, tell which there are' --csv-safe\t'put an apostrophe before what a spreadsheet would compute' --jq\t'show what this jq expression makes of each record' --slurp\t'apply --jq once, to one array of all records' --raw-output\t'a result a line, strings without quotes' -r\t'a result a line, strings without quotes' --arg\t'set $name to a string; repeats' --images\t'show photographs in tables and pages on a terminal' --by\t'draw a chart by this field, such as country' --sum\t'add this field up, such as amount' --count\t'count records; the default' --watch\t'ask again and again, such as every 30s, and show what changes; with -o json an event a line' --until\t'end once this jq expression holds for the array of all records' --out\t'write the answer to a file; it is put in its place when it is whole' --overwrite\t'replace files that are there' --wire\t'print the service\'s own document as sent' --force\t'print the document unchanged to a terminal too' --curl\t'print a line that sends the request by curl, and send nothing' --dry-run\t'print the request, and send nothing'
        case my
            set verbs account\t'Show the account of the authorized user'
        case 'my account'
            set flags --param\t'send a parameter that kiva does not know; repeats' --fields\t'show these fields; without names, tell which there are' --csv-safe\t'put an apostrophe before what a spreadsheet would compute' --jq\t'show what this jq expression makes of each record' --slurp\t'apply --jq once, to one array of all records' --raw-output\t'a result a line, strings without quotes' -r\t'a result a line, strings without quotes' --arg\t'set $name to a string; repeats' --images\t'show photographs in tables and pages on a terminal' --by\t'draw a chart by this field, such as country' --sum\t'add this field up, such as amount' --count\t'count records; the default' --watch\t'ask again and again, such as every 30s, and show what changes; with -o json an event a line' --until\t'end once this jq expression holds for the array of all records' --out\t'write the answer to a file; it is put in its place when it is whole' --overwrite\t'replace files that are there' --wire\t'print the service\'s own document as sent' --force\t'print the document unchanged to a terminal too' --curl\t'print a line that sends the request by curl, and send nothing' --dry-run\t'print the request, and send nothing'
        case methods
            set verbs list\t'List the methods of the API' show\t'Show the specification of methods' get\t'Show the specification of methods' view\t'Show the specification of methods'
        case 'methods list'
            set flags --param\t'send a parameter that kiva does not know; repeats' --all\t'read every page' --limit\t'print at most n, reading as many pages as it takes' -L\t'print at most n, reading as many pages as it takes' --fields\t'show these fields; without names, tell which there are' --csv-safe\t'put an apostrophe before what a spreadsheet would compute' --jq\t'show what this jq expression makes of each record' --slurp\t'apply --jq once, to one array of all records' --raw-output\t'a result a line, strings without quotes' -r\t'a result a line, strings without quotes' --arg\t'set $name to a string; repeats' --images\t'show photographs in tables and pages on a terminal' --by\t'draw a chart by this field, such as country' --sum\t'add this field up, such as amount' --count\t'count records; the default' --watch\t'ask again and again, such as every 30s, and show what changes; with -o json an event a line' --until\t'end once this jq expression holds for the array of all records' --out\t'write the answer to a file; it is put in its place when it is whole' --overwrite\t'replace files that are there' --wire\t'print the service\'s own document as sent' --force\t'print the document unchanged to a terminal too' --curl\t'print a line that sends the request by curl, and send nothing' --dry-run\t'print the request, and send nothing'
        case 'methods show' 'methods get' 'methods view'
            set place 'methods show'
            set flags --param\t'send a parameter that kiva does not know; repeats' --concurrency\t'requests under way at once, of several that are needed' --fields\t'show these fields; without names, tell which there are' --csv-safe\t'put an apostrophe before what a spreadsheet would compute' --jq\t'show what this jq expression makes of each record' --slurp\t'apply --jq once, to one array of all records' --raw-output\t'a result a line, strings without quotes' -r\t'a result a line, strings without quotes' --arg\t'set $name to a string; repeats' --images\t'show photographs in tables and pages on a terminal' --by\t'draw a chart by this field, such as country' --sum\t'add this field up, such as amount' --count\t'count records; the default' --watch\t'ask again and again, such as every 30s, and show what changes; with -o json an event a line' --until\t'end once this jq expression holds for the array of all records' --checkpoint\t'note in a file, after each page, how far it has come' --resume\t'in place of --checkpoint: go on from there' --missing\t'write all ids that are not found to a file, one a line' --out\t'write the answer to a file; it is put in its place when it is whole' --overwrite\t'replace files that are there' --wire\t'print the service\'s own document as sent' --force\t'print the document unchanged to a terminal too' --curl\t'print a line that sends the request by curl, and send nothing' --dry-run\t'print the request, and send nothing'
        case releases
            set verbs current\t'Show the current release of the API'
        case 'releases current'
            set flags --param\t'send a parameter that kiva does not know; repeats' --fields\t'show these fields; without names, tell which there are' --csv-safe\t'put an apostrophe before what a spreadsheet would compute' --jq\t'show what this jq expression makes of each record' --slurp\t'apply --jq once, to one array of all records' --raw-output\t'a result a line, strings without quotes' -r\t'a result a line, strings without quotes' --arg\t'set $name to a string; repeats' --images\t'show photographs in tables and pages on a terminal' --by\t'draw a chart by this field, such as country' --sum\t'add this field up, such as amount' --count\t'count records; the default' --watch\t'ask again and again, such as every 30s, and show what changes; with -o json an event a line' --until\t'end once this jq expression holds for the array of all records' --out\t'write the answer to a file; it is put in its place when it is whole' --overwrite\t'replace files that are there' --wire\t'print the service\'s own document as sent' --force\t'print the document unchanged to a terminal too' --curl\t'print a line that sends the request by curl, and send nothing' --dry-run\t'print the request, and send nothing'
        case templates
            set verbs images\t'List URL templates for fetching images'
        case 'templates images'
            set flags --param\t'send a parameter that kiva does not know; repeats' --all\t'read every page' --limit\t'print at most n, reading as many pages as it takes' -L\t'print at most n, reading as many pages as it takes' --fields\t'show these fields; without names, tell which there are' --csv-safe\t'put an apostrophe before what a spreadsheet would compute' --jq\t'show what this jq expression makes of each record' --slurp\t'apply --jq once, to one array of all records' --raw-output\t'a result a line, strings without quotes' -r\t'a result a line, strings without quotes' --arg\t'set $name to a string; repeats' --images\t'show photographs in tables and pages on a terminal' --by\t'draw a chart by this field, such as country' --sum\t'add this field up, such as amount' --count\t'count records; the default' --watch\t'ask again and again, such as every 30s, and show what changes; with -o json an event a line' --until\t'end once this jq expression holds for the array of all records' --out\t'write the answer to a file; it is put in its place when it is whole' --overwrite\t'replace files that are there' --wire\t'print the service\'s own document as sent' --force\t'print the document unchanged to a terminal too' --curl\t'print a line that sends the request by curl, and send nothing' --dry-run\t'print the request, and send nothing'
        case api
            set flags --field\t'send a parameter' -f\t'send a parameter' --page\t'page of the results' --all\t'read every page' --limit\t'print at most n, reading as many pages as it takes' -L\t'print at most n, reading as many pages as it takes' --concurrency\t'requests under way at once, of several that are needed' --strict-paging\t'fail with exit code 9 when the list changed while it was read' --fields\t'show these fields; without names, tell which there are' --csv-safe\t'put an apostrophe before what a spreadsheet would compute' --jq\t'show what this jq expression makes of each record' --slurp\t'apply --jq once, to one array of all records' --raw-output\t'a result a line, strings without quotes' -r\t'a result a line, strings without quotes' --arg\t'set $name to a string; repeats' --images\t'show photographs in tables and pages on a terminal' --by\t'draw a chart by this field, such as country' --sum\t'add this field up, such as amount' --count\t'count records; the default' --watch\t'ask again and again, such as every 30s, and show what changes; with -o json an event a line' --until\t'end once this jq expression holds for the array of all records' --checkpoint\t'note in a file, after each page, how far it has come' --resume\t'in place of --checkpoint: go on from there' --out\t'write the answer to a file; it is put in its place when it is whole' --overwrite\t'replace files that are there' --wire\t'print the service\'s own document as sent' --force\t'print the document unchanged to a terminal too' --curl\t'print a line that sends the request by curl, and send nothing' --dry-run\t'print the request, and send nothing'
        case login
            set flags --scope\t'what to ask for' --callback\t'the callback registered for your application: you paste the address that the page leads to' --no-browser\t'do not open the page, only print its address' --start\t'first of two steps: print {authorize_url, next} and exit' --finish\t'second of two steps: read the code from standard input'
        case logout
            set flags --all\t'of every service, not only the one of --base-url'
        case sandbox
            set flags --port\t'port to listen on; 0, the default, takes a free one' --http\t'plain HTTP, where OAuth calls are rejected' --seed\t'seed of the marketplace' --loans\t'number of loans' --client\t'an application of your own, registered beside the built-in ones' --callback\t'its oauth_callback, letter by letter' --fault\t'what shall go wrong, and how probably in each request: cut=0.05' --fault-seed\t'decides which requests; that of the marketplace when left out'
        case doctor
            set flags --network\t'ask the service and its authorization page too, once each, and compare the clocks'
        case commands
            set flags --schema\t'print the JSON Schema of the manifest in its place'
        case auth
            set verbs status\t'Show who is logged in, and by what' header\t'Print a freshly signed Authorization header'
        case config
            set verbs list\t'Show every setting, and where it comes from' get\t'Print one setting as it is in this run' set\t'Keep a setting for every run to come' unset\t'Forget a setting that was kept' path\t'Print where the settings file is, or would be' edit\t'Edit the settings file, and check it before it counts'
        case 'config set'
            set verbs output\t'how records are printed' color\t'colour; also NO_COLOR, FORCE_COLOR, CLICOLOR' plain\t'for screen readers: a value a line, in words, without columns, bars and colour' progress\t'how stderr tells what goes on: as a line on a terminal, as JSON each second, or not' pager\t'show a long text at once, without a pager; KIVA_PAGER names the pager, cat for none' sandbox\t'answer from the embedded sandbox, without network' base_url\t'address of the API; beats KIVA_SANDBOX' auth_url\t'address of the authorization page; beats KIVA_SANDBOX' app_id\t'application identifier sent with each request, in reverse DNS notation' ca_file\t'PEM file of one more certificate authority to trust' timeout\t'time limit for one request' retries\t'how often a failed request is tried again, where that may help' cache\t'keep answers, and use those again that are younger: 30s, 10m, 2h, 1d'
        case completion
            set verbs install\t'Have a shell complete kiva from now on' uninstall\t'Have a shell forget the completion of kiva' bash\t'Print the completion of bash' zsh\t'Print the completion of zsh' fish\t'Print the completion of fish' powershell\t'Print the completion of PowerShell'
        case 'completion install'
            set flags --shell\t'whose completion; that of SHELL when left out' --dry-run\t'tell what would change, and change nothing'
        case 'completion uninstall'
            set flags --shell\t'whose completion; that of SHELL when left out' --dry-run\t'tell what would change, and change nothing'
        case cache
            set verbs info\t'Show where answers are kept, how many, and how large' clear\t'Remove all answers that were kept'
        case help
            set verbs loans\t'Search loans, show them, their lenders and updates' lenders\t'Search lenders, show them, their loans and teams' teams\t'Search lending teams, show them, their lenders and loans' partners\t'List field partners, who make the loans on the ground' journal-entries\t'Search journal entries about loans, and list their comments' lending-actions\t'See what public lenders just did' my\t'See what belongs to the user who logged in' methods\t'Read what the API says of itself' releases\t'See the release of the API' templates\t'List URL templates' api\t'Ask any path of the service' login\t'Authorize this tool to read your account' logout\t'Forget the token on this machine' doctor\t'Look for what is wrong with the set-up of this machine' commands\t'List all commands, to a program with everything about them' skill\t'Print a page that teaches a coding agent to use kiva' auth\t'Tell who is logged in, and sign for another program' config\t'Show and change the settings that every run begins with' completion\t'Have your shell complete commands, options and values' cache\t'Tell what --cache has kept, and remove it' authorization\t'Logging in, and the states of a token' bulk\t'Reading long lists, and going on where a run ended' charts\t'Records as bars, and on a map of the world' countries\t'Country codes, for --country-code' environment\t'Variables that kiva reads' exit-codes\t'How a run ended, for scripts' faults\t'What the sandbox can make go wrong' fields\t'The fields of each type of record' formats\t'How records are printed' global-options\t'Options that every command takes, and all short ones' images\t'Photographs on the terminal' jq\t'Making something else of records' output\t'Where the answer goes, and what is told beside it' sandbox\t'The service on your own machine' scripts\t'What a script can rely on' sectors\t'Sectors of business, for --sector'
        case 'help loans'
            set verbs search\t'Search loans' newest\t'List the most recent fundraising loans' show\t'Show loans in detail' get\t'Show loans in detail' view\t'Show loans in detail' lenders\t'List public lenders of a loan' journal-entries\t'List journal entries of a loan' updates\t'List all status updates of a loan, newest first'
        case 'help lenders'
            set verbs search\t'Search lenders' newest\t'List the newest lenders' show\t'Show lenders in detail' get\t'Show lenders in detail' view\t'Show lenders in detail' loans\t'List loans of a lender' teams\t'List teams of a lender'
        case 'help teams'
            set verbs search\t'Search lending teams' show\t'Show teams in detail' get\t'Show teams in detail' view\t'Show teams in detail' using-shortname\t'Show teams by shortname' lenders\t'List public lenders of a team' loans\t'List loans of a team'
        case 'help partners'
            set verbs list\t'List field partners'
        case 'help journal-entries'
            set verbs search\t'Search journal entries' comments\t'List comments of a journal entry'
        case 'help lending-actions'
            set verbs recent\t'List the 100 most recent loans made by public lenders'
        case 'help my'
            set verbs account\t'Show the account of the authorized user'
        case 'help methods'
            set verbs list\t'List the methods of the API' show\t'Show the specification of methods' get\t'Show the specification of methods' view\t'Show the specification of methods'
        case 'help releases'
            set verbs current\t'Show the current release of the API'
        case 'help templates'
            set verbs images\t'List URL templates for fetching images'
        case 'help auth'
            set verbs status\t'Show who is logged in, and by what' header\t'Print a freshly signed Authorization header'
        case 'help config'
            set verbs list\t'Show every setting, and where it comes from' get\t'Print one setting as it is in this run' set\t'Keep a setting for every run to come' unset\t'Forget a setting that was kept' path\t'Print where the settings file is, or would be' edit\t'Edit the settings file, and check it before it counts'
        case 'help completion'
            set verbs install\t'Have a shell complete kiva from now on' uninstall\t'Have a shell forget the completion of kiva' bash\t'Print the completion of bash' zsh\t'Print the completion of zsh' fish\t'Print the completion of fish' powershell\t'Print the completion of PowerShell'
        case 'help cache'
            set verbs info\t'Show where answers are kept, how many, and how large' clear\t'Remove all answers that were kept'
        case 'help fields'
            set verbs comment journal_entry lender_detail lender_listing loan_listing loan_detail loan_updates lending_action team_detail team_listing partner_listing method_summary user_account release image_template
    end
    set -a flags --output\t'how records are printed' -o\t'how records are printed' --color\t'colour; also NO_COLOR, FORCE_COLOR, CLICOLOR' --wide\t'a table with all its columns, as wide as it takes' --no-headers\t'a table without its header' --plain\t'for screen readers: a value a line, in words, without columns, bars and colour' --no-plain\t'tables, even on a terminal that is called dumb' --quiet\t'no notes on stderr, only errors' -q\t'no notes on stderr, only errors' --verbose\t'tell requests, statuses and times on stderr' -v\t'tell requests, statuses and times on stderr' --progress\t'how stderr tells what goes on: as a line on a terminal, as JSON each second, or not' --no-pager\t'show a long text at once, without a pager; KIVA_PAGER names the pager, cat for none' --debug\t'tell everything, stacks of errors too; secrets are masked' --trace\t'write every exchange to a file (HAR 1.2); secrets are masked' --sandbox\t'answer from the embedded sandbox, without network' --no-sandbox\t'ask the service, whatever KIVA_SANDBOX says' --base-url\t'address of the API; beats KIVA_SANDBOX' --auth-url\t'address of the authorization page; beats KIVA_SANDBOX' --app-id\t'application identifier sent with each request, in reverse DNS notation' --ca-file\t'PEM file of one more certificate authority to trust' --timeout\t'time limit for one request' --retries\t'how often a failed request is tried again, where that may help' --wait-on-limit\t'wait for the rate limit, however long it takes' --cache\t'keep answers, and use those again that are younger: 30s, 10m, 2h, 1d' --offline\t'answer from what --cache kept, however old' --profile\t'take the settings that the settings file has under this name before its others' --help\t'show the help of a command' -h\t'show the help of a command'
end

# Sets what an option takes, or an argument by its number.
function __kiva_values --no-scope-shadowing
    set kind none
    set values
    string match -q -- '-*' $argv[1]; and not string match -q -- $argv[1]\t'*' $flags; and return
    switch "$place $argv[1]"
        case '* --output' '* -o' 'config set output 1'
            set kind one
            set values table\t'a table to read, or a page for one record' json\t'one JSON array, or one object for a single record' ndjson\t'one JSON object a line' xml\t'XML as the service derives it from its JSON' csv\t'comma-separated values, with a header' tsv\t'tab-separated values, with a header' yaml\t'one YAML document a record' geojson\t'GeoJSON: records on the map' parquet\t'Apache Parquet, typed columns for DuckDB and the like; needs --out' chart\t'bars of how many records there are of each kind; see kiva help charts' map\t'where loans, partners or lending actions are, on a map of the world'
        case '* --color' 'config set color 1'
            set kind one
            set values auto always never
        case '* --progress' 'config set progress 1'
            set kind one
            set values auto json none
        case '* --trace' '* --ca-file' '* --checkpoint' '* --resume' '* --out' '* --missing' 'config set ca_file 1'
            set kind file
        case '* --base-url' '* --auth-url' '* --app-id' '* --timeout' '* --retries' '* --cache' '* --profile' '* --partner' '* --q' '* --page' '* --param' '* --limit' '* -L' '* --concurrency' '* --jq' '* --arg' '* --watch' '* --until' '* --occupation' '* --field' '* -f' '* --callback' '* --port' '* --seed' '* --loans' '* --client' '* --fault-seed'
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
        case 'loans search --fields' 'loans newest --fields' 'lenders loans --fields' 'teams loans --fields'
            set kind list
            set values id name status loan_amount funded_amount basket_amount paid_amount activity sector use location location.country_code location.country location.town location.geo location.geo.level location.geo.pairs location.geo.type partner_id posted_date planned_expiration_date lender_count bonus_credit_eligibility themes theme tags tags.name image image.id image.template_id video video.id video.youtube_id delinquent borrower_count description description.languages
        case 'loans show --fields'
            set kind list
            set values id name status loan_amount funded_amount basket_amount paid_amount activity sector use location location.country_code location.country location.town location.geo location.geo.level location.geo.pairs location.geo.type partner_id posted_date planned_expiration_date lender_count bonus_credit_eligibility themes theme tags tags.name image image.id image.template_id video video.id video.youtube_id delinquent description description.languages description.texts borrowers borrowers.first_name borrowers.last_name borrowers.gender borrowers.pictured terms terms.disbursal_date terms.disbursal_currency terms.disbursal_amount terms.repayment_interval terms.repayment_term terms.loan_amount terms.local_payments terms.local_payments.due_date terms.local_payments.amount terms.scheduled_payments terms.scheduled_payments.due_date terms.scheduled_payments.amount terms.loss_liability terms.loss_liability.nonpayment terms.loss_liability.currency_exchange terms.loss_liability.currency_exchange_coverage_rate payments payments.payment_id payments.amount payments.local_amount payments.rounded_local_amount payments.processed_date payments.settlement_date payments.currency_exchange_loss_amount payments.comment funded_date paid_date currency_exchange_loss_amount journal_totals journal_totals.entries journal_totals.bulkEntries translator translator.byline translator.image
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
            set values id shortname name category whereabouts loan_because description website_url team_since membership_type member_count loan_count loaned_amount image image.id image.template_id
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
        case 'templates images --fields'
            set kind list
            set values id pattern
        case 'api --fields'
            set kind list
        case '* --images'
            set kind one
            set values auto kitty iterm2 sixel blocks
        case 'loans search --by' 'loans newest --by' 'lenders loans --by' 'teams loans --by'
            set kind one
            set values amount country language month partner sector status tag theme town id name loan_amount funded_amount basket_amount paid_amount activity use location.country_code location.country location.town location.geo.level location.geo.pairs location.geo.type partner_id posted_date planned_expiration_date lender_count bonus_credit_eligibility themes tags.name image.id image.template_id video.id video.youtube_id delinquent borrower_count description.languages
        case 'loans show --by'
            set kind one
            set values amount country currency gender language month partner sector status tag term theme town id name loan_amount funded_amount basket_amount paid_amount activity use location.country_code location.country location.town location.geo.level location.geo.pairs location.geo.type partner_id posted_date planned_expiration_date lender_count bonus_credit_eligibility themes tags.name image.id image.template_id video.id video.youtube_id delinquent description.languages borrowers.first_name borrowers.last_name borrowers.gender borrowers.pictured terms.disbursal_date terms.disbursal_currency terms.disbursal_amount terms.repayment_interval terms.repayment_term terms.loan_amount terms.local_payments.due_date terms.local_payments.amount terms.scheduled_payments.due_date terms.scheduled_payments.amount terms.loss_liability.nonpayment terms.loss_liability.currency_exchange terms.loss_liability.currency_exchange_coverage_rate payments.payment_id payments.amount payments.local_amount payments.rounded_local_amount payments.processed_date payments.settlement_date payments.currency_exchange_loss_amount payments.comment funded_date paid_date currency_exchange_loss_amount journal_totals.entries journal_totals.bulkEntries translator.byline translator.image
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
            set values amount membership month id shortname name category whereabouts loan_because description website_url team_since membership_type member_count loan_count loaned_amount image.id image.template_id
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
        case 'api --by' 'loans lenders --sum' 'lenders search --sum' 'lenders newest --sum' 'teams lenders --sum' 'journal-entries comments --sum' 'my account --sum' 'releases current --sum' 'templates images --sum' 'api --sum'
            set kind one
        case 'loans search --sum' 'loans newest --sum' 'lenders loans --sum' 'teams loans --sum'
            set kind one
            set values amount loan_amount funded_amount basket_amount paid_amount lender_count borrower_count
        case 'loans show --sum'
            set kind one
            set values amount term loan_amount funded_amount basket_amount paid_amount lender_count terms.repayment_term terms.loan_amount terms.scheduled_payments.amount terms.loss_liability.currency_exchange_coverage_rate payments.amount payments.currency_exchange_loss_amount currency_exchange_loss_amount journal_totals.entries journal_totals.bulkEntries translator.image
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
            set values amount member_count loan_count loaned_amount
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
            set values output\t'how records are printed' color\t'colour; also NO_COLOR, FORCE_COLOR, CLICOLOR' plain\t'for screen readers: a value a line, in words, without columns, bars and colour' progress\t'how stderr tells what goes on: as a line on a terminal, as JSON each second, or not' pager\t'show a long text at once, without a pager; KIVA_PAGER names the pager, cat for none' sandbox\t'answer from the embedded sandbox, without network' base_url\t'address of the API; beats KIVA_SANDBOX' auth_url\t'address of the authorization page; beats KIVA_SANDBOX' app_id\t'application identifier sent with each request, in reverse DNS notation' ca_file\t'PEM file of one more certificate authority to trust' timeout\t'time limit for one request' retries\t'how often a failed request is tried again, where that may help' cache\t'keep answers, and use those again that are younger: 30s, 10m, 2h, 1d'
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

# Prints what may stand at the cursor, each with what it is.
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
