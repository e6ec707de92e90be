/** Completion for zsh. */
import { array, placeCases, valueCases } from './case-text.ts'
import { everywhere, optionWords, type Place } from './places.ts'
import type { Candidate } from './values.ts'

/** Returns the whole script, to be sourced or placed in `fpath` as `_kiva`. */
export const zshScript = (places: readonly Place[]): string => `#compdef kiva
# Completion of kiva for zsh. \`npm run generate\` writes this file.
# It starts no process: all that can be offered stands here.

# Sets what can stand at a place: the commands below it, and its options, as pairs of a word and what it is.
_kiva_place() {
  verbs=() flags=()
${placeCases(places, pairs)}
  flags+=${pairs(optionWords(everywhere))}
}

# Sets what an option takes, or an argument by its number.
_kiva_values() {
  kind=none values=()
  [[ $1 == -* ]] && (( ! \${flags[(Ie)$1]} )) && return
${valueCases(places, pairs)}
}

${engine}`

const pairs = (all: readonly Candidate[]): string => array(all.flatMap(({ word, brief }) => [word, brief]))

const engine = `# Offers pairs of a word and what it is, but for the words that stand in $taken already.
_kiva_offer() {
  local word brief width=0 i offered=() shown=() layout=()
  for word brief in "$@"; do
    [[ $taken == *,\${word}[,=]* ]] && continue
    offered+=("$word") shown+=("$brief")
    (( $#word > width )) && width=$#word
    [[ -n $brief ]] && layout=(-l)
  done
  for (( i = 1; i <= $#offered; i++ )); do
    word=$offered[i] brief=$shown[i]
    shown[i]=\${\${:-\${(r:width:)word}\${brief:+  $brief}}[1,COLUMNS-1]}
  done
  compadd $layout $suffix -d shown -a offered
}

_kiva() {
  local place= argument=1 option= kind= word= taken= typed= verbs=() flags=() values=() used=() suffix=()
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
    else
      (( argument++ ))
    fi
  done

  if [[ -z $option && $PREFIX == --*=* ]]; then
    option=\${PREFIX%%\\=*}
    compset -P 1 '*='
  fi
  if [[ -z $option && $PREFIX == -* ]]; then
    _kiva_offer "$flags[@]"
  else
    [[ $option$argument == 1 ]] && _kiva_offer "$verbs[@]"
    _kiva_values \${option:-$argument}
    case $kind in
      one) _kiva_offer "$values[@]" ;;
      list)
        typed=$IPREFIX
        compset -P '*,' && used+=("$option=\${(Q)IPREFIX#$typed}")
        for word in "$used[@]"; do
          [[ $word == $option=* ]] && taken+=,\${word#*=},
        done
        # Outside quotes, a comma takes the place of the blank that follows a word.
        [[ -z $compstate[quote] ]] && suffix=(-S ' ' -r ' ,')
        _kiva_offer "$values[@]"
        ;;
      file) _files ;;
    esac
  fi
  (( compstate[nmatches] ))
}

if [[ $funcstack[1] == _kiva ]]; then _kiva "$@"; else compdef _kiva kiva; fi
`
