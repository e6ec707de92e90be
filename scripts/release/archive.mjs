// Archives with the same bytes on every machine: sorted names, owner 0, one date (in seconds), modes 0755 and 0644.
import { crc32, deflateRawSync, gzipSync } from 'node:zlib'

const bytesOf = (data) => (Buffer.isBuffer(data) ? data : Buffer.from(data))

/** gzip without a name and a time, as made on Unix: zlib writes the system of the build. */
export function gzip(data, level = 6) {
  const packed = gzipSync(data, { level })
  packed[9] = 3
  return packed
}

/** A tar file in the format ustar, with an entry for each folder. */
export function tar(entries, date) {
  const files = sorted(entries)
  const folders = new Set(files.flatMap(({ name }) => foldersOf(name)))
  const all = sorted([...files, ...[...folders].map((name) => ({ name, data: '' }))])
  const blocks = all.flatMap(({ name, data, executable }) => {
    const bytes = bytesOf(data)
    const isFolder = name.endsWith('/')
    const mode = isFolder || executable ? 0o755 : 0o644
    const header = tarHeader({ name, mode, size: bytes.length, date, type: isFolder ? '5' : '0' })
    return [header, bytes, Buffer.alloc(-bytes.length & 511)]
  })
  // Two empty blocks end it.
  return Buffer.concat([...blocks, Buffer.alloc(1024)])
}

/** A zip file without entries for folders. Its dates are in UTC and have steps of two seconds. */
export function zip(entries, date) {
  const parts = []
  const directory = []
  let offset = 0
  for (const { name, data, executable } of sorted(entries)) {
    const bytes = bytesOf(data)
    const packed = deflateRawSync(bytes, { level: 6 })
    const common = Buffer.alloc(26)
    // Version 2.0, names in UTF-8, deflate.
    common.writeUInt16LE(20, 0)
    common.writeUInt16LE(0x800, 2)
    common.writeUInt16LE(8, 4)
    common.writeUInt32LE(dosDate(date), 6)
    common.writeUInt32LE(crc32(bytes), 10)
    common.writeUInt32LE(packed.length, 14)
    common.writeUInt32LE(bytes.length, 18)
    common.writeUInt16LE(Buffer.byteLength(name), 22)
    const file = Buffer.concat([Buffer.from('PK\x03\x04'), common, Buffer.from(name), packed])
    const more = Buffer.alloc(14)
    more.writeUInt32LE(((0o100000 | (executable ? 0o755 : 0o644)) << 16) >>> 0, 6)
    more.writeUInt32LE(offset, 10)
    // Made by a Unix system, so that the mode counts.
    const madeBy = Buffer.from([20, 3])
    directory.push(Buffer.concat([Buffer.from('PK\x01\x02'), madeBy, common, more, Buffer.from(name)]))
    parts.push(file)
    offset += file.length
  }
  const listed = Buffer.concat(directory)
  const end = Buffer.alloc(22)
  end.write('PK\x05\x06', 'latin1')
  end.writeUInt16LE(directory.length, 8)
  end.writeUInt16LE(directory.length, 10)
  end.writeUInt32LE(listed.length, 12)
  end.writeUInt32LE(offset, 16)
  return Buffer.concat([...parts, listed, end])
}

/** A file of `ar`, in the given order: the members of a .deb have one. */
export function ar(entries, date) {
  const members = entries.flatMap(({ name, data }) => {
    const bytes = bytesOf(data)
    if (name.length > 16) throw new Error(`${name} is longer than the 16 bytes that ar has for a name`)
    const fields = [name, 16, date, 12, 0, 6, 0, 6, '100644', 8, bytes.length, 10]
    let header = ''
    for (let at = 0; at < fields.length; at += 2) header += String(fields[at]).padEnd(fields[at + 1])
    return [Buffer.from(`${header}\`\n`), bytes, Buffer.from('\n'.repeat(bytes.length % 2))]
  })
  return Buffer.concat([Buffer.from('!<arch>\n'), ...members])
}

/** By the bytes of the names, so that no locale counts. Also puts a folder before its files. */
function sorted(entries) {
  return entries.toSorted((one, other) => Buffer.compare(Buffer.from(one.name), Buffer.from(other.name)))
}

/** `a/` and `a/b/` for `a/b/c`. */
function foldersOf(name) {
  const parts = name.split('/').slice(0, -1)
  return parts.map((_, index) => `${parts.slice(0, index + 1).join('/')}/`)
}

function tarHeader({ name, mode, size, date, type }) {
  const [prefix, rest] = split(name)
  const header = Buffer.alloc(512)
  const octal = (value, length) => `${value.toString(8).padStart(length - 1, '0')}\0`
  header.write(rest, 0)
  header.write(octal(mode, 8) + octal(0, 8) + octal(0, 8) + octal(size, 12) + octal(date, 12), 100)
  header.write(`        ${type}`, 148)
  header.write('ustar\x0000', 257)
  header.write('root', 265)
  header.write('root', 297)
  header.write(octal(0, 8) + octal(0, 8), 329)
  header.write(prefix, 345)
  const sum = header.reduce((total, byte) => total + byte, 0)
  header.write(`${octal(sum, 7)} `, 148)
  return header
}

/** The two fields of ustar for a name: up to 155 bytes before a slash, up to 100 after it. */
function split(name) {
  if (Buffer.byteLength(name) <= 100) return ['', name]
  for (let at = name.indexOf('/'); at > 0; at = name.indexOf('/', at + 1)) {
    const [prefix, rest] = [name.slice(0, at), name.slice(at + 1)]
    if (Buffer.byteLength(prefix) <= 155 && rest && Buffer.byteLength(rest) <= 100) return [prefix, rest]
  }
  throw new Error(`${name} is too long for a tar file: 100 bytes, or 155 before a slash and 100 after it`)
}

/** Date and time of MS-DOS, which begin in 1980. */
function dosDate(date) {
  const utc = new Date(date * 1000)
  const day = ((utc.getUTCFullYear() - 1980) << 9) | ((utc.getUTCMonth() + 1) << 5) | utc.getUTCDate()
  const time = (utc.getUTCHours() << 11) | (utc.getUTCMinutes() << 5) | (utc.getUTCSeconds() >> 1)
  return ((day << 16) | time) >>> 0
}
