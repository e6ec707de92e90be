/** Completion for PowerShell 5.1 and later. */
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
export const powershellScript = (
  places: readonly Place[],
  conflicts: readonly ConflictRow[],
): string => `# Completion of kiva for PowerShell. \`npm run generate\` writes this file.
# It starts no process: all words are listed here, each followed by its description, except the names of shortlists and
# saved commands.

# The commands and options that can follow the words of a command.
function Get-KivaPlace([string] $Place) {
    $verbs = @()
    $flags = @()
${switchText('($Place)', listedPlaces(places).map(placeRow))}
    $flags += ${list(optionWords(globalCompletions))}
    @{ Place = $Place; Verbs = $verbs; Flags = $flags }
}

# The values of an option, or of an argument by its number.
function Get-KivaValues($Here, [string] $Word) {
    $kind = 'none'
    $set = @()
    if (-not $Word.StartsWith('-') -or $Here.Flags -ccontains $Word) {
${switchText('-Wildcard ("$($Here.Place) $Word")', valueRows(places).map(valueRow))}
    }
    @{ Kind = $kind; Set = $set }
}

# The options that cannot be used with one.
function Get-KivaConflicts([string] $Option) {
${switchText(
  '($Option)',
  conflicts.map(({ words, excluded }) => [words, excluded.map(quoted).join(', ')] as const),
)}
}

${engine}`

function switchText(subject: string, rows: readonly (readonly [readonly string[], string])[]): string {
  const lines = rows.flatMap(([patterns, body]) =>
    patterns.map((pattern) => `        ${quoted(pattern)} { ${body}; break }`),
  )
  return [`    switch -CaseSensitive ${subject} {`, ...lines, '    }'].join('\n')
}

const quoted = (text: string): string => `'${text.replaceAll("'", "''")}'`

const list = (all: readonly Candidate[]): string =>
  `@(${all.flatMap(({ word, brief }) => [quoted(word), quoted(brief)]).join(', ')})`

function placeRow({ paths, commands, options }: Place): readonly [readonly string[], string] {
  const sets = [
    `$Place = ${quoted(paths[0] ?? '')}`,
    ...(commands.length > 0 ? [`$verbs = ${list(commands)}`] : []),
    ...(options.length > 0 ? [`$flags = ${list(optionWords(options))}`] : []),
  ]
  return [paths, sets.join('; ')]
}

const valueRow = ({ keys, values: { kind, set, names } }: ValueRow): readonly [readonly string[], string] => [
  keys.map(({ path = '*', word }) => `${path} ${word}`),
  `$kind = ${quoted(kind)}${set.length > 0 ? `; $set = ${list(set)}` : ''}${names ? `; $set += @(Get-KivaNames ${quoted(names)})` : ''}`,
]

const engine = `# The state folder.
function Get-KivaState {
    if ($env:KIVA_STATE_DIR) { return $env:KIVA_STATE_DIR }
    $state = "$HOME/.local/state/kiva"
    if ($IsMacOS) { $state = "$HOME/Library/Application Support/kiva/State" }
    if ("$env:XDG_STATE_HOME".StartsWith('/')) { $state = "$env:XDG_STATE_HOME/kiva" }
    if ($env:OS -eq 'Windows_NT') {
        $state = "$env:USERPROFILE\\AppData\\Local\\kiva\\State"
        if ($env:LOCALAPPDATA) { $state = "$env:LOCALAPPDATA\\kiva\\State" }
    }
    $state
}

# A saved command: its name, the command that it runs, and the options or arguments of its values.
function Get-KivaSaved([string] $Name) {
    foreach ($line in @(Get-Content -LiteralPath "$(Get-KivaState)/${linesFile}" -ErrorAction SilentlyContinue)) {
        $parts = $line.Split([char] 9)
        if ($parts.Count -ge 2 -and $parts[0] -ceq $Name) { return $parts }
    }
}

# The names of saved commands, or of shortlists, which get an @ if the argument has one, each followed by a description.
function Get-KivaNames([string] $Kind) {
    $state = Get-KivaState
    $names = if ($Kind -eq 'saved') {
        Get-Content -LiteralPath "$state/${namesFile}" -ErrorAction SilentlyContinue
    } else {
        Get-ChildItem -LiteralPath "$state/shortlists" -Filter '*.txt' -ErrorAction SilentlyContinue |
            ForEach-Object { $_.BaseName }
    }
    $sign = if ($Kind.StartsWith('@')) { '@' } else { '' }
    $brief = if ($Kind -eq 'saved') { 'saved command' } else { 'shortlist' }
    foreach ($name in @($names)) {
        if ($name -cmatch '^[A-Za-z0-9_-]+$' -and "$sign$name" -cne '@me') { "$sign$name"; $brief }
    }
}

Register-ArgumentCompleter -Native -CommandName kiva -ScriptBlock {
    param($wordToComplete, $commandAst, $cursorPosition)

    # The text up to the cursor, split at spaces outside quotes. The last word is the one to complete.
    $length = $cursorPosition - $commandAst.Extent.StartOffset
    $text = $commandAst.Extent.Text.PadRight($length).Substring(0, $length)
    $found = @([regex]::Matches($text, '(?:"[^"]*"?|''[^'']*''?|[^\\s"''])+'))
    $words = @($found | ForEach-Object { $_.Value -replace '["'']', '' })
    $current = ''
    if ($found[-1].Index + $found[-1].Length -eq $length) {
        $current = $words[-1]
        $words = @($words | Select-Object -SkipLast 1)
    }

    $place = ''
    $argument = 1
    $option = ''
    $used = @()
    $keys = @()
    $here = Get-KivaPlace $place
    foreach ($word in @($words | Select-Object -Skip 1)) {
        if ($option) {
            $used += "$option=$word"
            $option = ''
        } elseif ($word -match '^-.') {
            $used += $word
            if ($word -match '^-[^-].') { $word = '-' + $word[-1] }
            if ((Get-KivaValues $here $word).Kind -ne 'none') { $option = $word }
        } elseif ($argument -eq 1 -and $here.Verbs -ccontains $word) {
            $place = "$place $word".Trim()
            $here = Get-KivaPlace $place
        } elseif ($keys.Count) {
            $keys = @($keys | Select-Object -Skip 1)
        } else {
            $saved = @(if ($argument -eq 1 -and @('', 'saved run') -ccontains $place) { Get-KivaSaved $word })
            if ($saved.Count) {
                $place = $saved[1]
                $keys = @($saved | Select-Object -Skip 2)
                $argument = 3
                $here = Get-KivaPlace $place
            } elseif ($argument -lt 3) {
                $argument++
            }
        }
    }

    $head = ''
    $given = ''
    $offered = @()
    $comparison = [StringComparison]::Ordinal
    if (-not $option -and $current -match '^(--[^=]*)=') {
        $option = $Matches[1]
        $head = "$option="
    }
    if (-not $option -and $current.StartsWith('-')) {
        $excluded = @($used | ForEach-Object { Get-KivaConflicts ($_ -replace '=.*', '') })
        for ($i = 0; $i -lt $here.Flags.Count; $i += 2) {
            if ($excluded -cnotcontains $here.Flags[$i]) { $offered += @($here.Flags[$i], $here.Flags[$i + 1]) }
        }
    } else {
        if (-not $option -and $argument -eq 1) { $offered = $here.Verbs }
        $key = if ($option) { $option } elseif ($keys.Count) { $keys[0] } else { "$argument" }
        $values = Get-KivaValues $here $key
        # Values are completed in any case, commands as they are.
        if ("$place$option" -and $values.Set.Count) { $comparison = [StringComparison]::OrdinalIgnoreCase }
        $typed = $current.Substring($head.Length)
        $taken = @()
        if ($values.Kind -eq 'conditions') {
            $given = $typed -replace '[^ ]*$', ''
            $piece = $typed.Substring($given.Length)
            if ($piece.StartsWith('-')) { $given += '-'; $piece = $piece.Substring(1) }
            $column, $rest = $piece.Split(':', 2)
            if ($null -ne $rest) {
                $values = Get-KivaValues $here "filter:$column"
                $before = $rest -replace '[^,]*$', ''
                $given += "\${column}:$before"
                $taken = @($before.Split(','))
            }
        } elseif ($values.Kind -eq 'list') {
            if ($typed.Contains(',')) { $given = $typed.Substring(0, $typed.LastIndexOf(',') + 1) }
            $lists = @($used -clike "$option=*" -replace '^[^=]*=', '') + $given
            $taken = @($lists | ForEach-Object { $_.Split(',') } | ForEach-Object { $_ -replace '=.*', '' })
        }
        for ($i = 0; $i -lt $values.Set.Count; $i += 2) {
            if ($taken -inotcontains $values.Set[$i]) {
                $offered += @(($head + $given + $values.Set[$i]), $values.Set[$i + 1])
            }
        }
    }

    # PowerShell replaces only $wordToComplete: leave out the text before it.
    $tail = $wordToComplete -replace '["'']', ''
    $before = if ($current.EndsWith($tail)) { $current.Length - $tail.Length } else { 0 }
    $group = '${keyPrefix}'
    $isGrouped = $false
    for ($i = 0; $i -lt $offered.Count; $i += 2) {
        $word = $offered[$i]
        if (-not $word.StartsWith($current, $comparison)) { continue }
        # The keys of explore are offered as one, until its name is typed.
        if ($word.StartsWith($group) -and -not $current.StartsWith($group)) {
            if ($isGrouped) { continue }
            $isGrouped = $true
            $word = $group
        }
        $insert = $word.Substring($before)
        if ($insert -match '^@|[^\\w./:@%+=,-]' -or $wordToComplete -match '^["'']') { $insert = "'$insert'" }
        $brief = if ($offered[$i + 1]) { $offered[$i + 1] } else { $word }
        [System.Management.Automation.CompletionResult]::new($insert, $word, 'ParameterValue', $brief)
    }
}
`
