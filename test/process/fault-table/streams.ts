/** Streams that are full, closed or without a reader. */
import { manyLoans, type Row, service } from './row.ts'

const good = service((response) => response.end(manyLoans))
const failing = service((response) => response.writeHead(502).end())
const formats = ['json', 'ndjson', 'xml', 'table'] as const
const newest = (...words: readonly string[]) => ['loans', 'newest', '-o', 'json', ...words]

export const streamRows: readonly Row[] = [
  ...formats.flatMap((format) => [
    {
      name: `the reader of ${format} has gone`,
      place: good,
      words: newest('-o', format),
      deaf: 'stdout' as const,
      code: 0,
    },
    {
      name: `a full disk behind ${format}`,
      place: good,
      words: newest('-o', format),
      redirect: '>/dev/full',
      code: 1,
      says: /^cannot write the output: ENOSPC/,
    },
  ]),
  {
    name: 'a full disk behind --wire',
    place: good,
    words: newest('--wire', 'json'),
    redirect: '>/dev/full',
    code: 1,
    says: /ENOSPC/,
  },
  { name: 'nobody reads stderr', place: failing, deaf: 'stderr', code: 6 },
  {
    name: 'nobody reads stderr, which -v fills',
    place: good,
    words: newest('-v'),
    deaf: 'stderr',
    code: 0,
    records: 500,
  },
  { name: 'a full disk behind stderr', place: failing, redirect: '2>/dev/full', code: 6 },
  {
    name: 'a full disk behind stderr, which -v fills',
    place: good,
    words: newest('-v'),
    redirect: '2>/dev/full',
    code: 0,
    records: 500,
  },
  { name: 'a full disk behind both', place: good, redirect: '>/dev/full 2>&1', code: 1 },
  { name: 'stderr was closed before', place: failing, redirect: '2>&-', code: 6 },
  { name: 'stdout was closed before', place: failing, redirect: '>&-', code: 6 },
]
