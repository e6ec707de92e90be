#!/usr/bin/env node
'use strict'
// CommonJS and tiny, because it is what every start pays for. `--version` and `--help` end here.
const { join } = require('node:path')

const dist = join(__dirname, '..', 'dist')
const argv = process.argv.slice(2)
const only = argv.length < 2 ? (argv[0] ?? '--help') : ''

if (only === '--version' || only === '-V') print(`${require('../package.json').version}\n`)
else if (only === '--help' || only === '-h' || only === 'help')
  print(require('node:fs').readFileSync(join(dist, 'help.txt')))
else {
  const { main } = require(join(dist, 'main.cjs'))
  const { processWorld } = require(join(dist, 'node.cjs'))
  main(argv, processWorld()).then((code) => {
    process.exitCode = code
  })
}

function print(text) {
  // A reader that has gone (`kiva --help | true`) is no failure.
  process.stdout.on('error', () => {})
  process.stdout.write(text)
}
