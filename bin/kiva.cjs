#!/usr/bin/env node
'use strict'
// CommonJS and tiny, because it is what every start pays for: --version and --help end here.
const { readFileSync } = require('node:fs')
const { join } = require('node:path')

const dist = join(__dirname, '..', 'dist')
const argv = process.argv.slice(2)
const ready = answer()
if (ready === undefined) run()
else {
  // A reader that has gone (`kiva --help | true`) is no failure.
  process.stdout.on('error', () => {})
  process.stdout.write(ready)
}

/** The version, or a help text as the build made it; undefined for everything else. */
function answer() {
  if (argv.length === 1 && /^(--version|-V)$/.test(argv[0])) return `${require('../package.json').version}\n`
  const asksHelp = argv.length === 0 || /^(--help|-h)$/.test(argv[argv.length - 1])
  const words = argv[0] === 'help' ? argv.slice(1) : asksHelp ? argv.slice(0, -1) : ['-']
  if (!words.every((word) => /^[a-z]+(-[a-z]+)*$/.test(word))) return undefined
  try {
    return readFileSync(join(dist, 'help', `${['kiva', ...words].join(' ')}.txt`))
  } catch {
    return undefined
  }
}

function run() {
  const { main, processWorld } = require(join(dist, 'kiva.cjs'))
  main(argv, processWorld()).then((code) => {
    process.exitCode = code
  })
}
