/** The build ends where a file of scripts/stand-ins would stop working in silence. */
import { expect, test } from 'vitest'
import { checkRows } from '../../scripts/bundle/stand-ins.mjs'

const undici = { name: 'undici', majors: [7, 8], of: './client-h2.js', from: '/undici/', by: 'http2.cjs' }
const table = { name: 'cli-table3', majors: [0], of: 'string-width', from: '/cli-table3/', by: 'length.cjs' }
const rows = [undici, table]
const versions = { undici: '7.30.2', 'cli-table3': '0.6.5' }

test('rows that replace something, for the installed versions, pass', () => {
  checkRows(rows, rows, versions)
  checkRows(rows, rows, { ...versions, undici: '8.13.1' })
})

test('a row that replaces nothing ends the build', () => {
  expect(() => checkRows(rows, [undici], versions)).toThrow(
    'scripts/stand-ins/length.cjs replaces nothing: no file in /cli-table3/ imports "string-width", with cli-table3 0.6.5.',
  )
})

test.each(['6.21.0', '9.0.0', '70.0.0'])(
  'a row for undici 7 and 8 ends the build with undici %s',
  (version) => {
    expect(() => checkRows(rows, rows, { ...versions, undici: version })).toThrow(
      `scripts/stand-ins/http2.cjs is for undici 7 and 8, found undici ${version}.`,
    )
  },
)
