/** `kiva skill`: prints a page that teaches a coding agent to use this version. */
import type { Context } from '../core/context.ts'
import { exitCodes } from '../core/exit-codes.ts'
import { version } from '../core/version.ts'
import { formatNames } from '../output/formats.ts'

/** Prints Markdown whatever the output format, because the text is meant to be saved to a file. */
export async function skill({ stdout }: Pick<Context, 'stdout'>): Promise<void> {
  await stdout.write(skillPage(), 'people')
}

/**
 * Returns a Markdown page with front matter that explains this version to a coding agent. Every command
 * line in it can be run.
 */
function skillPage(): string {
  const codes = Object.values(exitCodes).map(({ code, when }) => `| ${code} | ${when} |`)
  return `---
name: kiva
description: Query the Kiva micro-lending marketplace (loans, lenders, teams, field partners, journal entries) from the shell with the kiva command, version ${version}. Read-only public data over HTTP, and an offline sandbox with made-up data. Only the user's own account needs a login.
---

# kiva

Usage: \`kiva <command> [ids] [options]\`. All requests are read-only. kiva never prompts if standard input is not a terminal.

## Query

Practice with \`--sandbox\` (or \`KIVA_SANDBOX=1\`): it runs every command on made-up data, without network or login. Leave it out to
query the live API. Ids of the sandbox do not exist in the live API.

    kiva --sandbox loans newest --limit 3 -o json
    kiva loans search --status fundraising --sector Food,Retail --country-code KE --sort-by newest -o json
    kiva loans search --q "maize seed" --limit 5 -o ndjson
    kiva --sandbox lenders show '@me' -o json
    kiva partners list --limit 5 -o json
    kiva teams search --category "Local Area" --limit 5 -o json

Always set the format: \`-o json\` prints one array (one object for a single record), \`-o ndjson\` one object per line.
Formats: ${formatNames.join(', ')}. Separate several values of an option with commas. Records are printed as the API sent
them: a missing field means the same as null.

## Find commands and options

    kiva commands -o json
    kiva loans search --help
    kiva help fields loan_detail
    kiva help exit-codes

\`kiva commands -o json\` lists every command, option, allowed value, default, field, exit code and example of this version;
\`kiva commands --schema\` prints its JSON Schema. Use it instead of guessing options.

## Read pages and count

A list command reads one page. \`--limit N\` reads as many pages as needed, and \`--all\` reads all pages, in order, in constant
memory. If there are more records, a line on stderr says so. \`--count\` prints the number of records from one request; \`--by\` and \`--sum\`
group and add up the records that are read:

    kiva loans search --status fundraising --count
    kiva loans search --status fundraising --by sector --sum loan_amount --all -o json
    kiva loans search --sector Food --limit 50 -o ndjson
    kiva teams search --all -o ndjson

Write long lists to a file. The file appears when it is complete, and a checkpoint lets you resume:

    kiva loans search --sector Food --all --out food.ndjson --checkpoint food.checkpoint

After a failure, run the same command with \`--resume food.checkpoint\` instead of \`--checkpoint food.checkpoint\`.

## Filter and compute

Options of the API, such as \`--sector\`, need the fewest requests. For everything else, these options work on every list and read all
pages that they need:

    kiva loans search --status fundraising --sort-by expiration --with funding --filter "short:>0" --limit 5 -o json
    kiva --sandbox loans search --not-lent-by robin1001 --order loan_amount:desc --at-most 1:partner_id --limit 5 -o json
    kiva partners list --only 101,133 -o json
    kiva loans search --status fundraising --filter "asked:<300 ends:<3d country:kenya,uganda" -o json
    kiva loans search --where '.tags[]?.name == "#Parent"' --limit 5 -o json
    kiva help derived
    kiva help filters

\`--filter\` compares the columns of the table, and a wrong column is an error that lists them; \`--where\` runs a jq expression, in which
null is less than any number or text. \`--with\` adds fields below the key \`derived\`. An unknown value is null, with the reason in
\`derived.why\`: do not treat it as 0.

## Request many ids

Pass all ids at once, separated by spaces or commas, or on standard input with \`-\`. kiva splits them into requests of the right
size. Do not loop over single ids.

    kiva --sandbox loans show 2100001 2100002 -o ndjson
    kiva loans show - --missing gone.txt -o ndjson < ids.txt

Ids that were not found are listed on stderr, and in the file of \`--missing\`. The other records are printed.

## Handle errors

stdout contains only records. stderr contains notes, progress and errors; \`--quiet\` leaves only errors. With \`-o json\` or
\`-o ndjson\`, an error is one JSON line on stderr:
\`{"error":{"kind","message","hint","status","retry_after","code","exit_code"}}\`, without unknown fields. Check the exit code first, then read \`hint\`:

| code | when |
| --- | --- |
${codes.join('\n')}

- 2: the command line is invalid and no request was sent; the hint suggests the nearest option or value. Fix it, do not retry.
- 6, 7, 8: kiva has already retried (\`--retries N\`). Wait \`retry_after\` seconds, or use \`--wait-on-limit\`.
- 9: the records on stdout are correct but incomplete. Say so, or resume.

## Limit your requests

kiva slows down before the rate limit is used up: run only one kiva at a time. \`--cache 1h\` reuses responses, and \`--offline\` reads
cached responses without network. \`--dry-run\` prints the request without sending it:

    kiva loans search --q maize --dry-run -o json
    kiva --sandbox api loans/2100001/lenders -o json

## Protect secrets

Only \`kiva my account\` needs a login. The user logs in with \`kiva login\`; do not log in for them. Never put a token, secret or code
on a command line, into a file or into a conversation, and never read the credential file. \`kiva auth status -o json\`
shows the login without secrets, and \`kiva doctor -o json\` checks the setup.
`
}
