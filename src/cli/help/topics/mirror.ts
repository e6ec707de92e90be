/** The help topic on the mirror. */
import type { Topic } from '../layout.ts'

export const mirror: Topic = {
  brief: 'Loans kept on this machine: offline, in SQL, for engines',
  page: () => [
    'The mirror is one file: loans with their details, field partners, and what loans were before they changed, which the API never tells. It needs Node.js 22.16 or later, or the executable of kiva. It keeps loans of one service.',
    {
      heading: 'Fill it',
      content: [
        [
          'mirror pull',
          'new loans, then those read longest ago: --for 10m, --requests N, --ids 84. Run it often',
        ],
        ['mirror import', 'saved JSON: a file, or - for standard input'],
        ['mirror info', 'how complete it is, and how old; mirror clear deletes it'],
        ['mirror verify', 'whether it is whole; --sample 200: and equal to the API'],
        ['mirror changes 84', 'the history of a loan'],
      ],
    },
    'If a response lacks a loan but has others, the mirror keeps it, with missing_since. Later pulls ask again, 6 times at most for an id never read. Exit code 6: the API sent no loan. 9: one of --ids, or over a tenth, is missing.',
    {
      heading: 'Read it, without requests',
      content: [
        ['--mirror', 'with any command on loans and partners, explore too. Others are refused (exit code 5)'],
        ['sandbox --mirror', 'serves it to other programs; mcp --mirror to agents'],
        ['sql "SELECT …"', 'one statement that reads; kiva sql lists its tables'],
      ],
    },
    "In SQL, record(id) is a whole record as JSON, derived(id, 'repayment.lost') a derived field. Numbers that do not fit are NULL.",
    {
      heading: 'Export it as a lake, when scans of millions of rows take seconds',
      content: [['mirror export --out lake', 'writes it; mirror schema lists its columns, also for dbt']],
    },
    'Each folder in it, such as lake/loans, is a Delta table: Parquet files by year (posted, or changed) and a log. Only years with loans that were read since, and missing or cut files, are written again. Replaced files stay for a day (--keep 30d), so do not read all files of a folder, but those of the log or of files.json.',
    {
      heading: 'Engines',
      content: [
        ['ClickHouse', "SELECT * FROM deltaLakeLocal('/path/lake/loans'), below user_files_path"],
        ['', "SELECT * FROM deltaLake('https://bucket/loans', key, secret)"],
        ['DuckDB', "SET VARIABLE f = (SELECT ['lake/loans/' || p FOR p IN files]"],
        ['', "FROM read_json('lake/loans/files.json'));"],
        ['', "FROM read_parquet(getvariable('f'), hive_partitioning=true)"],
        ['', "from its documentation: FROM delta_scan('lake/loans')"],
      ],
    },
    'Spark, Trino, BigQuery and Snowflake, and uploading: docs/mirror.md.',
  ],
}
