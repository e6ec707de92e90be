/** Expressions for both kiva and the jq of the machine, on loans of the sandbox and recorded loans. */

/** Expressions with the same result in both, in each format. */
export const alike: readonly string[] = [
  '.',
  '.id',
  '.id, .name',
  'empty',
  '.nothing',
  '.name?, .name.x?',
  '-.loan_amount',
  '.loan_amount * 1.1',
  '.loan_amount / 3 | floor',
  '[.loan_amount, .funded_amount] | add',
  '.funded_amount >= .loan_amount',
  'select(.funded_amount >= .loan_amount) | .id',
  'select(.status == "fundraising" and .loan_amount > 500)',
  'if .loan_amount > 500 then "big" elif .loan_amount > 200 then "fair" else "small" end',
  '{id, name, country: .location.country}',
  '{(.status): .id}',
  '{id, tag: .tags[]?.name}',
  '[.tags[]?.name]',
  '[.tags[]? | .name | ascii_downcase | ltrimstr("#")] | sort',
  '.themes // ["none"] | join(" + ")',
  '.themes[0]?, .themes[-1:]?',
  '.description.languages | index("en")',
  '.description.languages | length, first, last',
  'keys',
  'keys_unsorted | length',
  'to_entries | map(select(.value | type == "string")) | from_entries',
  'with_entries(select(.key | test("_amount$")))',
  'map_values(numbers)',
  'del(.description, .image, .location)',
  '.location.geo.pairs | split(" ") | map(tonumber)',
  '.location |= (.town = null | del(.geo))',
  '.loan_amount += 25 | .loan_amount',
  '.new = {a: [1, {b: .id}]} | .new',
  '[paths(type == "number") | map(tostring) | join(".")]',
  '[paths(scalars)] | length',
  '[.. | strings | length] | max',
  '[recurse | numbers] | add',
  'tostream | select(length == 2) | .[0] | tojson',
  'fromstream(tostream) == .',
  'getpath(["location", "geo", "level"])',
  '[limit(3; .name | explode[])] | implode',
  '.name | length, utf8bytelength',
  '.name | ascii_upcase, .[0:3], .[-2:]',
  '.use // "" | [match("[a-z]+"; "g").string] | length',
  '.use // "" | capture("(?<first>\\\\w+) (?<second>\\\\w+)").second?',
  '.use // "" | gsub("(?<v>[aeiou])"; "<\\(.v)>")',
  '.name | sub("(?<c>.)$"; "\\(.c)!")',
  '[.name | scan("\\\\p{L}+")]',
  '"\\(.name) in \\(.location.country): \\(.loan_amount) of \\(.funded_amount)"',
  '[.id, .name, .loan_amount, true, null] | @csv, @tsv',
  '.name | @html, @sh, @base64, (@base64 | @base64d), @json, @text',
  '.posted_date | fromdate? | todate, (gmtime | mktime), strftime("%Y-%m-%d %H:%M")',
  '[.loan_amount, 5] | min, max, (sort | reverse)',
  'reduce .description.languages[] as $one (0; . + ($one | length))',
  '[foreach range(5) as $n (0; . + $n; [$n, .])]',
  '. as {id: $id, location: {country: $country}} | [$id, $country]',
  'def double(f): f * 2; double(.loan_amount), ([.id] | map(. % 7))',
  'label $enough | foreach (1, 2, 3) as $n (0; . + $n; if . > 2 then ., break $enough else . end)',
  'try error("\\(.id)") catch ("caught " + .)',
  '[.[] | type] | group_by(.) | map({(.[0]): length}) | add',
  'walk(if type == "string" then length else . end) | tojson | length',
  '[range(0; 10; 3)], [range(.id % 4)], ([1, [2, [3]]] | flatten)',
  '[1, 2, 3] | IN(2, 3), any(. > 2), all(. > 0), contains([2]), inside([1, 2, 3, 4])',
  '[.loan_amount, .id] | transpose?, (combinations(2)? | tojson)',
  '1e3, 100000000000, 0.1 + 0.2, 3.0, -0.5, (.id | sqrt | floor), pow(2; 10)',
  '"a\\u0000b\\u2028c\\ud83d\\ude00\\n\\"\\\\", "🙂" , "\\u202e"',
  'nan | isnan, (infinite | isinfinite), ([nan] | sort | length)',
  '$where, ($where | length)',
  '.location.country == $where, "\\($where)!"',
]

/** Further expressions for `--slurp`. */
export const alikeOfAll: readonly string[] = [
  'length, (map(.id) | min, max)',
  'group_by(.status) | map({status: .[0].status, n: length, sum: (map(.loan_amount) | add)})',
  'sort_by(-.loan_amount, .id) | .[:3] | map(.id)',
  'unique_by(.location.country) | map(.location.country)',
  'min_by(.loan_amount).id, max_by(.loan_amount).id',
  'INDEX(.id) | keys | length',
  '.[] | select(.loan_amount > 500) | .name',
  'map(.description.languages) | add | unique',
  'first(.[] | select(.tags | length > 1)).id',
  '[.[] | .loan_amount] | add / length | floor',
]

/** Expressions that differ or fail in jq up to version `until`, with the output of kiva for `null`. */
export const sinceThen: readonly {
  readonly expression: string
  readonly gives: string
  readonly until: number
}[] = [
  { expression: 'if true then "without else" end', gives: '"without else"', until: 1.6 },
  { expression: '"it\'s" | @uri', gives: '"it%27s"', until: 1.6 },
  { expression: '1.5e-7', gives: '1.5e-7', until: 1.6 },
  { expression: '100000000000000000001', gives: '100000000000000000001', until: 1.6 },
  { expression: '{a: 1, b: 2} | pick(.a)', gives: '{"a":1}', until: 1.6 },
  { expression: '"ab" | ltrimstr("a"), (" a " | trim)', gives: '"b"\n"a"', until: 1.7 },
  { expression: '-5 | abs', gives: '5', until: 1.7 },
  { expression: '"a%20b" | @urid', gives: '"a b"', until: 1.7 },
  { expression: '[1, 2] | add(.[])', gives: '3', until: 1.7 },
  { expression: '"abc" | trimstr("c")', gives: '"ab"', until: 1.7 },
  { expression: '[1, 2, 3] | have_decnum', gives: 'true', until: 1.6 },
]

/** Deliberate differences from jq (see `kiva help jq`), with the output of both for two records. */
export const otherwise: readonly {
  readonly expression: string
  readonly jq: string
  readonly kiva: { readonly code: number; readonly stdout: string }
}[] = [
  { expression: 'input | 1', jq: '1\n', kiva: { code: 2, stdout: '' } },
  { expression: '[inputs] | length', jq: '1\n', kiva: { code: 2, stdout: '' } },
  { expression: 'input_line_number', jq: '1\n2\n', kiva: { code: 0, stdout: '0\n0\n' } },
  {
    expression: '$ENV.PATH, env.PATH | type',
    jq: '"string"\n'.repeat(4),
    kiva: { code: 0, stdout: '"null"\n'.repeat(4) },
  },
  { expression: 'halt', jq: '', kiva: { code: 2, stdout: '' } },
  { expression: '1, error("no")', jq: '1\n1\n', kiva: { code: 2, stdout: '' } },
  { expression: 'include "a"; 1', jq: '', kiva: { code: 2, stdout: '' } },
]
