import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { binaryFolder } from './executables.mjs'
import { fetchPackage } from './fetch-package.mjs'
import { bunVersion } from './runtime.mjs'

/** What Bun links into itself, by the license page of its repository: name, license, address. Its npm packages bring no license file. */
const components = [
  ['Bun', 'MIT', 'github.com/oven-sh/bun'],
  [
    'JavaScriptCore, WTF and WebCore of WebKit',
    'LGPL-2.0 and LGPL-2.1, parts BSD-2-Clause',
    'github.com/oven-sh/WebKit',
  ],
  ['TinyCC', 'LGPL-2.1', 'github.com/tinycc/tinycc'],
  ['BoringSSL', 'Apache-2.0, OpenSSL, ISC and others', 'boringssl.googlesource.com/boringssl'],
  ['Brotli', 'MIT', 'github.com/google/brotli'],
  ['c-ares', 'MIT', 'github.com/c-ares/c-ares'],
  ['esbuild (ported)', 'MIT', 'github.com/evanw/esbuild'],
  ['Highway', 'Apache-2.0', 'github.com/google/highway'],
  ['ICU', 'Unicode-3.0', 'github.com/unicode-org/icu'],
  ['libarchive', 'BSD-2-Clause and others', 'github.com/libarchive/libarchive'],
  ['libbase64', 'BSD-2-Clause', 'github.com/aklomp/base64'],
  ['libc++abi (a part)', 'Apache-2.0 with LLVM exception', 'github.com/llvm/llvm-project'],
  ['libdeflate', 'MIT', 'github.com/ebiggers/libdeflate'],
  ['libjpeg-turbo', 'IJG, BSD-3-Clause and Zlib', 'github.com/libjpeg-turbo/libjpeg-turbo'],
  ['libspng', 'BSD-2-Clause', 'github.com/randy408/libspng'],
  ['libuv (Windows)', 'MIT', 'github.com/libuv/libuv'],
  ['libwebp', 'BSD-3-Clause', 'github.com/webmproject/libwebp'],
  ['lol-html', 'BSD-3-Clause', 'github.com/cloudflare/lol-html'],
  ['ls-hpack, ls-qpack, lsquic', 'MIT, parts BSD-3-Clause', 'github.com/litespeedtech/lsquic'],
  ['mimalloc', 'MIT', 'github.com/microsoft/mimalloc'],
  ['picohttpparser', 'MIT or Perl', 'github.com/h2o/picohttpparser'],
  ['simdutf', 'Apache-2.0', 'github.com/simdutf/simdutf'],
  ['TigerBeetle (a part)', 'Apache-2.0', 'github.com/tigerbeetle/tigerbeetle'],
  ['uSockets, uWebSockets (a fork)', 'Apache-2.0', 'github.com/uNetworking/uSockets'],
  ['uucode', 'MIT', 'github.com/jacobsandlund/uucode'],
  ['zlib-ng', 'Zlib', 'github.com/zlib-ng/zlib-ng'],
  ['Zstandard', 'BSD-3-Clause or GPL-2.0', 'github.com/facebook/zstd'],
  [
    'acorn, acorn-walk, assert, browserify-zlib, buffer, constants-browserify, crypto-browserify, domain-browser, events, https-browserify, os-browserify, path-browserify, process, punycode, querystring-es3, stream-browserify, stream-http, string_decoder, timers-browserify, tty-browserify, url, util, vm-browserify',
    'MIT',
    'www.npmjs.com',
  ],
]

/** The licenses whose text is the same for everybody. The others name a copyright holder, whom each address tells. */
const texts = ['LGPL-2.0-only', 'LGPL-2.1-only', 'Apache-2.0']

/** The notices of the runtime, to stand beside an executable. */
export async function runtimeNotices() {
  const rows = components.map(([name, license, address]) => `  ${name}\n    ${license}; https://${address}\n`)
  const licenses = await Promise.all(texts.map(licenseText))
  return [`${introduction}${rows.join('')}`, ...licenses].join(`\n${'-'.repeat(80)}\n\n`)
}

const introduction = `The executable contains Bun ${bunVersion}, and kiva in the form that Bun compiles.

JavaScriptCore and TinyCC are under the GNU Lesser General Public License, which entitles you to change them and to link
the executable again:
  1. Get the source of Bun ${bunVersion} (tag bun-v${bunVersion} of https://github.com/oven-sh/bun). It names the commit of its WebKit.
  2. Get that commit of https://github.com/oven-sh/WebKit, and change it. Build Bun with it, as the license page of Bun says.
  3. Build kiva with that Bun: pass its path as --compile-executable-path to the command in scripts/build-binary.mjs of kiva's source.

Bun contains:

`

async function licenseText(id) {
  const folder = await fetchPackage('spdx-license-list', spdx.version, spdx.hash, binaryFolder)
  const { name, licenseText: text } = JSON.parse(
    await readFile(join(folder, 'licenses', `${id}.json`), 'utf8'),
  )
  return `${name} (${id})\n\n${text.trim()}\n`
}

/** The texts of licenses by their SPDX identifiers. */
const spdx = {
  version: '6.12.0',
  hash: 'sha512-+nUYqm3aZMSHbjsthK+i/HHI2okTElCvqwUd4k8QcSk+FTGgjq+fsdFj2wZOaX6XmR2JdWhf/NeflNnvKOjcnQ==',
}
