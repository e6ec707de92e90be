# Completion of kiva for bash, with bash-completion or without it. `npm run generate` writes this file.
# It starts no process: all that can be offered stands here.

# Sets what can stand at a place: the commands below it, and its options.
_kiva_place() {
  commands=() options=()
  case $place in
    '') commands=(loans lenders teams partners journal-entries lending-actions my methods releases templates api login logout sandbox doctor commands skill auth config completion cache help) options=(--version -V) ;;
    loans) commands=(search newest show get view lenders journal-entries updates) ;;
    'loans search') options=(--status --gender --region --country-code --sector --partner --sort-by --q --page --param --all --limit -L --concurrency --strict-paging --checkpoint --resume --out --overwrite --wire --force --curl --dry-run) ;;
    'loans newest') options=(--page --param --all --limit -L --concurrency --strict-paging --checkpoint --resume --out --overwrite --wire --force --curl --dry-run) ;;
    'loans show' | 'loans get' | 'loans view') place='loans show' options=(--param --concurrency --checkpoint --resume --missing --out --overwrite --wire --force --curl --dry-run) ;;
    'loans lenders') options=(--page --param --all --limit -L --concurrency --strict-paging --checkpoint --resume --out --overwrite --wire --force --curl --dry-run) ;;
    'loans journal-entries') options=(--page --param --all --limit -L --concurrency --strict-paging --checkpoint --resume --out --overwrite --wire --force --curl --dry-run) ;;
    'loans updates') options=(--param --all --limit -L --out --overwrite --wire --force --curl --dry-run) ;;
    lenders) commands=(search newest show get view loans teams) ;;
    'lenders search') options=(--country-code --sort-by --q --occupation --page --param --all --limit -L --concurrency --strict-paging --checkpoint --resume --out --overwrite --wire --force --curl --dry-run) ;;
    'lenders newest') options=(--page --param --all --limit -L --concurrency --strict-paging --checkpoint --resume --out --overwrite --wire --force --curl --dry-run) ;;
    'lenders show' | 'lenders get' | 'lenders view') place='lenders show' options=(--param --concurrency --checkpoint --resume --missing --out --overwrite --wire --force --curl --dry-run) ;;
    'lenders loans') options=(--sort-by --page --param --all --limit -L --concurrency --strict-paging --checkpoint --resume --out --overwrite --wire --force --curl --dry-run) ;;
    'lenders teams') options=(--page --param --all --limit -L --concurrency --strict-paging --checkpoint --resume --out --overwrite --wire --force --curl --dry-run) ;;
    teams) commands=(search show get view using-shortname lenders loans) ;;
    'teams search') options=(--membership-type --category --sort-by --q --page --param --all --limit -L --concurrency --strict-paging --checkpoint --resume --out --overwrite --wire --force --curl --dry-run) ;;
    'teams show' | 'teams get' | 'teams view') place='teams show' options=(--param --concurrency --checkpoint --resume --missing --out --overwrite --wire --force --curl --dry-run) ;;
    'teams using-shortname') options=(--param --concurrency --checkpoint --resume --missing --out --overwrite --wire --force --curl --dry-run) ;;
    'teams lenders') options=(--sort-by --page --param --all --limit -L --concurrency --strict-paging --checkpoint --resume --out --overwrite --wire --force --curl --dry-run) ;;
    'teams loans') options=(--sort-by --page --param --all --limit -L --concurrency --strict-paging --checkpoint --resume --out --overwrite --wire --force --curl --dry-run) ;;
    partners) commands=(list) ;;
    'partners list') options=(--page --param --all --limit -L --concurrency --strict-paging --checkpoint --resume --out --overwrite --wire --force --curl --dry-run) ;;
    journal-entries) commands=(search comments) ;;
    'journal-entries search') options=(--media --partner --sort-by --q --page --param --all --limit -L --concurrency --strict-paging --checkpoint --resume --out --overwrite --wire --force --curl --dry-run) ;;
    'journal-entries comments') options=(--page --param --all --limit -L --concurrency --strict-paging --checkpoint --resume --out --overwrite --wire --force --curl --dry-run) ;;
    lending-actions) commands=(recent) ;;
    'lending-actions recent') options=(--param --all --limit -L --out --overwrite --wire --force --curl --dry-run) ;;
    my) commands=(account) ;;
    'my account') options=(--param --out --overwrite --wire --force --curl --dry-run) ;;
    methods) commands=(list show get view) ;;
    'methods list') options=(--param --all --limit -L --out --overwrite --wire --force --curl --dry-run) ;;
    'methods show' | 'methods get' | 'methods view') place='methods show' options=(--param --concurrency --checkpoint --resume --missing --out --overwrite --wire --force --curl --dry-run) ;;
    releases) commands=(current) ;;
    'releases current') options=(--param --out --overwrite --wire --force --curl --dry-run) ;;
    templates) commands=(images) ;;
    'templates images') options=(--param --all --limit -L --out --overwrite --wire --force --curl --dry-run) ;;
    api) options=(--field -f --page --all --limit -L --concurrency --strict-paging --checkpoint --resume --out --overwrite --wire --force --curl --dry-run) ;;
    login) options=(--scope --callback --no-browser --start --finish) ;;
    logout) options=(--all) ;;
    sandbox) options=(--port --http --seed --loans --client --callback --fault --fault-seed) ;;
    doctor) options=(--network) ;;
    commands) options=(--schema) ;;
    skill)  ;;
    auth) commands=(status header) ;;
    'auth status')  ;;
    'auth header')  ;;
    config) commands=(list get set unset path edit) ;;
    'config list')  ;;
    'config get')  ;;
    'config set')  ;;
    'config unset')  ;;
    'config path')  ;;
    'config edit')  ;;
    completion) commands=(install uninstall bash zsh fish powershell) ;;
    'completion install') options=(--shell --dry-run) ;;
    'completion uninstall') options=(--shell --dry-run) ;;
    'completion bash')  ;;
    'completion zsh')  ;;
    'completion fish')  ;;
    'completion powershell')  ;;
    cache) commands=(info clear) ;;
    'cache info')  ;;
    'cache clear')  ;;
    help) commands=(loans lenders teams partners journal-entries lending-actions my methods releases templates api login logout doctor commands skill auth config completion cache authorization bulk countries environment exit-codes faults fields formats global-options output sandbox scripts sectors) ;;
    'help loans') commands=(search newest show get view lenders journal-entries updates) ;;
    'help lenders') commands=(search newest show get view loans teams) ;;
    'help teams') commands=(search show get view using-shortname lenders loans) ;;
    'help partners') commands=(list) ;;
    'help journal-entries') commands=(search comments) ;;
    'help lending-actions') commands=(recent) ;;
    'help my') commands=(account) ;;
    'help methods') commands=(list show get view) ;;
    'help releases') commands=(current) ;;
    'help templates') commands=(images) ;;
    'help auth') commands=(status header) ;;
    'help config') commands=(list get set unset path edit) ;;
    'help completion') commands=(install uninstall bash zsh fish powershell) ;;
    'help cache') commands=(info clear) ;;
    'help fields') commands=(comment journal_entry lender_detail lender_listing loan_listing loan_detail loan_updates lending_action team_detail team_listing partner_listing method_summary user_account release image_template) ;;
  esac
  options+=(--output -o --color --quiet -q --verbose -v --progress --no-pager --debug --trace --sandbox --no-sandbox --base-url --auth-url --app-id --ca-file --timeout --retries --wait-on-limit --cache --offline --profile --help -h)
}

# Sets what an option takes, or an argument by its number.
_kiva_values() {
  kind=none values=()
  [[ $1 == -* && " ${options[*]} " != *" $1 "* ]] && return
  case "$place $1" in
    *' --output' | *' -o') kind=one values=(table json ndjson xml) ;;
    *' --color') kind=one values=(auto always never) ;;
    *' --progress') kind=one values=(auto json none) ;;
    *' --trace' | *' --ca-file' | *' --checkpoint' | *' --resume' | *' --out' | *' --missing') kind=file ;;
    *' --base-url' | *' --auth-url' | *' --app-id' | *' --timeout' | *' --retries' | *' --cache' | *' --profile' | *' --partner' | *' --q' | *' --page' | *' --param' | *' --limit' | *' -L' | *' --concurrency' | *' --occupation' | *' --field' | *' -f' | *' --callback' | *' --port' | *' --seed' | *' --loans' | *' --client' | *' --fault-seed') kind=text ;;
    *' --status') kind=list values=(fundraising funded in_repayment paid ended_with_loss) ;;
    *' --gender') kind=one values=(female male) ;;
    *' --region') kind=list values=(na ca sa af as me ee) ;;
    *' --country-code') kind=list values=(AF AL AM AR AU AZ BA BE BF BG BI BJ BO BR BT BW BZ CA CD CG CH CI CL CM CN CO CR DE DK DO EC EG ES FI FJ FR GB GE GH GT GU HN HT ID IE IL IN IQ IT JO JP KE KG KH LA LB LK LR LS MD MG ML MM MN MR MW MX MY MZ NA NG NI NL NO NP NZ PA PE PG PH PK PL PR PS PT PY RO RW SB SE SG SL SN SO SR SS SV SZ TD TG TH TJ TL TN TR TZ UA UG US UY VC VN VU WS XK YE ZA ZM ZW) ;;
    *' --sector') kind=list values=(Agriculture Arts Clothing Construction Education Entertainment Food Health Housing Manufacturing 'Personal Use' Retail Services Transportation Wholesale) ;;
    'loans search --sort-by') kind=one values=(popularity loan_amount oldest expiration newest amount_remaining repayment_term) ;;
    'lenders search --sort-by' | 'lenders loans --sort-by' | 'teams lenders --sort-by' | 'teams loans --sort-by') kind=one values=(oldest newest) ;;
    'teams search --sort-by') kind=one values=(newest oldest member_count loan_count loaned_amount query_relevance) ;;
    'journal-entries search --sort-by') kind=one values=(newest oldest recommendation_count comment_count) ;;
    'loans search --wire' | 'loans newest --wire' | 'loans show --wire' | 'loans lenders --wire' | 'loans journal-entries --wire' | 'lenders search --wire' | 'lenders newest --wire' | 'lenders show --wire' | 'lenders loans --wire' | 'lenders teams --wire' | 'teams search --wire' | 'teams show --wire' | 'teams using-shortname --wire' | 'teams lenders --wire' | 'teams loans --wire' | 'partners list --wire' | 'journal-entries search --wire' | 'journal-entries comments --wire' | 'lending-actions recent --wire' | 'my account --wire' | 'methods list --wire' | 'methods show --wire' | 'releases current --wire' | 'templates images --wire') kind=one values=(html json xml) ;;
    'loans updates --wire' | 'api --wire') kind=one values=(html json xml rss) ;;
    'config get 1' | 'config set 1' | 'config unset 1') kind=one values=(output color progress pager sandbox base_url auth_url app_id ca_file timeout retries cache) ;;
    *' --membership-type') kind=one values=(open closed) ;;
    *' --category') kind=one values=('Alumni Groups' Businesses 'Businesses - Internal Groups' Clubs Colleges/Universities 'Common Interest' Events Families 'Field Partner Fans' Friends 'Local Area' Memorials 'Religious Congregations' Schools 'Sports Groups' 'Youth Groups' Other) ;;
    *' --media') kind=one values=(any video image) ;;
    *' --scope') kind=list values=(access user_balance user_email user_expected_repayments user_anon_lender_data user_anon_lender_loans user_loan_balances user_stats user_anon_lender_teams) ;;
    *' --fault') kind=list values=(rate-limit server-error maintenance redirect slow drip cut reset reset-body expired-certificate wrong-content-type wrong-charset wrong-encoding gzip-bomb huge-body deep-json hostile-text repeated-pages stale-pages moving-pages growing-list missing-paging error-code form-tokens awkward-tokens) ;;
    *' --shell') kind=one values=(bash zsh fish powershell) ;;
  esac
}
_kiva() {
  # bash cuts words at : and = and keeps their quotes: here they are put together again.
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

  local place= argument=1 option= commands options kind values word
  _kiva_place
  for word in "${words[@]:1:last-1}"; do
    if [[ $option ]]; then
      option=
    elif [[ $word == -?* ]]; then
      [[ $word == -[!-]?* ]] && word=-${word: -1}
      _kiva_values "$word"
      [[ $kind == none ]] || option=$word
    elif [[ $argument == 1 && " ${commands[*]} " == *" $word "* ]]; then
      place=${place:+$place }$word
      _kiva_place
    else
      ((argument++))
    fi
  done

  local current=${words[last]} head= given= found=()
  if [[ ! $option && $current == --*=* ]]; then
    option=${current%%=*}
    head=$option=
  fi
  if [[ ! $option && $current == -* ]]; then
    kind=none found=("${options[@]}")
  else
    [[ $option$argument == 1 ]] && found=("${commands[@]}")
    _kiva_values "${option:-$argument}"
    [[ $kind == list && ${current#"$head"} == *,* ]] && given=${current#"$head"} given=${given%,*},
    for word in "${values[@]}"; do
      [[ ,$given == *",$word"[,=]* ]] || found+=("$head$given$word")
    done
  fi

  # bash replaces $2; what stands before it is not said again.
  local before=${current%"${2//[\"\'\\]/}"}
  COMPREPLY=()
  for word in "${found[@]}"; do
    [[ $word == "$current"* ]] || continue
    word=${word#"$before"}
    # Blanks are all that there is to quote, where no quote is open.
    ((${#quotes} % 2)) || word=${word// /\\ }
    COMPREPLY+=("$word")
  done
  [[ $kind == file ]] && compopt -o default -o filenames 2>/dev/null
  return 0
}

# The bash of macOS, 3.2, cannot be told at the cursor that a file is meant: there files stand in where nothing else fits.
if type compopt &>/dev/null; then complete -F _kiva kiva; else complete -o default -F _kiva kiva; fi
