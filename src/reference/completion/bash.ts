/** Completion for bash 3.2 and later. */

import { linesFile, namesFile } from '../../cli/saved.ts'
import { keyPrefix } from '../../cli/settings/settings-file.ts'
import { type Candidate, type ConflictRow, globalCompletions, optionWords, type Place } from './places.ts'
import { array, conflictCases, placeCases, valueCases } from './script-text.ts'

/** Returns the whole script. */
export const bashScript = (
  places: readonly Place[],
  conflicts: readonly ConflictRow[],
): string => `# Completion of kiva for bash, with bash-completion or without it. \`npm run generate\` writes this file.
# It starts no process: all words are listed here, except the names of shortlists and saved commands.

# Sets the commands and options that can follow the words of a command.
_kiva_place() {
  verbs=() flags=()
${placeCases(places, words)}
  flags+=${words(optionWords(globalCompletions))}
}

# Sets the values of an option, or of an argument by its number.
_kiva_values() {
  kind=none values=()
  [[ $1 == -* && " \${flags[*]} " != *" $1 "* ]] && return
${valueCases(places, words)}
}

# Adds to $taken the options that cannot be used with one.
_kiva_conflicts() {
${conflictCases(conflicts)}
}
${engine}`

const words = (all: readonly Candidate[]): string => array(all.map(({ word }) => word))

const engine = `
# Sets $state to the state folder.
_kiva_state() {
  state=\${KIVA_STATE_DIR-}
  [[ $state ]] && return
  state=\${HOME-}/.local/state/kiva
  [[ $OSTYPE == darwin* ]] && state="\${HOME-}/Library/Application Support/kiva/State"
  [[ \${XDG_STATE_HOME-} == /* ]] && state=$XDG_STATE_HOME/kiva
  [[ $OSTYPE == msys || $OSTYPE == cygwin ]] && state=\${LOCALAPPDATA:-\${USERPROFILE-}/AppData/Local}/kiva/State
  return 0
}

# Sets $place to the command that a saved command runs, and $keys to the options or arguments of its values.
_kiva_saved() {
  local state name path rest
  _kiva_state
  [[ -r $state/${linesFile} ]] || return
  while IFS=$'\\t' read -r name path rest; do
    [[ $name == "$1" ]] || continue
    place=$path
    IFS=$'\\t' read -r -a keys <<<"$rest"
    return 0
  done <"$state/${linesFile}"
  return 1
}

# Adds names to $values: of saved commands, or of shortlists, which get an @ if $1 has one.
_kiva_names() {
  local state file name strict=
  _kiva_state
  if [[ $1 == saved ]]; then
    [[ -r $state/${namesFile} ]] || return
    while read -r name; do values+=("$name"); done <"$state/${namesFile}"
    return
  fi
  shopt -q failglob && strict=1 && shopt -u failglob
  for file in "$state"/shortlists/*.txt; do
    name=\${file##*/}
    name=\${name%.txt}
    [[ $name == *[!A-Za-z0-9_-]* || $1$name == "@shortlistsme" ]] || values+=("\${1%shortlists}$name")
  done
  [[ $strict ]] && shopt -s failglob
}

_kiva() {
  # The user's IFS would join and split words otherwise.
  local IFS=$' \\t\\n'
  # bash splits words at : and = and keeps their quotes: join them again.
  local rest=\${COMP_LINE:0:COMP_POINT} gap piece words=() last=-1 i
  for ((i = 0; i <= COMP_CWORD; i++)); do
    gap=\${rest%%[![:space:]]*}
    rest=\${rest#"$gap"}
    piece=\${COMP_WORDS[i]}
    ((i == COMP_CWORD)) && piece=$rest
    [[ $gap || $i == 0 ]] && words[++last]=
    words[last]+=$piece
    rest=\${rest#"$piece"}
  done
  local quotes=\${words[last]//[!\\"\\']/}
  words=("\${words[@]//[\\"\\'\\\\]/}")

  local place= argument=1 option= verbs flags kind values word used=() keys=()
  _kiva_place
  for word in "\${words[@]:1:last-1}"; do
    if [[ $option ]]; then
      used+=("$option=$word") option=
    elif [[ $word == -?* ]]; then
      used+=("$word")
      [[ $word == -[!-]?* ]] && word=-\${word: -1}
      _kiva_values "$word"
      [[ $kind == none ]] || option=$word
    elif [[ $argument == 1 && " \${verbs[*]} " == *" $word "* ]]; then
      place=\${place:+$place }$word
      _kiva_place
    elif ((\${#keys[@]})); then
      keys=("\${keys[@]:1}")
    elif [[ ! $place || $place == 'saved run' ]] && ((argument == 1)) && _kiva_saved "$word"; then
      argument=3
      _kiva_place
    else
      ((argument < 3 && argument++))
    fi
  done

  local current=\${words[last]} head= given= taken=, offered=() found=() fold=
  if [[ ! $option && $current == --*=* ]]; then
    option=\${current%%=*}
    head=$option=
  fi
  if [[ ! $option && $current == -* ]]; then
    kind=none offered=("\${flags[@]}")
    for word in "\${used[@]}"; do _kiva_conflicts "\${word%%=*}"; done
  else
    [[ $option$argument == 1 ]] && found=("\${verbs[@]}")
    _kiva_values "\${option:-\${keys[0]:-$argument}}"
    offered=("\${values[@]}")
    # Values are completed in any case, commands as they are.
    [[ $place$option ]] && ((\${#values[@]})) && ! shopt -q nocasematch && fold=1 && shopt -s nocasematch
    if [[ $kind == conditions ]]; then
      piece=\${current#"$head"} given=\${piece% *}
      [[ $piece == *' '* ]] && given+=' ' || given=
      piece=\${piece##* }
      [[ $piece == -* ]] && given+=- piece=\${piece#-}
      if [[ $piece == *:* ]]; then
        _kiva_values "filter:\${piece%%:*}"
        offered=("\${values[@]}") given+=\${piece%%:*}: piece=\${piece#*:} taken=,$piece
        [[ $piece == *,* ]] && given+=\${piece%,*},
      fi
    elif [[ $kind == list ]]; then
      [[ \${current#"$head"} == *,* ]] && given=\${current#"$head"} given=\${given%,*},
      for word in "$option=$given" "\${used[@]}"; do
        [[ $word == "$option="* ]] && taken+=\${word#*=},
      done
    fi
  fi
  for word in "\${offered[@]}"; do
    [[ $taken == *",$word"[,=]* ]] || found+=("$head$given$word")
  done

  # bash replaces only $2: leave out the text before it.
  local before=\${current%"\${2//[\\"\\'\\\\]/}"}
  COMPREPLY=()
  for word in "\${found[@]}"; do
    [[ $word == "$current"* ]] || continue
    # The keys of explore are offered as one, until its name is typed.
    if [[ $word == ${keyPrefix}* && $current != ${keyPrefix}* ]]; then
      [[ $kind == group ]] && continue
      kind=group word=${keyPrefix}
    fi
    word=\${word:\${#before}}
    # Outside quotes, only spaces need to be escaped.
    ((\${#quotes} % 2)) || word=\${word// /\\\\ }
    COMPREPLY+=("$word")
  done
  [[ $fold ]] && shopt -u nocasematch
  # What follows a column is its value: no space, and no closing quote, which bash adds to a single word.
  if [[ $kind == conditions || $kind == group && \${#COMPREPLY[@]} == 1 ]]; then
    compopt -o nospace 2>/dev/null
    ((\${#quotes} % 2 && \${#COMPREPLY[@]} == 1)) && COMPREPLY+=("$COMPREPLY<")
  fi
  [[ $kind == file ]] && compopt -o default -o filenames 2>/dev/null
  return 0
}

# In bash 3.2 (macOS) compopt is missing, so files are completed wherever no word matches.
if type compopt &>/dev/null; then complete -F _kiva kiva; else complete -o default -F _kiva kiva; fi
`
