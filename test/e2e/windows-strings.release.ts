/** What Windows shows of its executable. Needs build/binary. */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { author, version } from '../../package.json' with { type: 'json' }
import { executableFor } from '../../scripts/bundle/executables.mjs'

const named = (name: string) => Buffer.from(`${name}\0`, 'utf16le')

/** Where the version information begins. Bun's code has its name too, but not followed by the number of VS_FIXEDFILEINFO. */
const startOf = (file: Buffer) =>
  file.indexOf(Buffer.concat([named('VS_VERSION_INFO'), Buffer.from('0000bd04effe', 'hex')])) - 6

/**
 * Reads the version information, by the page "VS_VERSIONINFO" of Microsoft's documentation: blocks of length, length of the
 * value, type, name, padding, value, padding, children. The package that writes it cannot read a compiled executable.
 */
function readStrings(file: Buffer): ReadonlyMap<string, string> {
  const start = startOf(file)
  const strings = new Map<string, string>()
  const end = start + file.readUInt16LE(start)
  const table = file.indexOf(named('StringFileInfo'), start) - 6
  if (start < 0 || table < start || table > end) throw new Error('The executable has no strings.')
  const align = (at: number) => at + ((4 - ((at - start) % 4)) % 4)
  const afterName = (at: number) => {
    let after = at + 6
    while (file.readUInt16LE(after) !== 0) after += 2
    return { name: file.toString('utf16le', at + 6, after), next: align(after + 2) }
  }
  // The block has one table, for one language.
  const first = afterName(table).next
  let at = afterName(first).next
  while (at < first + file.readUInt16LE(first)) {
    const { name, next } = afterName(at)
    const text = file.toString('utf16le', next, next + 2 * file.readUInt16LE(at + 2))
    strings.set(name, text.replace(/\0$/, ''))
    at = align(at + file.readUInt16LE(at))
  }
  return strings
}

test('Windows calls the executable kiva, not Bun', () => {
  const file = readFileSync(executableFor('windows-x64'))
  expect(Object.fromEntries(readStrings(file))).toEqual({
    CompanyName: author,
    FileDescription: 'kiva',
    FileVersion: version,
    InternalName: 'kiva',
    LegalCopyright: expect.stringMatching(/^Copyright \(c\) \d{4} .*authors$/),
    OriginalFilename: 'kiva.exe',
    ProductName: 'kiva',
    ProductVersion: version,
  })
  const license = readFileSync(join(import.meta.dirname, '../../LICENSE'), 'utf8')
  expect(license).toContain(readStrings(file).get('LegalCopyright'))
  // Of VS_FIXEDFILEINFO, which installers compare: the version of the file and of the product, 16 bits a part.
  const numbers = startOf(file) + 48
  const [major = 0, minor = 0, patch = 0] = version.split(/[.-]/).map(Number)
  for (const at of [numbers, numbers + 8])
    expect([2, 0, 6, 4].map((part) => file.readUInt16LE(at + part))).toEqual([major, minor, patch, 0])
})

/** Reads the types of the resources, by the page "PE Format" of Microsoft's documentation. */
function resourceTypes(file: Buffer): readonly number[] {
  const header = file.readUInt32LE(0x3c)
  const sections = header + 24 + file.readUInt16LE(header + 20)
  const headers = Array.from({ length: file.readUInt16LE(header + 6) }, (_, index) => sections + 40 * index)
  const resources = headers.find((at) => file.toString('latin1', at, at + 5) === '.rsrc') ?? 0
  const table = file.readUInt32LE(resources + 20)
  const count = file.readUInt16LE(table + 14)
  return Array.from({ length: count }, (_, index) => file.readUInt32LE(table + 16 + 8 * index))
}

test('the executable has version information and a manifest, and not the icon of Bun', () => {
  expect(resourceTypes(readFileSync(executableFor('windows-x64')))).toEqual([16, 24])
})
