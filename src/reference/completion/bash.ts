/** Completion for bash 3.2 and later. */

import { array, placeCases, valueCases } from './case-text.ts'
import { everywhere, optionWords, type Place } from './places.ts'
import type { Candidate } from './values.ts'

/** Returns the whole script. */
export const bashScript = (
  places: readonly Place[],
): string => `# Completion of kiva for bash, with bash-completion or without it. \`npm run generate\` writes this file.
# It starts no process: all that can be offered stands here.

# Sets what can stand at a place: the commands below it, and its options.
_kiva_place() {
  verbs=() flags=()
${placeCases(places, words)}
  flags+=${words(optionWords(everywhere))}
}

# Sets what an option takes, or an argument by its number.
_kiva_values() {
  kind=none values=()
  [[ $1 == -* && " \${flags[*]} " != *" $1 "* ]] && return
${valueCases(places, words)}
}
${engine}`

const words = (all: readonly Candidate[]): string => array(all.map(({ word }) => word))

const engine = `_kiva() {
  # bash cuts words at : and = and keeps their quotes: here they are put together again.
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

  local place= argument=1 option= verbs flags kind values word used=()
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
    else
      ((argument++))
    fi
  done

  local current=\${words[last]} head= given= found=()
  if [[ ! $option && $current == --*=* ]]; then
    option=\${current%%=*}
    head=$option=
  fi
  if [[ ! $option && $current == -* ]]; then
    kind=none found=("\${flags[@]}")
  else
    [[ $option$argument == 1 ]] && found=("\${verbs[@]}")
    _kiva_values "\${option:-$argument}"
    local taken=,
    if [[ $kind == list ]]; then
      [[ \${current#"$head"} == *,* ]] && given=\${current#"$head"} given=\${given%,*},
      for word in "$option=$given" "\${used[@]}"; do
        [[ $word == "$option="* ]] && taken+=\${word#*=},
      done
    fi
    for word in "\${values[@]}"; do
      [[ $taken == *",$word"[,=]* ]] || found+=("$head$given$word")
    done
  fi

  # bash replaces $2; what stands before it is not said again.
  local before=\${current%"\${2//[\\"\\'\\\\]/}"}
  COMPREPLY=()
  for word in "\${found[@]}"; do
    [[ $word == "$current"* ]] || continue
    word=\${word#"$before"}
    # Blanks are all that there is to quote, where no quote is open.
    ((\${#quotes} % 2)) || word=\${word// /\\\\ }
    COMPREPLY+=("$word")
  done
  [[ $kind == file ]] && compopt -o default -o filenames 2>/dev/null
  return 0
}

# The bash of macOS, 3.2, cannot be told at the cursor that a file is meant: there files stand in where nothing else fits.
if type compopt &>/dev/null; then complete -F _kiva kiva; else complete -o default -F _kiva kiva; fi
`
