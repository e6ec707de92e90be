/** Help topics on records: filters, derived fields, marks, long lists, countries and sectors. */
import { countryName } from '../../../api/country-names.ts'
import { knownValues, rateLimit } from '../../../api/gaps.ts'
import { derivedGroups } from '../../../api/records/derived-fields.ts'
import type { DerivedGroup } from '../../../api/records/record-types.ts'
import { loans } from '../../../commands/resources/loans.ts'
import { maxStepsBack } from '../../../records/pages.ts'
import { globalOptions } from '../../settings/global-options.ts'
import type { Row, Topic } from '../layout.ts'
import { optionRows } from '../option-rows.ts'
import { optionsOfGroup, rowsOfTopic } from './output.ts'

export const filters: Topic = {
  brief: 'Filtering and sorting records after they are read',
  page: (root) => [
    'These options work on lists, in every format. They read all pages: options of the API, such as --status or --sector, need fewer requests. kiva sends conditions on a status, country, region, partner or gender, and sector=, to the API too, if they are whole names that it knows (country:kenya, not country:ken) or whole codes (country=KE); -v says which. Before more than 100 requests, kiva asks; without a terminal, or after a no, it ends with code 2, or with code 9 after what it found for --limit. --all says yes.',
    {
      heading: 'Examples',
      content: [
        'kiva loans search --status fundraising --filter "asked:<300 ends:<3d country:kenya,uganda"',
        'kiva loans search --status fundraising --filter "group -sector:food" --order ends --limit 10',
        "kiva loans search --status fundraising --not-lent-by '@me' --limit 10",
        'kiva loans search --status fundraising --at-most 1:partner_id --limit 5',
        'kiva partners list --only 101,133',
      ],
    },
    { heading: 'Options', content: rowsOfTopic(root, 'filters') },
    { heading: 'Conditions of --filter', content: conditions },
    'All conditions of all --filter options must hold. A column is a heading of the table, also one that is hidden in a narrow terminal, or the name of its field: asked, to-go, loan_amount, location.country. Case, accents, spaces, - and _ do not matter in a name, and in a value _ also stands for a space: country:burkina_faso. A wrong column or value is an error that lists the columns. explore filters loaded rows in the same language. Headings are also names for --order, --fields, --at-most, --by and --sum: --order ends. A computed column is then a field: --fields id,to-go prints to_go in dollars.',
    '--where is for jq: --where \'.tags[]?.name == "#Parent"\' keeps records for which the expression is true, and sees fields without a column. Use double quotes around --filter: they work in every shell.',
    'They run in this order: --only, --with, --filter, --not-lent-by, --where, --budget, --order, --at-most, --limit; then --count and --by, --fields and --jq. Without --order, reading stops once --limit is reached.',
    '--where prints the records themselves, so tables keep their columns; --jq prints the results of its expression. --order puts records without a value last, and sorts equal ones by id. For --at-most, a list counts for each of its values, and records without the field are one group.',
    '--budget 100 keeps four loans that still need a share of $25; money in baskets counts as lent. With it, --at-most puts the other records at the end. kiva portfolio suggest --budget 100 chooses loans that broaden a portfolio.',
    '--only works on lists of journal entries, comments, partners and lending actions: of these, only partners have a show command. For loans, lenders and teams, use show: kiva loans show 2100001,2100002 -o table.',
    "--not-lent-by reads the loans of that lender, newest first, until the rest is older than the loans in question. An unknown lender is an error. '@me' is you: the lender of the login, else of the setting lender.",
    'See also: kiva help derived, marks, charts',
  ],
}

const conditions: readonly Row[] = [
  ['maize kenya', 'both words in any column, in any order'],
  ["'maize seed'", 'text with spaces, in \' or "'],
  ['country:kenya', 'a table or the field contains the text'],
  ['status=funded', "the column is the text; country='' if it is empty"],
  ['status:ended_with_loss', 'also finds defaulted, its older name, and the other way round'],
  ['country:kenya,peru', 'one of several values'],
  ['asked:500', 'the column shows this number: dollars, percent or a count'],
  ['asked<300', 'also <=, >, >=; a colon may come before: asked:<300'],
  ['asked:100..300', 'a range with both ends; one may be missing: 100..'],
  ['ends:<3d', 'time left, or age (posted:<2w): min, h, d, w or y'],
  ['ends:<0d', 'it is over; ends:<3d does not find it'],
  ['posted:2026-03', 'a year, a month, a day or a time in UTC, also after < and >, and in a range'],
  ['region:africa', 'not in tables: region, country-code, partner (101) and gender (--with people)'],
  ['delinquent:true', 'a field that is true or false'],
  ['-status:paid', 'records for which the condition is false'],
]

const groups = Object.entries(derivedGroups) as [DerivedGroup, (typeof derivedGroups)[DerivedGroup]][]

/** What each group needs besides the list. */
const requests: Readonly<Record<DerivedGroup, string>> = {
  funding: 'no further requests',
  repayment: 'one request per 50 loans, none for loans show',
  people: 'the same requests as repayment',
  partner: 'one request per 200 partners',
  mine: 'one request per 20 loans of the lender',
  budget: 'no further requests',
  team: 'no further requests',
  team_recent: 'from 2 requests per team',
}

/** What there is to know about the fields of a group. */
const groupNotes: Readonly<Partial<Record<DerivedGroup, readonly string[]>>> = {
  funding: [
    "The forecast is a straight line: it assumes the average pace since posting. outlook is the first that fits: over (fundraising has ended), full, no_end (no deadline), too_early (the first 24 hours, or nothing raised), on_track, short. Money in baskets is not raised: baskets lapse. In the sandbox, about one in four loans that are short at half time expires (59 of 223), and none of those on track (0 of 125). For Kiva's loans the share is unknown.",
    'days_to_fund is in loans that are not fundraising: kiva loans search --status funded --with funding --median days_to_fund.',
  ],
  repayment: [
    "The amount repaid is paid_amount, or the sum of the payments if it is missing, as in older loans (defaulted). behind is the amount that was due 15 days ago and is not repaid; a loan that has ended is not behind. It is kiva's own sum: only the API says whether a loan is late.",
    'Older loans have further statuses. expired, inactive_expired, refunded and deleted: the loan is over, and lenders have their money back. inactive, issue and reviewed: not on offer, so funding and repayment are null.',
  ],
  partner: ['rating is the risk rating from 1 to 5; 5 is the lowest risk.'],
}

export const derived: Topic = {
  brief: 'Fields that kiva computes',
  page: () => [
    '--with GROUP,… adds fields that kiva computes, below the key "derived". A derived field in --fields, --order, --at-most, --by or --sum adds its group. Fields of the API stay unchanged.',
    {
      heading: 'Examples',
      content: [
        'kiva loans search --status fundraising --with funding --filter "outlook:short"',
        'kiva loans search --fields id,derived.repayment.half_due --limit 50',
        'kiva loans search --with mine --limit 20',
        'kiva teams search --order derived.team.loans_per_member:desc --limit 10',
      ],
    },
    {
      heading: 'Groups (kiva help derived <group> lists the fields)',
      content: groups.map(([name, { brief }]): Row => [name, `${brief}; ${requests[name]}`]),
    },
    'Values that cannot be known are null, and derived.why has the reason. Amounts are added in cents. Quotients are rounded half up to 4 decimals. Days are UTC. Times are compared with the time of the response.',
  ],
  parts: Object.fromEntries(
    groups.map(([name, { brief, fields }]) => [
      name,
      () => [
        `derived.${name}: ${brief}. Needs ${requests[name]}.`,
        {
          heading: 'Fields',
          content: Object.entries(fields).map(([field, { brief }]): Row => [field, brief]),
        },
        ...(groupNotes[name] ?? []),
      ],
    ]),
  ),
}

export const marks: Topic = {
  brief: 'New and changed records since the last run',
  page: (root) => [
    '--new prints the records that no earlier run of the same command line has printed. --changes compares a whole list with the last run and prints events: {event, item}; event is added, changed or removed.',
    {
      heading: 'Examples',
      content: [
        'kiva loans newest --new --limit 20',
        'kiva loans search --status fundraising --filter "asked:<=300" --new --mark-only',
        'kiva loans search --status fundraising --changes --mark daily -o ndjson',
        'kiva partners list --changes --peek',
      ],
    },
    { heading: 'Options', content: rowsOfTopic(root, 'marks') },
    'A table says in words what changed: $50 → $125, 2 → 5 lenders. In data, a changed record has changes: {field: {from, to}}, with the paths of fields as keys. from is absent if the record lacked the field, to if it lacks it now. A removed record has now: the status that the loan has now, "not found", or "no longer in this list" if its status is the same. For that kiva sends one request for 50 loans, 50 lenders or 20 teams; other records have no now.',
    'The first run prints everything; with --mark-only it prints nothing. The mark moves after the records are printed: if a run is stopped, the rest is printed next time. With --out, it moves once the file is complete. Records that --jq drops count as printed: choose them with --filter or --where. --count, --by and --sum print no records, so the mark stays. Records that were not in the list for 180 days are forgotten.',
    '--new looks in a list that begins with the newest up to a page that it knows, and in any other list to its end: in 5 pages at most, and says so if the list is longer. --all reads on; --limit, --requests and filters read what they need. What follows the last known record in a list that is longer was there before: it is marked, and not printed. Lists that begin with the newest: loans, lenders, teams and journal entries by default or with --sort-by newest, and the lenders of a team; of loans, if --status has fundraising and the stages after it without a gap. The loans of a lender or a team are sorted by the day of posting, so they are read to the end. --changes reads the whole list.',
    'A mark belongs to a command line without its output options and --limit, to one API, and the sandbox has its own. It stays when the ids of a shortlist in the command line change. It is a file in the state folder, readable only by you, and it is never sent. It may show whose loans you watch.',
    '--fail-empty ends with exit code 10 if nothing is printed, for use in scripts.',
  ],
}

/** Global options that help with long runs. */
const helpers: readonly string[] = ['retries', 'wait_on_limit', 'progress', 'cache', 'offline']

export const bulk: Topic = {
  brief: 'Reading long lists, and resuming a run',
  page: (root) => [
    'A list command reads one page. --limit N reads as many pages as needed, and --all reads all pages: in order, in constant memory, several at the same time. --requests N stops after N requests, retries included, prints what they found, and exits with code 9 if there is more. If there are more records, a line on stderr says so.',
    {
      heading: 'Examples',
      content: [
        'kiva loans search --sector Food --all -o ndjson > food.ndjson',
        'kiva loans search --all --out loans.ndjson --checkpoint loans.checkpoint',
        'kiva loans search --all --out loans.ndjson --resume loans.checkpoint',
        'kiva loans show - --missing gone.txt -o ndjson < ids.txt > loans.ndjson',
      ],
    },
    { heading: 'Options of lists', content: optionRows(optionsOfGroup(root, 'Bulk options')) },
    {
      heading: 'Options of all commands',
      content: optionRows(globalOptions.filter(({ name }) => helpers.includes(name))),
    },
    `A list may change while it is read. If records may be missing, kiva goes back and reads pages again, at most ${maxStepsBack} times per page, and drops records that came before. A line on stderr says what may still be missing; with --strict-paging, the exit code is then 9.`,
    `The API limits requests per minute: as far as known, ${rateLimit.unregistered}, or ${rateLimit.registered} for a registered application. kiva slows down before the limit is used up.`,
  ],
}

export const countries: Topic = {
  brief: 'Codes of countries and regions',
  page: () => [
    'Two-letter ISO 3166-1 codes, in upper or lower case: --country-code KE,UG; names work too: --country-code kenya, --region africa. These are the countries where Kiva is known to lend or to have partners. Any other two letters are sent too, with a note if the code is unknown. Older records have codes of their own: QS for South Sudan, whose name stands for SS and QS; GZ for Gaza; AN for the Netherlands Antilles and CS for Serbia & Montenegro, of lenders.',
    {
      heading: 'Countries',
      content: knownValues.country_code.map((code): Row => [code, countryName(code) ?? '']),
    },
    { heading: 'Regions (--region)', content: Object.entries(loans.endpoints.search.params.region.names) },
  ],
}

export const sectors: Topic = {
  brief: 'Business sectors, for --sector',
  page: () => [
    'Upper or lower case, with spaces or dashes: --sector "Personal Use",food. The API does not list its sectors, so other values are accepted and sent unchanged.',
    { heading: 'Sectors', content: knownValues.sector },
  ],
}
