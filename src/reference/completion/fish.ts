/** Completion for fish 3.2 and later. */
import { linesFile, namesFile } from '../../cli/saved.ts'
import { keyPrefix } from '../../cli/settings/settings-file.ts'
import {
  type Candidate,
  type ConflictRow,
  globalCompletions,
  listedPlaces,
  optionWords,
  type Place,
} from './places.ts'
import { type ValueRow, valueRows } from './script-text.ts'

/** Returns the whole script. */
export const fishScript = (
  places: readonly Place[],
  conflicts: readonly ConflictRow[],
): string => `# Completion of kiva for fish. \`npm run generate\` writes this file.
# It starts no process: all words are listed here, except the names of shortlists and saved commands.

# Sets the commands and options that can follow the words of a command, with their descriptions.
function __kiva_place --no-scope-shadowing
    set verbs
    set flags
${switchText('$place', listedPlaces(places).map(placeRow))}
    set -a flags ${list(optionWords(globalCompletions))}
end

# Sets the values of an option, or of an argument by its number.
function __kiva_values --no-scope-shadowing
    set kind none
    set values
    string match -q -- '-*' $argv[1]; and not string match -q -- $argv[1]\\t'*' $flags; and return
${switchText('"$place $argv[1]"', valueRows(places).map(valueRow))}
end

# Adds to $taken the options that cannot be used with one.
function __kiva_conflicts --no-scope-shadowing
${switchText(
  '$argv[1]',
  conflicts.map(({ words, excluded }) => [words, [`set -a taken ${excluded.join(' ')}`]] as const),
)}
end

${engine}`

function switchText(
  subject: string,
  rows: readonly (readonly [readonly string[], readonly string[]])[],
): string {
  const lines = rows.flatMap(([patterns, body]) => [
    `        case ${patterns.join(' ')}`,
    ...body.map((line) => `            ${line}`),
  ])
  return [`    switch ${subject}`, ...lines, '    end'].join('\n')
}

/** Quotes text for fish, where backslashes are special within single quotes. */
const quoted = (text: string): string =>
  /^[\w./,-]+$/.test(text) ? text : `'${text.replaceAll(/[\\']/g, '\\$&')}'`

const list = (all: readonly Candidate[]): string =>
  all.map(({ word, brief }) => (brief ? `${quoted(word)}\\t${quoted(brief)}` : quoted(word))).join(' ')

function placeRow({ paths, commands, options }: Place): readonly [readonly string[], readonly string[]] {
  return [
    paths.map(quoted),
    [
      ...(paths.length > 1 ? [`set place ${quoted(paths[0] ?? '')}`] : []),
      ...(commands.length > 0 ? [`set verbs ${list(commands)}`] : []),
      ...(options.length > 0 ? [`set flags ${list(optionWords(options))}`] : []),
    ],
  ]
}

const valueRow = ({
  keys,
  values: { kind, set, names },
}: ValueRow): readonly [readonly string[], readonly string[]] => [
  keys.map(({ path = '*', word }) => quoted(`${path} ${word}`)),
  [
    `set kind ${kind}`,
    ...(set.length > 0 ? [`set values ${list(set)}`] : []),
    ...(names ? [`__kiva_names ${names}`] : []),
  ],
]

const engine = `# Prints the state folder.
function __kiva_state
    if test -n "$KIVA_STATE_DIR"
        echo $KIVA_STATE_DIR
    else if set -q LOCALAPPDATA
        echo $LOCALAPPDATA/kiva/State
    else if string match -q '/*' -- "$XDG_STATE_HOME"
        echo $XDG_STATE_HOME/kiva
    else if test -d /System/Library/CoreServices
        echo "$HOME/Library/Application Support/kiva/State"
    else
        echo $HOME/.local/state/kiva
    end
end

# Sets $place to the command that a saved command runs, and $keys to the options or arguments of its values.
function __kiva_saved --no-scope-shadowing
    set -l lines (__kiva_state)/${linesFile}
    test -r $lines; or return
    while read -l line
        set -l parts (string split \\t -- $line)
        if test "$parts[1]" = "$argv[1]"
            set place $parts[2]
            set -e parts[1..2]
            set keys $parts
            return 0
        end
    end <$lines
    return 1
end

# Adds names to $values: of saved commands, or of shortlists, which get an @ if the argument has one.
function __kiva_names --no-scope-shadowing
    set -l state (__kiva_state)
    if test $argv[1] = saved
        test -r $state/${namesFile}; or return
        while read -l name
            set -a values $name\\t'saved command'
        end <$state/${namesFile}
        return
    end
    set -l sign (string replace shortlists '' -- $argv[1])
    set -l files $state/shortlists/*.txt
    for name in (string replace -rf '.*/([A-Za-z0-9_-]+)\\.txt$' '$1' -- $files)
        test "$sign$name" = @me; or set -a values "$sign$name"\\tshortlist
    end
end

# Prints words, with the keys of explore as one until its name is typed.
function __kiva_offer
    if not string match -q '${keyPrefix}*' -- $argv[1]; and string match -q '${keyPrefix}*' -- $argv[2..]
        echo ${keyPrefix}
        set argv $argv[1] (string match -v '${keyPrefix}*' -- $argv[2..])
    end
    set -e argv[1]
    test (count $argv) -gt 0; and printf '%s\\n' $argv
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
    set -l keys
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
        else if test $argument = 1; and contains -- "$word" (string replace -r '\\t.*' '' -- $verbs)
            set place (string trim -- "$place $word")
            __kiva_place
        else if test (count $keys) -gt 0
            set -e keys[1]
        else if test $argument = 1; and contains -- "$place" '' 'saved run'; and __kiva_saved $word
            set argument 3
            __kiva_place
        else
            test $argument -lt 3; and set argument (math $argument + 1)
        end
    end

    set -l current (commandline -ct | string replace -ra '["\\'\\\\\\\\]' '')
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
            set flags (string match -v -- $one\\t'*' $flags)
        end
        printf '%s\\n' $flags
        return
    end
    test "$option$argument" = 1; and __kiva_offer "$current" $verbs
    test -z "$option"; and set option $keys[1]
    test -z "$option"; and set option $argument
    __kiva_values $option
    set -l given
    if test $kind = list
        set given (string sub -s (math (string length -- "$head") + 1) -- "$current" | string match -r '.*,')
        set -l taken (string replace -fr -- "^$option=" '' $used) $given
        for one in (string split , -- $taken | string replace -r '=.*' '')
            set values (string match -irv -- '^'(string escape --style=regex -- $one)'(\\t|$)' $values)
        end
    else if test $kind = conditions
        set -l piece (string sub -s (math (string length -- "$head") + 1) -- "$current")
        set given (string match -r '^(?:.* )?-?' -- "$piece")
        set piece (string sub -s (math (string length -- "$given") + 1) -- "$piece")
        if string match -q '*:*' -- "$piece"
            set -l column (string replace -r ':.*' '' -- $piece)
            set -l used (string replace -r '^[^:]*:' '' -- $piece | string match -r '.*,')
            __kiva_values filter:$column
            for one in (string split , -- $used)
                set values (string match -irv -- '^'(string escape --style=regex -- $one)'(\\t|$)' $values)
            end
            set given "$given$column:$used"
        end
    else if test $kind = file
        set values (__fish_complete_path (string sub -s (math (string length -- "$head") + 1) -- "$current"))
    end
    __kiva_offer "$current" "$head$given"$values
end

complete -c kiva -f -a '(__kiva_complete)'
`
