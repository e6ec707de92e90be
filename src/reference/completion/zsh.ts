/** Completion for zsh. */

import { linesFile, namesFile } from '../../cli/saved.ts'
import { keyPrefix } from '../../cli/settings/settings-file.ts'
import { type Candidate, type ConflictRow, globalCompletions, optionWords, type Place } from './places.ts'
import { array, conflictCases, placeCases, valueCases } from './script-text.ts'

/** Returns the whole script, to be sourced or placed in `fpath` as `_kiva`. */
export const zshScript = (
  places: readonly Place[],
  conflicts: readonly ConflictRow[],
): string => `#compdef kiva
# Completion of kiva for zsh. \`npm run generate\` writes this file.
# It starts no process: all words are listed here, except the names of shortlists and saved commands.

# Sets the commands and options that can follow the words of a command, each followed by its description.
_kiva_place() {
  verbs=() flags=()
${placeCases(places, pairs)}
  flags+=${pairs(optionWords(globalCompletions))}
}

# Sets the values of an option, or of an argument by its number.
_kiva_values() {
  kind=none values=()
  [[ $1 == -* ]] && (( ! \${flags[(Ie)$1]} )) && return
${valueCases(places, pairs)}
}

# Adds to $taken the options that cannot be used with one.
_kiva_conflicts() {
${conflictCases(conflicts)}
}

${engine}`

const pairs = (all: readonly Candidate[]): string => array(all.flatMap(({ word, brief }) => [word, brief]))

const engine = `# Sets $state to the state folder.
_kiva_state() {
  state=$KIVA_STATE_DIR
  [[ -n $state ]] && return
  state=$HOME/.local/state/kiva
  [[ $OSTYPE == darwin* ]] && state="$HOME/Library/Application Support/kiva/State"
  [[ $XDG_STATE_HOME == /* ]] && state=$XDG_STATE_HOME/kiva
  [[ $OSTYPE == (msys|cygwin) ]] && state=\${LOCALAPPDATA:-$USERPROFILE/AppData/Local}/kiva/State
}

# Sets $place to the command that a saved command runs, and $keys to the options or arguments of its values.
_kiva_saved() {
  local state parts
  _kiva_state
  [[ -r $state/${linesFile} ]] || return
  while IFS=$'\\t' read -rA parts; do
    [[ $parts[1] == $1 ]] || continue
    place=$parts[2] keys=("\${(@)parts[3,-1]}")
    return 0
  done <$state/${linesFile}
  return 1
}

# Adds names to $values: of saved commands, or of shortlists, which get an @ if $1 has one.
_kiva_names() {
  local state name
  _kiva_state
  if [[ $1 == saved ]]; then
    [[ -r $state/${namesFile} ]] || return
    while read -r name; do values+=("$name" 'saved command'); done <$state/${namesFile}
    return
  fi
  for name in $state/shortlists/*.txt(N:t:r); do
    [[ $name == *[^A-Za-z0-9_-]* || $1$name == @shortlistsme ]] || values+=("\${1%shortlists}$name" shortlist)
  done
}

# Offers words with their descriptions, except the words in $taken.
_kiva_offer() {
  local word brief width=0 i offered=() shown=() layout=() group=
  for word brief in "$@"; do
    # The keys of explore are offered as one, until its name is typed.
    [[ $word == ${keyPrefix}* && $PREFIX != ${keyPrefix}* ]] && group=1 && continue
    [[ $taken == *,\${\${anycase:+\${(L)word}}:-$word}[,=]* ]] && continue
    offered+=("$word") shown+=("$brief")
    (( $#word > width )) && width=$#word
    [[ -n $brief ]] && layout=(-l)
  done
  for (( i = 1; i <= $#offered; i++ )); do
    word=$offered[i] brief=$shown[i]
    shown[i]=\${\${:-\${(r:width:)word}\${brief:+  $brief}}[1,COLUMNS-1]}
  done
  compadd $layout $anycase "$suffix[@]" -d shown -a offered
  [[ -z $group ]] || compadd -S '' -- ${keyPrefix}
}

_kiva() {
  local place= argument=1 option= kind= word= taken= typed= verbs=() flags=() values=() used=() keys=() suffix=() anycase=()
  _kiva_place
  for word in "\${(@Q)words[2,CURRENT-1]}"; do
    if [[ -n $option ]]; then
      used+=("$option=$word") option=
    elif [[ $word == -?* ]]; then
      used+=("$word")
      [[ $word == -[^-]?* ]] && word=-$word[-1]
      _kiva_values $word
      [[ $kind == none ]] || option=$word
    elif (( argument == 1 && \${verbs[(Ie)$word]} )); then
      place=\${place:+$place }$word
      _kiva_place
    elif (( $#keys )); then
      shift keys
    elif [[ -z $place || $place == 'saved run' ]] && (( argument == 1 )) && _kiva_saved $word; then
      argument=3
      _kiva_place
    else
      (( argument < 3 && argument++ ))
    fi
  done

  if [[ -z $option && $PREFIX == --*=* ]]; then
    option=\${PREFIX%%\\=*}
    compset -P 1 '*='
  fi
  if [[ -z $option && $PREFIX == -* ]]; then
    taken=,
    for word in "$used[@]"; do _kiva_conflicts "\${word%%\\=*}"; done
    _kiva_offer "$flags[@]"
  else
    [[ $option$argument == 1 ]] && _kiva_offer "$verbs[@]"
    _kiva_values \${option:-\${keys[1]:-$argument}}
    # Values are completed in any case.
    anycase=(-M 'm:{a-zA-Z}={A-Za-z}')
    case $kind in
      one) _kiva_offer "$values[@]" ;;
      list)
        typed=$IPREFIX
        compset -P '*,' && used+=("$option=\${(Q)IPREFIX#$typed}")
        for word in "$used[@]"; do
          [[ $word == "$option="* ]] && taken+=,\${(L)word#*=},
        done
        # Outside quotes, a comma replaces the space after a word.
        [[ -z $compstate[quote] ]] && suffix=(-S ' ' -r ' ,')
        _kiva_offer "$values[@]"
        ;;
      conditions)
        compset -P '* '
        compset -P '-'
        if [[ $PREFIX == *:* ]]; then
          _kiva_values filter:\${PREFIX%%:*}
          compset -P '*:'
          taken=,\${(L)PREFIX}
          compset -P '*,'
        else
          suffix=(-S '')
        fi
        _kiva_offer "$values[@]"
        ;;
      file) _files ;;
    esac
  fi
  (( compstate[nmatches] ))
}

if [[ $funcstack[1] == _kiva ]]; then
  _kiva "$@"
elif (( \${+functions[compdef]} )); then
  compdef _kiva kiva
else
  print -u2 'Completion of kiva is not loaded: run "autoload -Uz compinit; compinit" first.'
fi
`
