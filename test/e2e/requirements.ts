/** The programs that these tests need, with errors that say how to install them. */
import { execFileSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

/** Debian's Chromium, unless CHROMIUM names another browser. */
export const chromiumPath = process.env['CHROMIUM'] ?? '/usr/bin/chromium'

export const bashCompletion = '/usr/share/bash-completion/bash_completion'

/** Tools of .ci/download, too large for every `npm ci`: Redocly, Prism, a PowerShell parser, DuckDB, ClickHouse, recheck, clients of MCP. */
export const e2eTools =
  process.env['KIVA_E2E_TOOLS'] || fileURLToPath(new URL('../../build/e2e-tools', import.meta.url))

/** Throws once, before any test, if a requirement is missing. */
export default function requirements(): void {
  if (!existsSync(chromiumPath)) {
    throw new Error(
      `There is no Chromium at ${chromiumPath}. Install it (apt-get install chromium), or name one with CHROMIUM=/path.`,
    )
  }
  check('script', 'makes the pseudo-terminals (apt-get install bsdutils)')
  check('python3', 'runs the independent service (apt-get install python3)')
  check('mandoc', 'reads manual pages (apt-get install mandoc)')
  check('man', 'reads manual pages (apt-get install man-db)')
  check('less', 'shows help in pages (apt-get install less)')
  check('jq', 'is what --jq is compared with (apt-get install jq)')
  check('sqlite3', 'reads csv and the mirror (apt-get install sqlite3)')
  check('xmllint', 'reads xml (apt-get install libxml2-utils)')
  check('ogrinfo', 'reads geojson (apt-get install gdal-bin)')
  check('zsh', 'completes, as people use it (apt-get install zsh)')
  check('fish', 'completes, as people use it (apt-get install fish)')
  check('git', 'keeps the repository of npm run release (apt-get install git)')
  check('ssh-keygen', 'signs a release (apt-get install openssh-client)')
  check('dpkg', 'installs the .deb; it belongs to Debian')
  check('tmux', 'shows kiva explore (apt-get install tmux)')
  check('dash', 'runs install.sh (apt-get install dash)')
  check('busybox', 'runs install.sh (apt-get install busybox)')
  check('shellcheck', 'reads install.sh (apt-get install shellcheck)')
  check('curl', 'downloads for install.sh (apt-get install curl)')
  check('wget', 'downloads for install.sh (apt-get install wget)')
  check('openssl', 'computes checksums for install.sh (apt-get install openssl)')
  check('shasum', 'computes checksums for install.sh (apt-get install perl)')
  check('ssh-keygen', 'signs releases for install.sh (apt-get install openssh-client)')
  for (const name of [
    '@redocly/cli',
    '@stoplight/prism-cli',
    '@vscode/tree-sitter-wasm',
    '@duckdb/node-api',
    'chdb',
    'recheck',
    '@modelcontextprotocol/sdk',
    '@modelcontextprotocol/client',
    '@modelcontextprotocol/inspector',
  ]) {
    if (existsSync(join(e2eTools, 'node_modules', name))) continue
    throw new Error(`${e2eTools} has no ${name}: .ci/download puts it there.`)
  }
  if (!existsSync(bashCompletion)) {
    throw new Error(`There is no ${bashCompletion} (apt-get install bash-completion).`)
  }
}

function check(program: string, what: string): void {
  try {
    // Not every program has --version.
    execFileSync('sh', ['-c', `command -v ${program}`], { stdio: 'ignore' })
  } catch {
    throw new Error(`The program "${program}" is missing: it ${what}.`)
  }
}
