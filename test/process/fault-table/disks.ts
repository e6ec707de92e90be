/** Output files on full disks. */
import { join } from 'node:path'
import { expect } from 'vitest'
import { fullDisk } from '../../support/full-disk.ts'
import { manyLoans, type Place, type Row, secondPage, service } from './row.ts'

const good = service((response) => response.end(manyLoans))
/** Three records, and then a page that does not fit on the disk. */
const growing = secondPage((response) => response.end(manyLoans))
const room = 16

type Named = (name: string) => string

/** A run with files on a full disk. `left` names the files that must remain after the run. */
const onDisk =
  (place: () => Promise<Place>, more: (file: Named) => Partial<Place>, left?: readonly string[]) =>
  async (): Promise<Place> => {
    const disk = fullDisk(room)
    return {
      ...(await place()),
      before: disk.before,
      ...more((name) => join(disk.folder, name)),
      check: () => left && expect(disk.left()).toEqual(left),
    }
  }
/** Words of a command line; `@name` stands for a file on that disk. */
const words =
  (...options: readonly string[]) =>
  (file: Named): Partial<Place> => ({
    words: options.map((word) => (word.startsWith('@') ? file(word.slice(1)) : word)),
  })

const full = /cannot write .*: (?:disk full|file too large)/
const lines = ['loans', 'newest', '--all', '-o', 'ndjson']

export const diskRows: readonly Row[] = [
  ...['json', 'ndjson', 'xml', 'table'].map((format) => ({
    name: `--out of ${format} on a full disk`,
    place: onDisk(good, words('--out', '@answer'), []),
    words: ['loans', 'newest', '-o', format],
    code: 3,
    says: full,
  })),
  {
    name: '--out of a document on a full disk',
    place: onDisk(good, words('--wire', 'json', '--out', '@answer'), []),
    code: 3,
    says: full,
  },
  {
    name: '--out to a device that is full',
    place: async () => ({ ...(await good()), words: ['--out', '/dev/full'] }),
    code: 3,
    says: /^cannot write \/dev\/full: disk full/,
  },
  {
    name: '--out on a disk that fills up',
    place: onDisk(growing, words('--out', '@answer'), []),
    words: lines,
    code: 3,
    says: full,
  },
  {
    name: '--out with a checkpoint on a disk that fills up',
    place: onDisk(growing, words('--out', '@answer', '--checkpoint', '@checkpoint'), [
      'answer.part',
      'checkpoint',
    ]),
    words: lines,
    code: 9,
    says: /^stopped after 3 records: .*To resume: kiva/,
  },
  {
    name: '--missing to a device that is full',
    place: async () => ({
      ...(await service((response) => response.end('{"teams":[{"id":1}]}'))()),
      words: ['--missing', '/dev/full'],
    }),
    words: ['teams', 'show', '1', '2', '-o', 'ndjson'],
    code: 9,
    records: 1,
    says: /^stopped after 1 record: cannot write \/dev\/full: disk full/,
  },
  {
    name: '--cache on a full disk changes nothing',
    place: onDisk(good, (file) => ({ words: ['--cache', '1h'], env: { KIVA_CACHE_DIR: file('cache') } }), [
      'cache',
    ]),
    code: 0,
    records: 500,
  },
  {
    name: '--trace on a full disk changes nothing',
    place: onDisk(good, words('--trace', '@trace'), ['trace']),
    code: 0,
    records: 500,
  },
  {
    name: '--trace on a full disk does not hide a failure',
    place: onDisk(
      service((response) => response.writeHead(502).end(manyLoans)),
      words('--trace', '@trace'),
    ),
    code: 6,
    note: /^cannot write .*: .*\. The trace is incomplete\.\n/,
    says: /^API error \(502\)/,
  },
  {
    name: '--trace to a device',
    place: async () => ({ ...(await good()), words: ['--trace', '/dev/full'] }),
    code: 3,
    says: /^file already exists and is not a trace.*: \/dev\/full/,
  },
  {
    name: '--progress json to a full disk',
    place: good,
    words: [...lines, '--progress', 'json'],
    redirect: '2>/dev/full',
    code: 0,
    records: 500,
  },
]
