# Completion of kiva for bash, with bash-completion or without it. `npm run generate` writes this file.
# It starts no process: all words are listed here, except the names of shortlists and saved commands.

# Sets the commands and options that can follow the words of a command.
_kiva_place() {
  verbs=() flags=()
  case $place in
    '') verbs=(loans lenders teams partners journal-entries lending-actions my methods releases templates api explore today login logout sandbox sql doctor commands skill mcp portfolio mirror shortlist saved auth config completion cache help) flags=(--version -V) ;;
    loans) verbs=(search newest show get view lenders journal-entries updates) ;;
    'loans search') flags=(--status --gender --region --country-code --sector --partner --sort-by --q --page --param --all --limit -L --concurrency --requests --strict-paging --with --lender --filter --where --order --at-most --budget --not-lent-by --new --changes --mark --peek --mark-only --fail-empty --across --fields --csv-safe --jq --slurp --raw-output -r --arg --images --by --sum --avg --median --min --max --count --web --watch --until --checkpoint --resume --out --overwrite --wire --force --curl --dry-run) ;;
    'loans newest') flags=(--page --param --all --limit -L --concurrency --requests --strict-paging --with --lender --filter --where --order --at-most --budget --not-lent-by --new --changes --mark --peek --mark-only --fail-empty --across --fields --csv-safe --jq --slurp --raw-output -r --arg --images --by --sum --avg --median --min --max --count --web --watch --until --checkpoint --resume --out --overwrite --wire --force --curl --dry-run) ;;
    'loans show' | 'loans get' | 'loans view') place='loans show' flags=(--param --concurrency --with --lender --filter --where --order --at-most --not-lent-by --new --changes --mark --peek --mark-only --fail-empty --across --lang --full --fields --csv-safe --jq --slurp --raw-output -r --arg --images --by --sum --avg --median --min --max --count --web --watch --until --checkpoint --resume --missing --out --overwrite --wire --force --curl --dry-run) ;;
    'loans lenders') flags=(--page --param --all --limit -L --concurrency --requests --strict-paging --filter --where --order --at-most --new --changes --mark --peek --mark-only --fail-empty --across --fields --csv-safe --jq --slurp --raw-output -r --arg --images --by --sum --avg --median --min --max --count --watch --until --checkpoint --resume --out --overwrite --wire --force --curl --dry-run) ;;
    'loans journal-entries') flags=(--page --param --all --limit -L --concurrency --requests --strict-paging --filter --where --order --at-most --only --new --changes --mark --peek --mark-only --fail-empty --read --across --fields --csv-safe --jq --slurp --raw-output -r --arg --images --by --sum --avg --median --min --max --count --watch --until --checkpoint --resume --out --overwrite --wire --force --curl --dry-run) ;;
    'loans updates') flags=(--param --all --limit -L --filter --where --order --at-most --new --changes --mark --peek --mark-only --fail-empty --read --across --fields --csv-safe --jq --slurp --raw-output -r --arg --images --by --sum --avg --median --min --max --count --watch --until --out --overwrite --wire --force --curl --dry-run) ;;
    lenders) verbs=(search newest show get view loans teams) ;;
    'lenders search') flags=(--country-code --sort-by --q --occupation --page --param --all --limit -L --concurrency --requests --strict-paging --filter --where --order --at-most --new --changes --mark --peek --mark-only --fail-empty --across --fields --csv-safe --jq --slurp --raw-output -r --arg --images --by --sum --avg --median --min --max --count --watch --until --checkpoint --resume --out --overwrite --wire --force --curl --dry-run) ;;
    'lenders newest') flags=(--page --param --all --limit -L --concurrency --requests --strict-paging --filter --where --order --at-most --new --changes --mark --peek --mark-only --fail-empty --across --fields --csv-safe --jq --slurp --raw-output -r --arg --images --by --sum --avg --median --min --max --count --watch --until --checkpoint --resume --out --overwrite --wire --force --curl --dry-run) ;;
    'lenders show' | 'lenders get' | 'lenders view') place='lenders show' flags=(--param --concurrency --filter --where --order --at-most --new --changes --mark --peek --mark-only --fail-empty --across --fields --csv-safe --jq --slurp --raw-output -r --arg --images --by --sum --avg --median --min --max --count --web --watch --until --checkpoint --resume --missing --out --overwrite --wire --force --curl --dry-run) ;;
    'lenders loans') flags=(--sort-by --page --param --all --limit -L --concurrency --requests --strict-paging --with --lender --filter --where --order --at-most --budget --not-lent-by --new --changes --mark --peek --mark-only --fail-empty --across --fields --csv-safe --jq --slurp --raw-output -r --arg --images --by --sum --avg --median --min --max --count --web --watch --until --checkpoint --resume --out --overwrite --wire --force --curl --dry-run) ;;
    'lenders teams') flags=(--page --param --all --limit -L --concurrency --requests --strict-paging --with --filter --where --order --at-most --new --changes --mark --peek --mark-only --fail-empty --across --fields --csv-safe --jq --slurp --raw-output -r --arg --images --by --sum --avg --median --min --max --count --watch --until --checkpoint --resume --out --overwrite --wire --force --curl --dry-run) ;;
    teams) verbs=(search show get view using-shortname lenders loans) ;;
    'teams search') flags=(--membership-type --category --sort-by --q --page --param --all --limit -L --concurrency --requests --strict-paging --with --filter --where --order --at-most --new --changes --mark --peek --mark-only --fail-empty --across --fields --csv-safe --jq --slurp --raw-output -r --arg --images --by --sum --avg --median --min --max --count --watch --until --checkpoint --resume --out --overwrite --wire --force --curl --dry-run) ;;
    'teams show' | 'teams get' | 'teams view') place='teams show' flags=(--param --concurrency --with --filter --where --order --at-most --new --changes --mark --peek --mark-only --fail-empty --across --fields --csv-safe --jq --slurp --raw-output -r --arg --images --by --sum --avg --median --min --max --count --watch --until --checkpoint --resume --missing --out --overwrite --wire --force --curl --dry-run) ;;
    'teams using-shortname') flags=(--param --concurrency --with --filter --where --order --at-most --new --changes --mark --peek --mark-only --fail-empty --across --fields --csv-safe --jq --slurp --raw-output -r --arg --images --by --sum --avg --median --min --max --count --web --watch --until --checkpoint --resume --missing --out --overwrite --wire --force --curl --dry-run) ;;
    'teams lenders') flags=(--sort-by --page --param --all --limit -L --concurrency --requests --strict-paging --filter --where --order --at-most --new --changes --mark --peek --mark-only --fail-empty --across --fields --csv-safe --jq --slurp --raw-output -r --arg --images --by --sum --avg --median --min --max --count --watch --until --checkpoint --resume --out --overwrite --wire --force --curl --dry-run) ;;
    'teams loans') flags=(--sort-by --page --param --all --limit -L --concurrency --requests --strict-paging --with --lender --filter --where --order --at-most --budget --not-lent-by --new --changes --mark --peek --mark-only --fail-empty --across --fields --csv-safe --jq --slurp --raw-output -r --arg --images --by --sum --avg --median --min --max --count --web --watch --until --checkpoint --resume --out --overwrite --wire --force --curl --dry-run) ;;
    partners) verbs=(list show get view) ;;
    'partners list') flags=(--page --param --all --limit -L --concurrency --requests --strict-paging --filter --where --order --at-most --only --new --changes --mark --peek --mark-only --fail-empty --across --fields --csv-safe --jq --slurp --raw-output -r --arg --images --by --sum --avg --median --min --max --count --watch --until --checkpoint --resume --out --overwrite --wire --force --curl --dry-run) ;;
    'partners show' | 'partners get' | 'partners view') place='partners show' flags=(--param --concurrency --requests --filter --where --order --at-most --new --changes --mark --peek --mark-only --fail-empty --across --fields --csv-safe --jq --slurp --raw-output -r --arg --images --by --sum --avg --median --min --max --count --watch --until --missing --out --overwrite --curl --dry-run) ;;
    journal-entries) verbs=(search comments) ;;
    'journal-entries search') flags=(--media --partner --sort-by --q --page --param --all --limit -L --concurrency --requests --strict-paging --filter --where --order --at-most --only --new --changes --mark --peek --mark-only --fail-empty --read --across --fields --csv-safe --jq --slurp --raw-output -r --arg --images --by --sum --avg --median --min --max --count --watch --until --checkpoint --resume --out --overwrite --wire --force --curl --dry-run) ;;
    'journal-entries comments') flags=(--page --param --all --limit -L --concurrency --requests --strict-paging --filter --where --order --at-most --only --new --changes --mark --peek --mark-only --fail-empty --read --across --fields --csv-safe --jq --slurp --raw-output -r --arg --images --by --sum --avg --median --min --max --count --watch --until --checkpoint --resume --out --overwrite --wire --force --curl --dry-run) ;;
    lending-actions) verbs=(recent) ;;
    'lending-actions recent') flags=(--param --all --limit -L --filter --where --order --at-most --only --new --changes --mark --peek --mark-only --fail-empty --across --fields --csv-safe --jq --slurp --raw-output -r --arg --images --by --sum --avg --median --min --max --count --watch --until --out --overwrite --wire --force --curl --dry-run) ;;
    my) verbs=(account) ;;
    'my account') flags=(--param --fields --csv-safe --jq --slurp --raw-output -r --arg --images --by --sum --avg --median --min --max --count --watch --until --out --overwrite --wire --force --curl --dry-run) ;;
    methods) verbs=(list show get view) ;;
    'methods list') flags=(--param --all --limit -L --filter --where --order --at-most --new --changes --mark --peek --mark-only --fail-empty --across --fields --csv-safe --jq --slurp --raw-output -r --arg --images --by --sum --avg --median --min --max --count --watch --until --out --overwrite --wire --force --curl --dry-run) ;;
    'methods show' | 'methods get' | 'methods view') place='methods show' flags=(--param --concurrency --filter --where --order --at-most --new --changes --mark --peek --mark-only --fail-empty --across --fields --csv-safe --jq --slurp --raw-output -r --arg --images --by --sum --avg --median --min --max --count --watch --until --checkpoint --resume --missing --out --overwrite --wire --force --curl --dry-run) ;;
    releases) verbs=(current) ;;
    'releases current') flags=(--param --fields --csv-safe --jq --slurp --raw-output -r --arg --images --by --sum --avg --median --min --max --count --watch --until --out --overwrite --wire --force --curl --dry-run) ;;
    templates) verbs=(images) ;;
    'templates images') flags=(--param --all --limit -L --filter --where --order --at-most --new --changes --mark --peek --mark-only --fail-empty --across --fields --csv-safe --jq --slurp --raw-output -r --arg --images --by --sum --avg --median --min --max --count --watch --until --out --overwrite --wire --force --curl --dry-run) ;;
    api) flags=(--field -f --page --all --limit -L --concurrency --requests --strict-paging --with --lender --filter --where --order --at-most --not-lent-by --new --changes --mark --peek --mark-only --fail-empty --across --fields --csv-safe --jq --slurp --raw-output -r --arg --images --by --sum --avg --median --min --max --count --watch --until --checkpoint --resume --out --overwrite --wire --force --curl --dry-run) ;;
    explore) verbs=(loans lenders teams partners journal-entries lending-actions my methods releases templates) flags=(--print --theme --images) ;;
    'explore loans') verbs=(search newest show get view lenders journal-entries updates) ;;
    'explore loans search') flags=(--print --theme --images --status --gender --region --country-code --sector --partner --sort-by --q --page --param --all --limit -L --concurrency --strict-paging --with --lender --filter --where --order --at-most --budget --not-lent-by --by --sum --avg --median --min --max --count) ;;
    'explore loans newest') flags=(--print --theme --images --page --param --all --limit -L --concurrency --strict-paging --with --lender --filter --where --order --at-most --budget --not-lent-by --by --sum --avg --median --min --max --count) ;;
    'explore loans show' | 'explore loans get' | 'explore loans view') place='explore loans show' flags=(--print --theme --images --param --concurrency --with --lender --filter --where --order --at-most --not-lent-by --by --sum --avg --median --min --max --count) ;;
    'explore loans lenders') flags=(--print --theme --images --page --param --all --limit -L --concurrency --strict-paging --filter --where --order --at-most --by --sum --avg --median --min --max --count) ;;
    'explore loans journal-entries') flags=(--print --theme --images --page --param --all --limit -L --concurrency --strict-paging --filter --where --order --at-most --only --by --sum --avg --median --min --max --count) ;;
    'explore loans updates') flags=(--print --theme --images --param --all --limit -L --filter --where --order --at-most --by --sum --avg --median --min --max --count) ;;
    'explore lenders') verbs=(search newest show get view loans teams) ;;
    'explore lenders search') flags=(--print --theme --images --country-code --sort-by --q --occupation --page --param --all --limit -L --concurrency --strict-paging --filter --where --order --at-most --by --sum --avg --median --min --max --count) ;;
    'explore lenders newest') flags=(--print --theme --images --page --param --all --limit -L --concurrency --strict-paging --filter --where --order --at-most --by --sum --avg --median --min --max --count) ;;
    'explore lenders show' | 'explore lenders get' | 'explore lenders view') place='explore lenders show' flags=(--print --theme --images --param --concurrency --filter --where --order --at-most --by --sum --avg --median --min --max --count) ;;
    'explore lenders loans') flags=(--print --theme --images --sort-by --page --param --all --limit -L --concurrency --strict-paging --with --lender --filter --where --order --at-most --budget --not-lent-by --by --sum --avg --median --min --max --count) ;;
    'explore lenders teams') flags=(--print --theme --images --page --param --all --limit -L --concurrency --strict-paging --with --filter --where --order --at-most --by --sum --avg --median --min --max --count) ;;
    'explore teams') verbs=(search show get view using-shortname lenders loans) ;;
    'explore teams search') flags=(--print --theme --images --membership-type --category --sort-by --q --page --param --all --limit -L --concurrency --strict-paging --with --filter --where --order --at-most --by --sum --avg --median --min --max --count) ;;
    'explore teams show' | 'explore teams get' | 'explore teams view') place='explore teams show' flags=(--print --theme --images --param --concurrency --with --filter --where --order --at-most --by --sum --avg --median --min --max --count) ;;
    'explore teams using-shortname') flags=(--print --theme --images --param --concurrency --with --filter --where --order --at-most --by --sum --avg --median --min --max --count) ;;
    'explore teams lenders') flags=(--print --theme --images --sort-by --page --param --all --limit -L --concurrency --strict-paging --filter --where --order --at-most --by --sum --avg --median --min --max --count) ;;
    'explore teams loans') flags=(--print --theme --images --sort-by --page --param --all --limit -L --concurrency --strict-paging --with --lender --filter --where --order --at-most --budget --not-lent-by --by --sum --avg --median --min --max --count) ;;
    'explore partners') verbs=(list show get view) ;;
    'explore partners list') flags=(--print --theme --images --page --param --all --limit -L --concurrency --strict-paging --filter --where --order --at-most --only --by --sum --avg --median --min --max --count) ;;
    'explore partners show' | 'explore partners get' | 'explore partners view') place='explore partners show' flags=(--print --theme --images --param --concurrency --filter --where --order --at-most --by --sum --avg --median --min --max --count) ;;
    'explore journal-entries') verbs=(search comments) ;;
    'explore journal-entries search') flags=(--print --theme --images --media --partner --sort-by --q --page --param --all --limit -L --concurrency --strict-paging --filter --where --order --at-most --only --by --sum --avg --median --min --max --count) ;;
    'explore journal-entries comments') flags=(--print --theme --images --page --param --all --limit -L --concurrency --strict-paging --filter --where --order --at-most --only --by --sum --avg --median --min --max --count) ;;
    'explore lending-actions') verbs=(recent) ;;
    'explore lending-actions recent') flags=(--print --theme --images --param --all --limit -L --filter --where --order --at-most --only --by --sum --avg --median --min --max --count) ;;
    'explore my') verbs=(account) ;;
    'explore my account') flags=(--print --theme --images --param --by --sum --avg --median --min --max --count) ;;
    'explore methods') verbs=(list show get view) ;;
    'explore methods list') flags=(--print --theme --images --param --all --limit -L --filter --where --order --at-most --by --sum --avg --median --min --max --count) ;;
    'explore methods show' | 'explore methods get' | 'explore methods view') place='explore methods show' flags=(--print --theme --images --param --concurrency --filter --where --order --at-most --by --sum --avg --median --min --max --count) ;;
    'explore releases') verbs=(current) ;;
    'explore releases current') flags=(--print --theme --images --param --by --sum --avg --median --min --max --count) ;;
    'explore templates') verbs=(images) ;;
    'explore templates images') flags=(--print --theme --images --param --all --limit -L --filter --where --order --at-most --by --sum --avg --median --min --max --count) ;;
    today) flags=(--peek --out --overwrite) ;;
    login) flags=(--scope --callback --no-browser --start --finish) ;;
    logout) flags=(--all) ;;
    sandbox) flags=(--port --http --seed --loans --client --callback --fault --fault-seed) ;;
    sql) flags=(--temp --out --overwrite) ;;
    doctor) flags=(--network --schema) ;;
    commands) flags=(--schema) ;;
    mcp) flags=(--tools --config) ;;
    portfolio) verbs=(show calendar suggest) ;;
    'portfolio show') flags=(--by --over --top --share --out --overwrite) ;;
    'portfolio calendar') flags=(--months --share --out --overwrite) ;;
    'portfolio suggest') flags=(--budget --web --gender --region --country-code --sector --partner --q --param --limit -L --concurrency --requests --strict-paging --with --filter --where --order --at-most --not-lent-by --new --changes --mark --peek --mark-only --fail-empty --across --fields --csv-safe --jq --slurp --raw-output -r --arg --images --by --sum --avg --median --min --max --count --watch --until --out --overwrite --curl --dry-run) ;;
    mirror) verbs=(pull import export schema info verify changes clear) ;;
    'mirror pull') flags=(--for --requests --ids --wait) ;;
    'mirror import') flags=(--wait) ;;
    'mirror export') flags=(--out --keep --manifest --wait) ;;
    'mirror schema') flags=(--dbt) ;;
    'mirror verify') flags=(--sample) ;;
    'mirror clear') flags=(--yes) ;;
    shortlist) verbs=(add list show remove) ;;
    'shortlist add') flags=(--note) ;;
    'shortlist list' | 'shortlist show') place='shortlist list' ;;
    saved) verbs=(add run list remove) ;;
    auth) verbs=(status list header) ;;
    config) verbs=(list get set unset path edit) ;;
    'config set') verbs=(output color plain progress pager sandbox mirror base_url auth_url app_id ca_file timeout retries cache lender columns.comments columns.journal_entries columns.lenders columns.loans columns.loan_updates columns.lending_actions columns.teams columns.partners columns.methods columns.templates explore.keys.down explore.keys.up explore.keys.page_down explore.keys.page_up explore.keys.first explore.keys.last explore.keys.next_record explore.keys.previous_record explore.keys.open explore.keys.back explore.keys.history_back explore.keys.history_forward explore.keys.out explore.keys.pane explore.keys.previous_pane explore.keys.filter explore.keys.search explore.keys.facets explore.keys.sort explore.keys.reverse explore.keys.forecast explore.keys.totals explore.keys.palette explore.keys.mark explore.keys.marked_only explore.keys.all_marked explore.keys.unmark_all explore.keys.shortlist explore.keys.print explore.keys.export explore.keys.copy explore.keys.browser explore.keys.view explore.keys.raw explore.keys.zoom explore.keys.tab_1 explore.keys.tab_2 explore.keys.tab_3 explore.keys.tab_4 explore.keys.tab_5 explore.keys.tab_6 explore.keys.tab_7 explore.keys.tab_8 explore.keys.read_again explore.keys.read_all explore.keys.watch explore.keys.requests explore.keys.help explore.keys.mouse explore.keys.redraw explore.keys.suspend explore.keys.quit) ;;
    completion) verbs=(install uninstall bash zsh fish powershell) ;;
    'completion install') flags=(--shell --dry-run) ;;
    'completion uninstall') flags=(--shell --dry-run) ;;
    cache) verbs=(info clear) ;;
    help) verbs=(loans lenders teams partners journal-entries lending-actions my methods releases templates api today login logout sql doctor commands skill mcp portfolio shortlist saved auth config completion cache authorization bulk charts countries derived environment exit-codes explore faults fields filters formats global-options images jq marks mirror output sandbox scripts sectors) ;;
    'help loans') verbs=(search newest show get view lenders journal-entries updates) ;;
    'help lenders') verbs=(search newest show get view loans teams) ;;
    'help teams') verbs=(search show get view using-shortname lenders loans) ;;
    'help partners') verbs=(list show get view) ;;
    'help journal-entries') verbs=(search comments) ;;
    'help lending-actions') verbs=(recent) ;;
    'help my') verbs=(account) ;;
    'help methods') verbs=(list show get view) ;;
    'help releases') verbs=(current) ;;
    'help templates') verbs=(images) ;;
    'help portfolio') verbs=(show calendar suggest) ;;
    'help mirror') verbs=(pull import export schema info verify changes clear) ;;
    'help shortlist') verbs=(add list show remove) ;;
    'help saved') verbs=(add run list remove) ;;
    'help auth') verbs=(status list header) ;;
    'help config') verbs=(list get set unset path edit) ;;
    'help completion') verbs=(install uninstall bash zsh fish powershell) ;;
    'help cache') verbs=(info clear) ;;
    'help derived') verbs=(funding repayment people partner mine budget team team_recent) ;;
    'help fields') verbs=(comment journal_entry lender_detail lender_listing loan_listing loan_detail loan_updates lending_action team_detail team_listing partner_listing method_summary user_account release image_template) ;;
  esac
  flags+=(--output -o --color --wide --no-headers --plain --no-plain --quiet -q --verbose -v --progress --no-pager --debug --trace --sandbox --no-sandbox --mirror --no-mirror --day --base-url --auth-url --app-id --ca-file --timeout --retries --wait-on-limit --cache --offline --profile --help -h)
}

# Sets the values of an option, or of an argument by its number.
_kiva_values() {
  kind=none values=()
  [[ $1 == -* && " ${flags[*]} " != *" $1 "* ]] && return
  case "$place $1" in
    *' --output' | *' -o' | 'config set output 1') kind=one values=(table json ndjson xml csv tsv ids yaml md html geojson parquet chart map) ;;
    *' --color' | 'config set color 1') kind=one values=(auto always never) ;;
    *' --progress' | 'config set progress 1') kind=one values=(auto json none) ;;
    *' --trace' | *' --ca-file' | 'config set ca_file 1' | *' --checkpoint' | *' --resume' | *' --out' | *' --missing' | *' --manifest') kind=file ;;
    *' --day' | *' --base-url' | *' --auth-url' | *' --app-id' | *' --timeout' | *' --retries' | *' --cache' | *' --profile' | *' --partner' | *' --q' | *' --page' | *' --param' | *' --limit' | *' -L' | *' --concurrency' | *' --requests' | 'api --filter' | 'portfolio suggest --filter' | *' --where' | *' --at-most' | *' --budget' | *' --mark' | *' --jq' | *' --arg' | *' --watch' | *' --until' | *' --only' | *' --occupation' | *' --field' | *' -f' | *' --callback' | *' --port' | *' --seed' | *' --loans' | *' --client' | *' --fault-seed' | *' --tools' | *' --over' | *' --top' | *' --share' | *' --months' | *' --for' | *' --ids' | *' --wait' | *' --keep' | *' --sample' | *' --note') kind=text ;;
    ' 1' | 'saved add 1' | 'saved run 1' | 'saved remove 1') kind=one; _kiva_names saved ;;
    'loans show 1' | 'teams show 1' | 'teams using-shortname 1' | 'partners show 1' | 'methods show 1' | 'explore loans show 1' | 'explore teams show 1' | 'explore teams using-shortname 1' | 'explore partners show 1' | 'explore methods show 1' | 'loans show 2' | 'teams show 2' | 'teams using-shortname 2' | 'partners show 2' | 'methods show 2' | 'explore loans show 2' | 'explore teams show 2' | 'explore teams using-shortname 2' | 'explore partners show 2' | 'explore methods show 2' | 'loans show 3' | 'teams show 3' | 'teams using-shortname 3' | 'partners show 3' | 'methods show 3' | 'explore loans show 3' | 'explore teams show 3' | 'explore teams using-shortname 3' | 'explore partners show 3' | 'explore methods show 3') kind=list; _kiva_names @shortlists ;;
    'lenders show 1' | 'explore lenders show 1' | 'lenders show 2' | 'explore lenders show 2' | 'shortlist add 2' | 'shortlist remove 2' | 'lenders show 3' | 'explore lenders show 3' | 'shortlist add 3' | 'shortlist remove 3') kind=list values=('@me'); _kiva_names @shortlists ;;
    'lenders loans 1' | 'lenders teams 1' | 'explore lenders loans 1' | 'explore lenders teams 1' | 'portfolio show 1' | 'portfolio calendar 1' | 'portfolio suggest 1' | *' --lender') kind=one values=('@me') ;;
    'shortlist add 1' | 'shortlist list 1' | 'shortlist remove 1') kind=one; _kiva_names shortlists ;;
    'config get 1' | 'config unset 1') kind=one values=(output color plain progress pager sandbox mirror base_url auth_url app_id ca_file timeout retries cache lender columns.comments columns.journal_entries columns.lenders columns.loans columns.loan_updates columns.lending_actions columns.teams columns.partners columns.methods columns.templates explore.keys.down explore.keys.up explore.keys.page_down explore.keys.page_up explore.keys.first explore.keys.last explore.keys.next_record explore.keys.previous_record explore.keys.open explore.keys.back explore.keys.history_back explore.keys.history_forward explore.keys.out explore.keys.pane explore.keys.previous_pane explore.keys.filter explore.keys.search explore.keys.facets explore.keys.sort explore.keys.reverse explore.keys.forecast explore.keys.totals explore.keys.palette explore.keys.mark explore.keys.marked_only explore.keys.all_marked explore.keys.unmark_all explore.keys.shortlist explore.keys.print explore.keys.export explore.keys.copy explore.keys.browser explore.keys.view explore.keys.raw explore.keys.zoom explore.keys.tab_1 explore.keys.tab_2 explore.keys.tab_3 explore.keys.tab_4 explore.keys.tab_5 explore.keys.tab_6 explore.keys.tab_7 explore.keys.tab_8 explore.keys.read_again explore.keys.read_all explore.keys.watch explore.keys.requests explore.keys.help explore.keys.mouse explore.keys.redraw explore.keys.suspend explore.keys.quit) ;;
    'config set plain 1' | 'config set sandbox 1' | 'config set mirror 1') kind=one values=(1 0) ;;
    'completion install 1' | 'completion uninstall 1' | *' --shell') kind=one values=(bash zsh fish powershell) ;;
    *' --status' | 'loans search filter:status' | 'loans newest filter:status' | 'loans show filter:status' | 'lenders loans filter:status' | 'teams loans filter:status' | 'explore loans search filter:status' | 'explore loans newest filter:status' | 'explore loans show filter:status' | 'explore lenders loans filter:status' | 'explore teams loans filter:status') kind=list values=(fundraising funded in_repayment paid ended_with_loss) ;;
    *' --gender') kind=one values=(female male) ;;
    *' --region') kind=list values=(na ca sa af as me ee) ;;
    *' --country-code' | *' filter:country-code') kind=list values=(AF AL AM AR AU AZ BA BE BF BG BI BJ BO BR BT BW BZ CA CD CG CH CI CL CM CN CO CR DE DK DO EC EG ES FI FJ FR GB GE GH GT GU HN HT ID IE IL IN IQ IT JO JP KE KG KH LA LB LK LR LS MD MG ML MM MN MR MW MX MY MZ NA NG NI NL NO NP NZ PA PE PG PH PK PL PR PS PT PY RO RW SB SE SG SL SN SO SR SS SV SZ TD TG TH TJ TL TN TR TZ UA UG US UY VC VN VU WS XK YE ZA ZM ZW) ;;
    *' --sector') kind=list values=(Agriculture Arts Clothing Construction Education Entertainment Food Health Housing Manufacturing 'Personal Use' Retail Services Transportation Wholesale) ;;
    'loans search --sort-by' | 'explore loans search --sort-by') kind=one values=(popularity loan_amount oldest expiration newest amount_remaining repayment_term) ;;
    'lenders search --sort-by' | 'lenders loans --sort-by' | 'teams lenders --sort-by' | 'teams loans --sort-by' | 'explore lenders search --sort-by' | 'explore lenders loans --sort-by' | 'explore teams lenders --sort-by' | 'explore teams loans --sort-by') kind=one values=(oldest newest) ;;
    'teams search --sort-by' | 'explore teams search --sort-by') kind=one values=(newest oldest member_count loan_count loaned_amount query_relevance) ;;
    'journal-entries search --sort-by' | 'explore journal-entries search --sort-by') kind=one values=(newest oldest recommendation_count comment_count) ;;
    'loans search --with' | 'loans newest --with' | 'loans show --with' | 'lenders loans --with' | 'teams loans --with' | 'explore loans search --with' | 'explore loans newest --with' | 'explore loans show --with' | 'explore lenders loans --with' | 'explore teams loans --with' | 'portfolio suggest --with') kind=list values=(funding repayment people partner mine budget) ;;
    'lenders teams --with' | 'teams search --with' | 'teams show --with' | 'teams using-shortname --with' | 'explore lenders teams --with' | 'explore teams search --with' | 'explore teams show --with' | 'explore teams using-shortname --with') kind=list values=(team team_recent) ;;
    'api --with') kind=list values=(funding repayment people partner mine budget team team_recent) ;;
    'loans search --filter' | 'loans newest --filter' | 'lenders loans --filter' | 'teams loans --filter' | 'explore loans search --filter' | 'explore loans newest --filter' | 'explore lenders loans --filter' | 'explore teams loans --filter') kind=conditions values=(id: name: country: sector: use: asked: to-go: funded: repaid: so-far: ends: status: posted: short: a-day: needs: at-end: days-to-fund: outlook: half-due: all-due: behind: lost: term: women: partner: rating: default: delinquency: why: my-country: my-sector: my-partner: share: region: country-code: gender: bonus-credit-eligibility: delinquent: late: lent:) ;;
    'loans show --filter' | 'explore loans show --filter') kind=conditions values=(id: name: country: sector: use: asked: to-go: funded: repaid: so-far: ends: status: posted: short: a-day: needs: at-end: days-to-fund: outlook: half-due: all-due: behind: lost: term: women: partner: rating: default: delinquency: why: my-country: my-sector: my-partner: share: region: country-code: gender: bonus-credit-eligibility: delinquent: pictured: late: lent:) ;;
    'loans lenders --filter' | 'lenders search --filter' | 'lenders newest --filter' | 'teams lenders --filter' | 'explore loans lenders --filter' | 'explore lenders search --filter' | 'explore lenders newest --filter' | 'explore teams lenders --filter') kind=conditions values=(lender: name: whereabouts: country: joined:) ;;
    'loans journal-entries --filter' | 'journal-entries search --filter' | 'explore loans journal-entries --filter' | 'explore journal-entries search --filter') kind=conditions values=(id: subject: author: date: comments: liked: text: bulk:) ;;
    'loans updates --filter' | 'explore loans updates --filter') kind=conditions values=(date: update: id: amount: about: author: bulk:) ;;
    'lenders show --filter' | 'explore lenders show --filter') kind=conditions values=(lender: name: whereabouts: country: occupation: loans: invited: member-since: lends-because:) ;;
    'lenders teams --filter' | 'teams search --filter' | 'teams show --filter' | 'teams using-shortname --filter' | 'explore lenders teams --filter' | 'explore teams search --filter' | 'explore teams show --filter' | 'explore teams using-shortname --filter') kind=conditions values=(id: shortname: name: category: members: loans: lent: membership: whereabouts: since: loans-each: lent-each: new-a-month: joined: fundraising:) ;;
    'partners list --filter' | 'partners show --filter' | 'explore partners list --filter' | 'explore partners show --filter') kind=conditions values=(id: name: countries: status: rating: late: default: raised: loans: region: charges-fees-and-interest:) ;;
    'journal-entries comments --filter' | 'explore journal-entries comments --filter') kind=conditions values=(id: author: whereabouts: date: comment:) ;;
    'lending-actions recent --filter' | 'explore lending-actions recent --filter') kind=conditions values=(id: when: lender: from: whereabouts: loan: to: country: use: bonus-credit-eligibility: delinquent:) ;;
    'methods list --filter' | 'methods show --filter' | 'explore methods list --filter' | 'explore methods show --filter') kind=conditions values=(method: summary: arguments: login: status: address: required:) ;;
    'templates images --filter' | 'explore templates images --filter') kind=conditions values=(id: pattern:) ;;
    *' filter:country') kind=list values=(afghanistan albania armenia argentina australia azerbaijan belgium burkina_faso bulgaria burundi benin bolivia brazil bhutan botswana belize canada switzerland chile cameroon china colombia costa_rica germany denmark dominican_republic ecuador egypt spain finland fiji france united_kingdom georgia ghana guatemala guam honduras haiti indonesia ireland israel india iraq italy jordan japan kenya kyrgyzstan cambodia laos lebanon sri_lanka liberia lesotho moldova madagascar mali myanmar mongolia mauritania malawi mexico malaysia mozambique namibia nigeria nicaragua netherlands norway nepal new_zealand panama peru papua_new_guinea philippines pakistan poland puerto_rico palestine portugal paraguay romania rwanda solomon_islands sweden singapore sierra_leone senegal somalia suriname south_sudan el_salvador eswatini chad togo thailand tajikistan timor-leste tunisia turkiye tanzania ukraine uganda united_states uruguay viet_nam vanuatu samoa kosovo yemen south_africa zambia zimbabwe) ;;
    *' filter:sector') kind=list values=(agriculture arts clothing construction education entertainment food health housing manufacturing personal_use retail services transportation wholesale) ;;
    *' filter:outlook') kind=list values=(over full no_end too_early on_track short) ;;
    *' filter:region') kind=list values=(north_america central_america south_america africa asia middle_east eastern_europe oceania western_europe) ;;
    *' filter:gender') kind=list values=(female male) ;;
    *' filter:bonus-credit-eligibility' | *' filter:delinquent' | 'loans search filter:late' | 'loans newest filter:late' | 'loans show filter:late' | 'lenders loans filter:late' | 'teams loans filter:late' | 'explore loans search filter:late' | 'explore loans newest filter:late' | 'explore loans show filter:late' | 'explore lenders loans filter:late' | 'explore teams loans filter:late' | 'loans search filter:lent' | 'loans newest filter:lent' | 'loans show filter:lent' | 'lenders loans filter:lent' | 'teams loans filter:lent' | 'explore loans search filter:lent' | 'explore loans newest filter:lent' | 'explore loans show filter:lent' | 'explore lenders loans filter:lent' | 'explore teams loans filter:lent' | *' filter:pictured' | *' filter:bulk' | *' filter:charges-fees-and-interest' | *' filter:required') kind=list values=(true false) ;;
    'loans search --order' | 'loans newest --order' | 'lenders loans --order' | 'teams loans --order' | 'explore loans search --order' | 'explore loans newest --order' | 'explore lenders loans --order' | 'explore teams loans --order' | 'loans search --by' | 'loans newest --by' | 'lenders loans --by' | 'teams loans --by' | 'explore loans search --by' | 'explore loans newest --by' | 'explore lenders loans --by' | 'explore teams loans --by') kind=list values=(amount country language month partner sector status tag term theme town id name loan_amount funded_amount basket_amount paid_amount activity use location.country_code location.country location.town location.geo.level location.geo.pairs location.geo.type partner_id posted_date planned_expiration_date lender_count bonus_credit_eligibility themes tags.name image.id image.template_id video.id video.youtube_id delinquent borrower_count description.languages derived.funding.hours_left derived.funding.left derived.funding.left_unreserved derived.funding.pace derived.funding.needed derived.funding.ratio derived.funding.projected derived.funding.short derived.funding.days_to_fund derived.funding.outlook derived.repayment.half_due derived.repayment.three_quarters_due derived.repayment.all_due derived.repayment.half_repaid derived.repayment.three_quarters_repaid derived.repayment.all_repaid derived.repayment.behind derived.repayment.late derived.repayment.lost derived.repayment.exchange_loss derived.repayment.term derived.people.women derived.people.majority derived.partner.id derived.partner.name derived.partner.status derived.partner.years derived.partner.rating derived.partner.delinquency_rate derived.partner.default_rate derived.partner.loans_at_risk_rate derived.partner.delinquency_rate_median derived.partner.default_rate_median derived.partner.loans_at_risk_rate_median derived.mine.lent derived.mine.in_country derived.mine.in_sector derived.mine.in_partner derived.mine.why derived.budget.share) ;;
    'loans show --order' | 'explore loans show --order' | 'loans show --by' | 'explore loans show --by') kind=list values=(amount country currency gender language month partner sector status tag term theme town id name loan_amount funded_amount basket_amount paid_amount activity use location.country_code location.country location.town location.geo.level location.geo.pairs location.geo.type partner_id posted_date planned_expiration_date lender_count bonus_credit_eligibility themes tags.name image.id image.template_id video.id video.youtube_id delinquent description.languages borrowers.first_name borrowers.last_name borrowers.gender borrowers.pictured terms.disbursal_date terms.disbursal_currency terms.disbursal_amount terms.repayment_interval terms.repayment_term terms.loan_amount terms.local_payments.due_date terms.local_payments.amount terms.scheduled_payments.due_date terms.scheduled_payments.amount terms.loss_liability.nonpayment terms.loss_liability.currency_exchange terms.loss_liability.currency_exchange_coverage_rate payments.payment_id payments.amount payments.local_amount payments.rounded_local_amount payments.processed_date payments.settlement_date payments.currency_exchange_loss_amount payments.comment funded_date paid_date currency_exchange_loss_amount journal_totals.entries journal_totals.bulkEntries translator.byline translator.image derived.funding.hours_left derived.funding.left derived.funding.left_unreserved derived.funding.pace derived.funding.needed derived.funding.ratio derived.funding.projected derived.funding.short derived.funding.days_to_fund derived.funding.outlook derived.repayment.half_due derived.repayment.three_quarters_due derived.repayment.all_due derived.repayment.half_repaid derived.repayment.three_quarters_repaid derived.repayment.all_repaid derived.repayment.behind derived.repayment.late derived.repayment.lost derived.repayment.exchange_loss derived.repayment.term derived.people.women derived.people.majority derived.partner.id derived.partner.name derived.partner.status derived.partner.years derived.partner.rating derived.partner.delinquency_rate derived.partner.default_rate derived.partner.loans_at_risk_rate derived.partner.delinquency_rate_median derived.partner.default_rate_median derived.partner.loans_at_risk_rate_median derived.mine.lent derived.mine.in_country derived.mine.in_sector derived.mine.in_partner derived.mine.why derived.budget.share) ;;
    'loans lenders --order' | 'lenders search --order' | 'lenders newest --order' | 'teams lenders --order' | 'explore loans lenders --order' | 'explore lenders search --order' | 'explore lenders newest --order' | 'explore teams lenders --order' | 'loans lenders --by' | 'lenders search --by' | 'lenders newest --by' | 'teams lenders --by' | 'explore loans lenders --by' | 'explore lenders search --by' | 'explore lenders newest --by' | 'explore teams lenders --by') kind=list values=(country lender_id name whereabouts country_code uid team_join_date image.id image.template_id) ;;
    'loans journal-entries --order' | 'journal-entries search --order' | 'explore loans journal-entries --order' | 'explore journal-entries search --order' | 'loans journal-entries --by' | 'journal-entries search --by' | 'explore loans journal-entries --by' | 'explore journal-entries search --by') kind=list values=(month id subject body date author bulk comment_count recommendation_count image.id image.template_id video.id video.youtube_id) ;;
    'loans updates --order' | 'explore loans updates --order' | 'loans updates --by' | 'explore loans updates --by') kind=list values=(amount type update_type payment.payment_id payment.amount payment.local_amount payment.rounded_local_amount payment.processed_date payment.settlement_date payment.currency_exchange_loss_amount payment.comment journal_entry.id journal_entry.subject journal_entry.body journal_entry.date journal_entry.author journal_entry.bulk journal_entry.comment_count journal_entry.recommendation_count journal_entry.image.id journal_entry.image.template_id journal_entry.video.id journal_entry.video.youtube_id) ;;
    'lenders show --order' | 'explore lenders show --order' | 'lenders show --by' | 'explore lenders show --by') kind=list values=(country month lender_id name whereabouts country_code uid image.id image.template_id member_since personal_url occupation loan_because occupational_info loan_count invitee_count inviter_id) ;;
    'lenders teams --order' | 'teams search --order' | 'teams show --order' | 'teams using-shortname --order' | 'explore lenders teams --order' | 'explore teams search --order' | 'explore teams show --order' | 'explore teams using-shortname --order' | 'lenders teams --by' | 'teams search --by' | 'teams show --by' | 'teams using-shortname --by' | 'explore lenders teams --by' | 'explore teams search --by' | 'explore teams show --by' | 'explore teams using-shortname --by') kind=list values=(amount membership month id shortname name category whereabouts loan_because description website_url team_since membership_type member_count loan_count loaned_amount image.id image.template_id derived.team.loans_per_member derived.team.dollars_per_member derived.team.members_per_month derived.team_recent.joined derived.team_recent.fundraising) ;;
    'partners list --order' | 'partners show --order' | 'explore partners list --order' | 'explore partners show --order' | 'partners list --by' | 'partners show --by' | 'explore partners list --by' | 'explore partners show --by') kind=list values=(amount country month region status id name rating due_diligence_type start_date countries.iso_code countries.region countries.name countries.location.geo.level countries.location.geo.pairs countries.location.geo.type delinquency_rate default_rate total_amount_raised loans_posted portfolio_yield profitability social_performance_strengths.id social_performance_strengths.name social_performance_strengths.description delinquency_rate_note default_rate_note portfolio_yield_note charges_fees_and_interest average_loan_size_percent_per_capita_income loans_at_risk_rate currency_exchange_loss_rate url image.id image.template_id) ;;
    'journal-entries comments --order' | 'explore journal-entries comments --order' | 'journal-entries comments --by' | 'explore journal-entries comments --by') kind=list values=(month id author whereabouts body date) ;;
    'lending-actions recent --order' | 'explore lending-actions recent --order' | 'lending-actions recent --by' | 'explore lending-actions recent --by') kind=list values=(amount country language month partner sector status tag theme town id date loan.id loan.name loan.status loan.loan_amount loan.funded_amount loan.basket_amount loan.paid_amount loan.activity loan.sector loan.use loan.location.country_code loan.location.country loan.location.town loan.location.geo.level loan.location.geo.pairs loan.location.geo.type loan.partner_id loan.posted_date loan.planned_expiration_date loan.lender_count loan.bonus_credit_eligibility loan.themes loan.theme loan.tags.name loan.image.id loan.image.template_id loan.video.id loan.video.youtube_id loan.delinquent loan.borrower_count loan.description.languages lender.lender_id lender.name lender.whereabouts lender.country_code lender.uid lender.team_join_date lender.image.id lender.image.template_id) ;;
    'methods list --order' | 'methods show --order' | 'explore methods list --order' | 'explore methods show --order' | 'methods list --by' | 'methods show --by' | 'explore methods list --by' | 'explore methods show --by') kind=list values=(status id http_method uri argument_count oauth arguments.name arguments.type arguments.required arguments.default arguments.rules.name arguments.rules.values) ;;
    'templates images --order' | 'explore templates images --order' | 'templates images --fields' | 'templates images --by' | 'explore templates images --by') kind=list values=(id pattern) ;;
    'api --order' | 'portfolio suggest --order' | 'api --fields' | 'portfolio suggest --fields' | 'api --by' | 'portfolio suggest --by' | 'loans lenders --sum' | 'lenders search --sum' | 'lenders newest --sum' | 'teams lenders --sum' | 'journal-entries comments --sum' | 'my account --sum' | 'releases current --sum' | 'templates images --sum' | 'api --sum' | 'explore loans lenders --sum' | 'explore lenders search --sum' | 'explore lenders newest --sum' | 'explore teams lenders --sum' | 'explore journal-entries comments --sum' | 'explore my account --sum' | 'explore releases current --sum' | 'explore templates images --sum' | 'portfolio suggest --sum' | 'loans lenders --avg' | 'lenders search --avg' | 'lenders newest --avg' | 'teams lenders --avg' | 'journal-entries comments --avg' | 'my account --avg' | 'releases current --avg' | 'templates images --avg' | 'api --avg' | 'explore loans lenders --avg' | 'explore lenders search --avg' | 'explore lenders newest --avg' | 'explore teams lenders --avg' | 'explore journal-entries comments --avg' | 'explore my account --avg' | 'explore releases current --avg' | 'explore templates images --avg' | 'portfolio suggest --avg' | 'loans lenders --median' | 'lenders search --median' | 'lenders newest --median' | 'teams lenders --median' | 'journal-entries comments --median' | 'my account --median' | 'releases current --median' | 'templates images --median' | 'api --median' | 'explore loans lenders --median' | 'explore lenders search --median' | 'explore lenders newest --median' | 'explore teams lenders --median' | 'explore journal-entries comments --median' | 'explore my account --median' | 'explore releases current --median' | 'explore templates images --median' | 'portfolio suggest --median' | 'loans lenders --min' | 'lenders search --min' | 'lenders newest --min' | 'teams lenders --min' | 'journal-entries comments --min' | 'my account --min' | 'releases current --min' | 'templates images --min' | 'api --min' | 'explore loans lenders --min' | 'explore lenders search --min' | 'explore lenders newest --min' | 'explore teams lenders --min' | 'explore journal-entries comments --min' | 'explore my account --min' | 'explore releases current --min' | 'explore templates images --min' | 'portfolio suggest --min' | 'loans lenders --max' | 'lenders search --max' | 'lenders newest --max' | 'teams lenders --max' | 'journal-entries comments --max' | 'my account --max' | 'releases current --max' | 'templates images --max' | 'api --max' | 'explore loans lenders --max' | 'explore lenders search --max' | 'explore lenders newest --max' | 'explore teams lenders --max' | 'explore journal-entries comments --max' | 'explore my account --max' | 'explore releases current --max' | 'explore templates images --max' | 'portfolio suggest --max') kind=list ;;
    *' --not-lent-by') kind=list values=('@me') ;;
    'loans search --fields' | 'loans newest --fields' | 'lenders loans --fields' | 'teams loans --fields') kind=list values=(id name status loan_amount funded_amount basket_amount paid_amount activity sector use location location.country_code location.country location.town location.geo location.geo.level location.geo.pairs location.geo.type partner_id posted_date planned_expiration_date lender_count bonus_credit_eligibility themes theme tags tags.name image image.id image.template_id video video.id video.youtube_id delinquent borrower_count description description.languages derived derived.funding derived.funding.hours_left derived.funding.left derived.funding.left_unreserved derived.funding.pace derived.funding.needed derived.funding.ratio derived.funding.projected derived.funding.short derived.funding.days_to_fund derived.funding.outlook derived.repayment derived.repayment.half_due derived.repayment.three_quarters_due derived.repayment.all_due derived.repayment.half_repaid derived.repayment.three_quarters_repaid derived.repayment.all_repaid derived.repayment.behind derived.repayment.late derived.repayment.lost derived.repayment.exchange_loss derived.repayment.term derived.people derived.people.women derived.people.majority derived.partner derived.partner.id derived.partner.name derived.partner.status derived.partner.years derived.partner.rating derived.partner.delinquency_rate derived.partner.default_rate derived.partner.loans_at_risk_rate derived.partner.delinquency_rate_median derived.partner.default_rate_median derived.partner.loans_at_risk_rate_median derived.mine derived.mine.lent derived.mine.in_country derived.mine.in_sector derived.mine.in_partner derived.mine.why derived.budget derived.budget.share derived.why) ;;
    'loans show --fields') kind=list values=(id name status loan_amount funded_amount basket_amount paid_amount activity sector use location location.country_code location.country location.town location.geo location.geo.level location.geo.pairs location.geo.type partner_id posted_date planned_expiration_date lender_count bonus_credit_eligibility themes theme tags tags.name image image.id image.template_id video video.id video.youtube_id delinquent description description.languages description.texts borrowers borrowers.first_name borrowers.last_name borrowers.gender borrowers.pictured terms terms.disbursal_date terms.disbursal_currency terms.disbursal_amount terms.repayment_interval terms.repayment_term terms.loan_amount terms.local_payments terms.local_payments.due_date terms.local_payments.amount terms.scheduled_payments terms.scheduled_payments.due_date terms.scheduled_payments.amount terms.loss_liability terms.loss_liability.nonpayment terms.loss_liability.currency_exchange terms.loss_liability.currency_exchange_coverage_rate payments payments.payment_id payments.amount payments.local_amount payments.rounded_local_amount payments.processed_date payments.settlement_date payments.currency_exchange_loss_amount payments.comment funded_date paid_date currency_exchange_loss_amount journal_totals journal_totals.entries journal_totals.bulkEntries translator translator.byline translator.image derived derived.funding derived.funding.hours_left derived.funding.left derived.funding.left_unreserved derived.funding.pace derived.funding.needed derived.funding.ratio derived.funding.projected derived.funding.short derived.funding.days_to_fund derived.funding.outlook derived.repayment derived.repayment.half_due derived.repayment.three_quarters_due derived.repayment.all_due derived.repayment.half_repaid derived.repayment.three_quarters_repaid derived.repayment.all_repaid derived.repayment.behind derived.repayment.late derived.repayment.lost derived.repayment.exchange_loss derived.repayment.term derived.people derived.people.women derived.people.majority derived.partner derived.partner.id derived.partner.name derived.partner.status derived.partner.years derived.partner.rating derived.partner.delinquency_rate derived.partner.default_rate derived.partner.loans_at_risk_rate derived.partner.delinquency_rate_median derived.partner.default_rate_median derived.partner.loans_at_risk_rate_median derived.mine derived.mine.lent derived.mine.in_country derived.mine.in_sector derived.mine.in_partner derived.mine.why derived.budget derived.budget.share derived.why) ;;
    'loans lenders --fields' | 'lenders search --fields' | 'lenders newest --fields' | 'teams lenders --fields') kind=list values=(lender_id name whereabouts country_code uid team_join_date image image.id image.template_id) ;;
    'loans journal-entries --fields' | 'journal-entries search --fields') kind=list values=(id subject body date author bulk comment_count recommendation_count image image.id image.template_id video video.id video.youtube_id) ;;
    'loans updates --fields') kind=list values=(update_type payment payment.payment_id payment.amount payment.local_amount payment.rounded_local_amount payment.processed_date payment.settlement_date payment.currency_exchange_loss_amount payment.comment journal_entry journal_entry.id journal_entry.subject journal_entry.body journal_entry.date journal_entry.author journal_entry.bulk journal_entry.comment_count journal_entry.recommendation_count journal_entry.image journal_entry.image.id journal_entry.image.template_id journal_entry.video journal_entry.video.id journal_entry.video.youtube_id) ;;
    'lenders show --fields') kind=list values=(lender_id name whereabouts country_code uid image image.id image.template_id member_since personal_url occupation loan_because occupational_info loan_count invitee_count inviter_id) ;;
    'lenders teams --fields' | 'teams search --fields' | 'teams show --fields' | 'teams using-shortname --fields') kind=list values=(id shortname name category whereabouts loan_because description website_url team_since membership_type member_count loan_count loaned_amount image image.id image.template_id derived derived.team derived.team.loans_per_member derived.team.dollars_per_member derived.team.members_per_month derived.team_recent derived.team_recent.joined derived.team_recent.fundraising derived.why) ;;
    'partners list --fields' | 'partners show --fields') kind=list values=(id name status rating due_diligence_type start_date countries countries.iso_code countries.region countries.name countries.location countries.location.geo countries.location.geo.level countries.location.geo.pairs countries.location.geo.type delinquency_rate default_rate total_amount_raised loans_posted portfolio_yield profitability social_performance_strengths social_performance_strengths.id social_performance_strengths.name social_performance_strengths.description delinquency_rate_note default_rate_note portfolio_yield_note charges_fees_and_interest average_loan_size_percent_per_capita_income loans_at_risk_rate currency_exchange_loss_rate url image image.id image.template_id) ;;
    'journal-entries comments --fields') kind=list values=(id author whereabouts body date) ;;
    'lending-actions recent --fields') kind=list values=(id date loan loan.id loan.name loan.status loan.loan_amount loan.funded_amount loan.basket_amount loan.paid_amount loan.activity loan.sector loan.use loan.location loan.location.country_code loan.location.country loan.location.town loan.location.geo loan.location.geo.level loan.location.geo.pairs loan.location.geo.type loan.partner_id loan.posted_date loan.planned_expiration_date loan.lender_count loan.bonus_credit_eligibility loan.themes loan.theme loan.tags loan.tags.name loan.image loan.image.id loan.image.template_id loan.video loan.video.id loan.video.youtube_id loan.delinquent loan.borrower_count loan.description loan.description.languages lender lender.lender_id lender.name lender.whereabouts lender.country_code lender.uid lender.team_join_date lender.image lender.image.id lender.image.template_id) ;;
    'my account --fields' | 'my account --by' | 'explore my account --by') kind=list values=(id first_name last_name lender_id is_public is_developer) ;;
    'methods list --fields' | 'methods show --fields') kind=list values=(id http_method uri documentation argument_count status oauth arguments arguments.name arguments.type arguments.required arguments.documentation arguments.default arguments.rules arguments.rules.name arguments.rules.values) ;;
    'releases current --fields') kind=list values=(id date) ;;
    'loans search --images' | 'loans newest --images' | 'loans show --images' | 'loans lenders --images' | 'loans journal-entries --images' | 'loans updates --images' | 'lenders search --images' | 'lenders newest --images' | 'lenders show --images' | 'lenders loans --images' | 'lenders teams --images' | 'teams search --images' | 'teams show --images' | 'teams using-shortname --images' | 'teams lenders --images' | 'teams loans --images' | 'partners list --images' | 'partners show --images' | 'journal-entries search --images' | 'journal-entries comments --images' | 'lending-actions recent --images' | 'my account --images' | 'methods list --images' | 'methods show --images' | 'releases current --images' | 'templates images --images' | 'api --images' | 'portfolio suggest --images') kind=one values=(auto kitty iterm2 sixel blocks) ;;
    'explore --images' | 'explore loans search --images' | 'explore loans newest --images' | 'explore loans show --images' | 'explore loans lenders --images' | 'explore loans journal-entries --images' | 'explore loans updates --images' | 'explore lenders search --images' | 'explore lenders newest --images' | 'explore lenders show --images' | 'explore lenders loans --images' | 'explore lenders teams --images' | 'explore teams search --images' | 'explore teams show --images' | 'explore teams using-shortname --images' | 'explore teams lenders --images' | 'explore teams loans --images' | 'explore partners list --images' | 'explore partners show --images' | 'explore journal-entries search --images' | 'explore journal-entries comments --images' | 'explore lending-actions recent --images' | 'explore my account --images' | 'explore methods list --images' | 'explore methods show --images' | 'explore releases current --images' | 'explore templates images --images') kind=one values=(auto kitty iterm2 sixel blocks none) ;;
    'releases current --by' | 'explore releases current --by') kind=list values=(month id date) ;;
    'portfolio show --by') kind=list values=(sector country partner status year gender) ;;
    'loans search --sum' | 'loans newest --sum' | 'lenders loans --sum' | 'teams loans --sum' | 'explore loans search --sum' | 'explore loans newest --sum' | 'explore lenders loans --sum' | 'explore teams loans --sum') kind=list values=(amount term loan_amount funded_amount basket_amount paid_amount lender_count borrower_count derived.funding.hours_left derived.funding.left derived.funding.left_unreserved derived.funding.pace derived.funding.needed derived.funding.ratio derived.funding.short derived.funding.days_to_fund derived.repayment.behind derived.repayment.lost derived.repayment.exchange_loss derived.repayment.term derived.people.women derived.partner.years derived.partner.rating derived.mine.in_country derived.mine.in_sector derived.mine.in_partner derived.budget.share) ;;
    'loans show --sum' | 'explore loans show --sum') kind=list values=(amount term loan_amount funded_amount basket_amount paid_amount lender_count terms.repayment_term terms.loan_amount terms.scheduled_payments.amount terms.loss_liability.currency_exchange_coverage_rate payments.amount payments.currency_exchange_loss_amount currency_exchange_loss_amount journal_totals.entries journal_totals.bulkEntries translator.image derived.funding.hours_left derived.funding.left derived.funding.left_unreserved derived.funding.pace derived.funding.needed derived.funding.ratio derived.funding.short derived.funding.days_to_fund derived.repayment.behind derived.repayment.lost derived.repayment.exchange_loss derived.repayment.term derived.people.women derived.partner.years derived.partner.rating derived.mine.in_country derived.mine.in_sector derived.mine.in_partner derived.budget.share) ;;
    'loans journal-entries --sum' | 'journal-entries search --sum' | 'explore loans journal-entries --sum' | 'explore journal-entries search --sum' | 'loans journal-entries --avg' | 'journal-entries search --avg' | 'explore loans journal-entries --avg' | 'explore journal-entries search --avg' | 'loans journal-entries --median' | 'journal-entries search --median' | 'explore loans journal-entries --median' | 'explore journal-entries search --median' | 'loans journal-entries --min' | 'journal-entries search --min' | 'explore loans journal-entries --min' | 'explore journal-entries search --min' | 'loans journal-entries --max' | 'journal-entries search --max' | 'explore loans journal-entries --max' | 'explore journal-entries search --max') kind=list values=(comment_count recommendation_count) ;;
    'loans updates --sum' | 'explore loans updates --sum' | 'loans updates --avg' | 'explore loans updates --avg' | 'loans updates --median' | 'explore loans updates --median' | 'loans updates --min' | 'explore loans updates --min' | 'loans updates --max' | 'explore loans updates --max') kind=list values=(amount payment.amount payment.currency_exchange_loss_amount journal_entry.comment_count journal_entry.recommendation_count) ;;
    'lenders show --sum' | 'explore lenders show --sum' | 'lenders show --avg' | 'explore lenders show --avg' | 'lenders show --median' | 'explore lenders show --median' | 'lenders show --min' | 'explore lenders show --min' | 'lenders show --max' | 'explore lenders show --max') kind=list values=(loan_count invitee_count) ;;
    'lenders teams --sum' | 'teams search --sum' | 'teams show --sum' | 'teams using-shortname --sum' | 'explore lenders teams --sum' | 'explore teams search --sum' | 'explore teams show --sum' | 'explore teams using-shortname --sum' | 'lenders teams --avg' | 'teams search --avg' | 'teams show --avg' | 'teams using-shortname --avg' | 'explore lenders teams --avg' | 'explore teams search --avg' | 'explore teams show --avg' | 'explore teams using-shortname --avg' | 'lenders teams --median' | 'teams search --median' | 'teams show --median' | 'teams using-shortname --median' | 'explore lenders teams --median' | 'explore teams search --median' | 'explore teams show --median' | 'explore teams using-shortname --median' | 'lenders teams --min' | 'teams search --min' | 'teams show --min' | 'teams using-shortname --min' | 'explore lenders teams --min' | 'explore teams search --min' | 'explore teams show --min' | 'explore teams using-shortname --min' | 'lenders teams --max' | 'teams search --max' | 'teams show --max' | 'teams using-shortname --max' | 'explore lenders teams --max' | 'explore teams search --max' | 'explore teams show --max' | 'explore teams using-shortname --max') kind=list values=(amount member_count loan_count loaned_amount derived.team.loans_per_member derived.team.dollars_per_member derived.team.members_per_month derived.team_recent.joined derived.team_recent.fundraising) ;;
    'partners list --sum' | 'partners show --sum' | 'explore partners list --sum' | 'explore partners show --sum') kind=list values=(amount total_amount_raised loans_posted) ;;
    'lending-actions recent --sum' | 'explore lending-actions recent --sum' | 'lending-actions recent --avg' | 'explore lending-actions recent --avg' | 'lending-actions recent --median' | 'explore lending-actions recent --median' | 'lending-actions recent --min' | 'explore lending-actions recent --min' | 'lending-actions recent --max' | 'explore lending-actions recent --max') kind=list values=(amount loan.loan_amount loan.funded_amount loan.basket_amount loan.paid_amount loan.lender_count loan.borrower_count) ;;
    'methods list --sum' | 'methods show --sum' | 'explore methods list --sum' | 'explore methods show --sum' | 'methods list --avg' | 'methods show --avg' | 'explore methods list --avg' | 'explore methods show --avg' | 'methods list --median' | 'methods show --median' | 'explore methods list --median' | 'explore methods show --median' | 'methods list --min' | 'methods show --min' | 'explore methods list --min' | 'explore methods show --min' | 'methods list --max' | 'methods show --max' | 'explore methods list --max' | 'explore methods show --max') kind=list values=(argument_count) ;;
    'loans search --avg' | 'loans newest --avg' | 'lenders loans --avg' | 'teams loans --avg' | 'explore loans search --avg' | 'explore loans newest --avg' | 'explore lenders loans --avg' | 'explore teams loans --avg' | 'loans search --median' | 'loans newest --median' | 'lenders loans --median' | 'teams loans --median' | 'explore loans search --median' | 'explore loans newest --median' | 'explore lenders loans --median' | 'explore teams loans --median' | 'loans search --min' | 'loans newest --min' | 'lenders loans --min' | 'teams loans --min' | 'explore loans search --min' | 'explore loans newest --min' | 'explore lenders loans --min' | 'explore teams loans --min' | 'loans search --max' | 'loans newest --max' | 'lenders loans --max' | 'teams loans --max' | 'explore loans search --max' | 'explore loans newest --max' | 'explore lenders loans --max' | 'explore teams loans --max') kind=list values=(amount term loan_amount funded_amount basket_amount paid_amount lender_count borrower_count derived.funding.hours_left derived.funding.left derived.funding.left_unreserved derived.funding.pace derived.funding.needed derived.funding.ratio derived.funding.projected derived.funding.short derived.funding.days_to_fund derived.repayment.behind derived.repayment.lost derived.repayment.exchange_loss derived.repayment.term derived.people.women derived.partner.years derived.partner.rating derived.partner.delinquency_rate derived.partner.default_rate derived.partner.loans_at_risk_rate derived.partner.delinquency_rate_median derived.partner.default_rate_median derived.partner.loans_at_risk_rate_median derived.mine.in_country derived.mine.in_sector derived.mine.in_partner derived.budget.share) ;;
    'loans show --avg' | 'explore loans show --avg' | 'loans show --median' | 'explore loans show --median' | 'loans show --min' | 'explore loans show --min' | 'loans show --max' | 'explore loans show --max') kind=list values=(amount term loan_amount funded_amount basket_amount paid_amount lender_count terms.repayment_term terms.loan_amount terms.scheduled_payments.amount terms.loss_liability.currency_exchange_coverage_rate payments.amount payments.currency_exchange_loss_amount currency_exchange_loss_amount journal_totals.entries journal_totals.bulkEntries translator.image derived.funding.hours_left derived.funding.left derived.funding.left_unreserved derived.funding.pace derived.funding.needed derived.funding.ratio derived.funding.projected derived.funding.short derived.funding.days_to_fund derived.repayment.behind derived.repayment.lost derived.repayment.exchange_loss derived.repayment.term derived.people.women derived.partner.years derived.partner.rating derived.partner.delinquency_rate derived.partner.default_rate derived.partner.loans_at_risk_rate derived.partner.delinquency_rate_median derived.partner.default_rate_median derived.partner.loans_at_risk_rate_median derived.mine.in_country derived.mine.in_sector derived.mine.in_partner derived.budget.share) ;;
    'partners list --avg' | 'partners show --avg' | 'explore partners list --avg' | 'explore partners show --avg' | 'partners list --median' | 'partners show --median' | 'explore partners list --median' | 'explore partners show --median' | 'partners list --min' | 'partners show --min' | 'explore partners list --min' | 'explore partners show --min' | 'partners list --max' | 'partners show --max' | 'explore partners list --max' | 'explore partners show --max') kind=list values=(amount delinquency_rate default_rate total_amount_raised loans_posted portfolio_yield profitability average_loan_size_percent_per_capita_income loans_at_risk_rate currency_exchange_loss_rate) ;;
    'loans search --wire' | 'loans newest --wire' | 'loans show --wire' | 'loans lenders --wire' | 'loans journal-entries --wire' | 'lenders search --wire' | 'lenders newest --wire' | 'lenders show --wire' | 'lenders loans --wire' | 'lenders teams --wire' | 'teams search --wire' | 'teams show --wire' | 'teams using-shortname --wire' | 'teams lenders --wire' | 'teams loans --wire' | 'partners list --wire' | 'journal-entries search --wire' | 'journal-entries comments --wire' | 'lending-actions recent --wire' | 'my account --wire' | 'methods list --wire' | 'methods show --wire' | 'releases current --wire' | 'templates images --wire') kind=one values=(html json xml) ;;
    'loans updates --wire' | 'api --wire') kind=one values=(html json xml rss) ;;
    *' --lang') kind=one values=(ar en es fr id pt ru sw th vi all) ;;
    *' filter:category') kind=list values=(alumni_groups businesses businesses_-_internal_groups clubs colleges/universities common_interest events families field_partner_fans friends local_area memorials religious_congregations schools sports_groups youth_groups other) ;;
    *' filter:membership') kind=list values=(open closed) ;;
    *' --membership-type') kind=one values=(open closed) ;;
    *' --category') kind=one values=('Alumni Groups' Businesses 'Businesses - Internal Groups' Clubs Colleges/Universities 'Common Interest' Events Families 'Field Partner Fans' Friends 'Local Area' Memorials 'Religious Congregations' Schools 'Sports Groups' 'Youth Groups' Other) ;;
    *' --media') kind=one values=(any video image) ;;
    *' --print') kind=one values=(ids json ndjson url) ;;
    *' --theme') kind=one values=(normal high-contrast mono) ;;
    *' --scope') kind=list values=(access user_balance user_email user_expected_repayments user_anon_lender_data user_anon_lender_loans user_loan_balances user_stats user_anon_lender_teams) ;;
    *' --fault') kind=list values=(rate-limit server-error maintenance redirect slow drip cut reset reset-body expired-certificate wrong-content-type wrong-charset wrong-encoding gzip-bomb huge-body deep-json hostile-text repeated-pages stale-pages moving-pages growing-list missing-paging error-code form-tokens awkward-tokens) ;;
    *' --temp') kind=one values=(file memory) ;;
    *' --config') kind=one values=(claude-code claude-desktop cursor vscode) ;;
  esac
}

# Adds to $taken the options that cannot be used with one.
_kiva_conflicts() {
  case $1 in
    --page) taken+=--at-most,--budget,--changes,--count,--filter,--not-lent-by,--only,--order,--where, ;;
    --all | --concurrency | --strict-paging | --with) taken+=--wire, ;;
    --limit | -L) taken+=--changes,--wire, ;;
    --requests) taken+=--changes,--watch,--web,--wire, ;;
    --filter | --where | --not-lent-by | --only) taken+=--page,--wire, ;;
    --order | --at-most) taken+=--changes,--checkpoint,--page,--resume,--wire, ;;
    --budget) taken+=--checkpoint,--page,--resume,--wire, ;;
    --new) taken+=--changes,--checkpoint,--resume,--watch,--web,--wire, ;;
    --changes) taken+=--at-most,--avg,--by,--checkpoint,--count,--limit,--max,--median,--min,--new,--order,--page,--requests,--resume,--sum,--watch,--web,--wire,-L, ;;
    --mark-only) taken+=--avg,--by,--count,--max,--median,--min,--sum, ;;
    --fail-empty | --missing) taken+=--watch,--web,--wire, ;;
    --across) taken+=--avg,--by,--count,--full,--images,--lang,--max,--median,--min,--read,--sum,--web,--wire, ;;
    --fields | --jq) taken+=--count,--full,--lang,--read,--web,--wire, ;;
    --csv-safe | --wide | --no-headers) taken+=--web,--wire, ;;
    --slurp) taken+=--checkpoint,--resume, ;;
    --raw-output | -r) taken+=--watch, ;;
    --images) taken+=--across,--avg,--by,--count,--max,--median,--min,--sum,--web,--wire, ;;
    --by | --sum | --avg | --median | --min | --max) taken+=--across,--changes,--checkpoint,--full,--images,--lang,--mark-only,--read,--resume,--watch,--web,--wire, ;;
    --count) taken+=--across,--changes,--checkpoint,--fields,--full,--images,--jq,--lang,--mark-only,--page,--read,--resume,--watch,--web,--wire, ;;
    --web) taken+=--across,--avg,--by,--changes,--checkpoint,--count,--csv-safe,--curl,--dry-run,--fail-empty,--fields,--full,--images,--jq,--lang,--max,--median,--min,--missing,--new,--no-headers,--out,--requests,--resume,--sum,--watch,--wide,--wire, ;;
    --watch) taken+=--avg,--by,--changes,--checkpoint,--count,--curl,--dry-run,--fail-empty,--max,--median,--min,--missing,--new,--out,--raw-output,--requests,--resume,--sum,--web,--wire,-r, ;;
    --checkpoint | --resume) taken+=--at-most,--avg,--budget,--by,--changes,--count,--max,--median,--min,--new,--order,--slurp,--sum,--watch,--web,--wire, ;;
    --out) taken+=--watch,--web, ;;
    --wire) taken+=--across,--all,--at-most,--avg,--budget,--by,--changes,--checkpoint,--concurrency,--count,--csv-safe,--fail-empty,--fields,--filter,--full,--images,--jq,--lang,--limit,--max,--median,--min,--missing,--new,--no-headers,--not-lent-by,--only,--order,--read,--requests,--resume,--strict-paging,--sum,--watch,--web,--where,--wide,--with,-L, ;;
    --curl) taken+=--dry-run,--watch,--web, ;;
    --dry-run) taken+=--curl,--watch,--web, ;;
    --lang | --full) taken+=--across,--avg,--by,--count,--fields,--jq,--max,--median,--min,--sum,--web,--wire, ;;
    --read) taken+=--across,--avg,--by,--count,--fields,--jq,--max,--median,--min,--sum,--wire, ;;
    --scope | --callback | --start) taken+=--finish, ;;
    --finish) taken+=--callback,--scope,--start, ;;
    --network) taken+=--schema, ;;
    --schema) taken+=--network, ;;
  esac
}

# Sets $state to the state folder.
_kiva_state() {
  state=${KIVA_STATE_DIR-}
  [[ $state ]] && return
  state=${HOME-}/.local/state/kiva
  [[ $OSTYPE == darwin* ]] && state="${HOME-}/Library/Application Support/kiva/State"
  [[ ${XDG_STATE_HOME-} == /* ]] && state=$XDG_STATE_HOME/kiva
  [[ $OSTYPE == msys || $OSTYPE == cygwin ]] && state=${LOCALAPPDATA:-${USERPROFILE-}/AppData/Local}/kiva/State
  return 0
}

# Sets $place to the command that a saved command runs, and $keys to the options or arguments of its values.
_kiva_saved() {
  local state name path rest
  _kiva_state
  [[ -r $state/saved-lines.txt ]] || return
  while IFS=$'\t' read -r name path rest; do
    [[ $name == "$1" ]] || continue
    place=$path
    IFS=$'\t' read -r -a keys <<<"$rest"
    return 0
  done <"$state/saved-lines.txt"
  return 1
}

# Adds names to $values: of saved commands, or of shortlists, which get an @ if $1 has one.
_kiva_names() {
  local state file name strict=
  _kiva_state
  if [[ $1 == saved ]]; then
    [[ -r $state/saved-names.txt ]] || return
    while read -r name; do values+=("$name"); done <"$state/saved-names.txt"
    return
  fi
  shopt -q failglob && strict=1 && shopt -u failglob
  for file in "$state"/shortlists/*.txt; do
    name=${file##*/}
    name=${name%.txt}
    [[ $name == *[!A-Za-z0-9_-]* || $1$name == "@shortlistsme" ]] || values+=("${1%shortlists}$name")
  done
  [[ $strict ]] && shopt -s failglob
}

_kiva() {
  # The user's IFS would join and split words otherwise.
  local IFS=$' \t\n'
  # bash splits words at : and = and keeps their quotes: join them again.
  local rest=${COMP_LINE:0:COMP_POINT} gap piece words=() last=-1 i
  for ((i = 0; i <= COMP_CWORD; i++)); do
    gap=${rest%%[![:space:]]*}
    rest=${rest#"$gap"}
    piece=${COMP_WORDS[i]}
    ((i == COMP_CWORD)) && piece=$rest
    [[ $gap || $i == 0 ]] && words[++last]=
    words[last]+=$piece
    rest=${rest#"$piece"}
  done
  local quotes=${words[last]//[!\"\']/}
  words=("${words[@]//[\"\'\\]/}")

  local place= argument=1 option= verbs flags kind values word used=() keys=()
  _kiva_place
  for word in "${words[@]:1:last-1}"; do
    if [[ $option ]]; then
      used+=("$option=$word") option=
    elif [[ $word == -?* ]]; then
      used+=("$word")
      [[ $word == -[!-]?* ]] && word=-${word: -1}
      _kiva_values "$word"
      [[ $kind == none ]] || option=$word
    elif [[ $argument == 1 && " ${verbs[*]} " == *" $word "* ]]; then
      place=${place:+$place }$word
      _kiva_place
    elif ((${#keys[@]})); then
      keys=("${keys[@]:1}")
    elif [[ ! $place || $place == 'saved run' ]] && ((argument == 1)) && _kiva_saved "$word"; then
      argument=3
      _kiva_place
    else
      ((argument < 3 && argument++))
    fi
  done

  local current=${words[last]} head= given= taken=, offered=() found=() fold=
  if [[ ! $option && $current == --*=* ]]; then
    option=${current%%=*}
    head=$option=
  fi
  if [[ ! $option && $current == -* ]]; then
    kind=none offered=("${flags[@]}")
    for word in "${used[@]}"; do _kiva_conflicts "${word%%=*}"; done
  else
    [[ $option$argument == 1 ]] && found=("${verbs[@]}")
    _kiva_values "${option:-${keys[0]:-$argument}}"
    offered=("${values[@]}")
    # Values are completed in any case, commands as they are.
    [[ $place$option ]] && ((${#values[@]})) && ! shopt -q nocasematch && fold=1 && shopt -s nocasematch
    if [[ $kind == conditions ]]; then
      piece=${current#"$head"} given=${piece% *}
      [[ $piece == *' '* ]] && given+=' ' || given=
      piece=${piece##* }
      [[ $piece == -* ]] && given+=- piece=${piece#-}
      if [[ $piece == *:* ]]; then
        _kiva_values "filter:${piece%%:*}"
        offered=("${values[@]}") given+=${piece%%:*}: piece=${piece#*:} taken=,$piece
        [[ $piece == *,* ]] && given+=${piece%,*},
      fi
    elif [[ $kind == list ]]; then
      [[ ${current#"$head"} == *,* ]] && given=${current#"$head"} given=${given%,*},
      for word in "$option=$given" "${used[@]}"; do
        [[ $word == "$option="* ]] && taken+=${word#*=},
      done
    fi
  fi
  for word in "${offered[@]}"; do
    [[ $taken == *",$word"[,=]* ]] || found+=("$head$given$word")
  done

  # bash replaces only $2: leave out the text before it.
  local before=${current%"${2//[\"\'\\]/}"}
  COMPREPLY=()
  for word in "${found[@]}"; do
    [[ $word == "$current"* ]] || continue
    # The keys of explore are offered as one, until its name is typed.
    if [[ $word == explore.keys.* && $current != explore.keys.* ]]; then
      [[ $kind == group ]] && continue
      kind=group word=explore.keys.
    fi
    word=${word:${#before}}
    # Outside quotes, only spaces need to be escaped.
    ((${#quotes} % 2)) || word=${word// /\\ }
    COMPREPLY+=("$word")
  done
  [[ $fold ]] && shopt -u nocasematch
  # What follows a column is its value: no space, and no closing quote, which bash adds to a single word.
  if [[ $kind == conditions || $kind == group && ${#COMPREPLY[@]} == 1 ]]; then
    compopt -o nospace 2>/dev/null
    ((${#quotes} % 2 && ${#COMPREPLY[@]} == 1)) && COMPREPLY+=("$COMPREPLY<")
  fi
  [[ $kind == file ]] && compopt -o default -o filenames 2>/dev/null
  return 0
}

# In bash 3.2 (macOS) compopt is missing, so files are completed wherever no word matches.
if type compopt &>/dev/null; then complete -F _kiva kiva; else complete -o default -F _kiva kiva; fi
