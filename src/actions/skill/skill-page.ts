import { exitCodes } from '../../exit-codes.ts'
import { formatNames } from '../../output/formats.ts'
import { version } from '../../version.ts'

/**
 * Returns a Markdown page with front matter that explains this version to a coding agent. Every command
 * line in it can be run.
 */
export function skillPage(): string {
  const codes = Object.values(exitCodes).map(({ code, when }) => `| ${code} | ${when} |`)
  return `---
name: kiva
description: Query the Kiva micro-lending marketplace (loans, lenders, teams, field partners, journal entries) from the shell with the kiva command, version ${version}. Read-only public data over HTTP, an embedded sandbox for rehearsal, and one private resource after a login.
---

# kiva

Form: \`kiva <resource> <verb> [ids] [options]\`. Everything is read-only for the service. Nothing is asked
where standard input is no terminal.

## Ask

Rehearse with \`--sandbox\` (or \`KIVA_SANDBOX=1\`): the whole API over made-up data, in the process itself, without network
or login. Leave it out to ask the live service.

    kiva --sandbox loans newest --limit 3 -o json
    kiva loans search --status fundraising --sector Food,Retail --country-code KE --sort-by newest -o json
    kiva loans search --q "maize seed" --limit 5 -o ndjson
    kiva lenders show robin1001 -o json
    kiva partners list --limit 5 -o json
    kiva teams search --category "Local Area" --limit 5 -o json

Always name the format: \`-o json\` is one array (one object for a single record), \`-o ndjson\` one object a line.
Formats: ${formatNames.join(', ')}. Values of one option go together with commas. Records come as the service sent them: a field that is
missing means the same as null.

## Learn the rest

    kiva commands -o json
    kiva loans search --help
    kiva help fields loan_detail
    kiva help exit-codes

\`kiva commands -o json\` has every command, option, allowed value, default, field, exit code and example of this version;
\`kiva commands --schema\` is its JSON Schema. Look there in place of guessing an option.

## Page and count

A list is one page unless more is asked for. \`--limit N\` reads as many pages as it takes, \`--all\` reads every page, in order,
in constant memory. When there is more, a line on stderr says so. To count without reading a list, read \`paging.total\` of
the service's own document:

    kiva loans search --status fundraising --wire json
    kiva loans search --sector Food --limit 50 -o ndjson
    kiva teams search --all -o ndjson

Long lists go to a file that is put in its place when it is whole, with a checkpoint to go on from:

    kiva loans search --sector Food --all --out food.ndjson --checkpoint food.checkpoint

After a failure, run the same command with \`--resume food.checkpoint\` in place of \`--checkpoint food.checkpoint\`.

## Many ids

Give ids together, with spaces or commas, or on standard input as \`-\`. They are dealt into requests of the right size; never
loop over single ids.

    kiva loans show 2100001 2100002 -o ndjson
    kiva loans show - --missing gone.txt -o ndjson < ids.txt

Ids that are not found are told on stderr, and \`--missing FILE\` lists them; the rest is delivered.

## Handle errors

stdout has the answer alone. stderr has notes, progress and errors; \`--quiet\` leaves the errors only. With \`-o json\` or
\`-o ndjson\` a failure is one JSON line on stderr:
\`{"error":{"kind","message","hint","status","retry_after","code","exit_code"}}\`, without what is not known. Decide by the exit code, then read \`hint\`:

| code | when |
| --- | --- |
${codes.join('\n')}

- 2: the command line is wrong and nothing was sent; the hint names the nearest option or value. Correct it, don't retry.
- 6, 7, 8: kiva has tried again already (\`--retries N\`). Wait \`retry_after\` seconds, or use \`--wait-on-limit\`.
- 9: what is on stdout is right, and not all. Say so, or resume.

## Be a good guest

Requests are slowed down before the rate limit is used up: run one kiva at a time. \`--cache 1h\` uses answers again, and
\`--offline\` reads them without network. \`--dry-run\` shows the request and sends nothing:

    kiva loans search --q maize --dry-run -o json
    kiva api loans/2100001/lenders -o json

## Secrets

Only \`kiva my account\` needs a login. A person logs in with \`kiva login\`; do not do it for them. Never put a token, secret or code
on a command line, into a file or into a conversation, and never read the credential file. \`kiva auth status -o json\`
tells who is logged in without showing a secret, and \`kiva doctor -o json\` what is wrong with a set-up.
`
}
