#!/usr/bin/env node
'use strict'
// CommonJS and tiny, because it is what every start pays for: --version and --help end here. In the syntax of Node 12, which
// knows no `node:` either: an old Node must be able to print that it is too old.
const { fstatSync, readFileSync, writeSync } = require('fs')

/** The oldest Node that can run the tool, as in `engines` of package.json. */
const oldest = '20.18.1'
/** What the build made: in the single executable another line stands here (scripts/build-binary.mjs). */
const read = (name) => readFileSync(`${__dirname}/../dist/${name}`)
const argv = process.argv.slice(2)
const ready = answer()
if (ready !== undefined) print(ready)
else if (isTooOld()) fail(3, `kiva needs Node.js ${oldest} or later; this is ${process.versions.node}`)
else run()

/**
 * Returns the version or a help text from the build; undefined for all else, and for a terminal, which has a width, if the
 * tool can run.
 */
function answer() {
  if (argv.length === 1 && /^(--version|-V)$/.test(argv[0])) return read('version.txt')
  const canRun = !isTooOld()
  if (canRun && (process.env.FORCE_COLOR || process.env.CLICOLOR_FORCE)) return undefined
  const asksHelp = /^(--help|-h)$/.test(argv[argv.length - 1])
  const words = asksHelp ? argv.slice(0, -1) : argv.length === 1 && argv[0] === 'help' ? [] : ['-']
  if (argv.length > 0 && !words.every((word) => /^[a-z]+(-[a-z]+)*$/.test(word))) return undefined
  try {
    // A terminal has a width and colours. `tty` alone would cost as much as all the rest, so it is asked last.
    if (canRun && fstatSync(1).isCharacterDevice() && require('tty').isatty(1)) return undefined
    return read(argv.length === 0 ? 'help/first-screen.txt' : `help/${['kiva', ...words].join(' ')}.txt`)
  } catch {
    return undefined
  }
}

/** Straight to the file: `process.stdout` would cost as much as all the rest. */
function print(bytes) {
  let rest = bytes
  try {
    while (rest.length > 0) rest = rest.subarray(writeSync(1, rest))
  } catch (error) {
    // A pipe that is full for now is waited for; a reader that has gone (`kiva --help | true`) is no failure.
    if (error.code === 'EAGAIN') process.stdout.write(rest)
    else if (error.code !== 'EPIPE') fail(1, `cannot write stdout: ${error.message}`)
  }
}

function fail(code, message) {
  process.exitCode = code
  process.stderr.write(`error: ${message}\n`)
}

/** False in the single executable: Bun names the Node that it resembles. */
function isTooOld() {
  if (process.versions.bun) return false
  const [ours, needed] = [process.versions.node, oldest].map((version) => version.split('.').map(Number))
  const index = needed.findIndex((part, at) => ours[at] !== part)
  return index !== -1 && ours[index] < needed[index]
}

function run() {
  const { enableCompileCache } = require('node:module')
  // The single executable holds compiled code already.
  if (enableCompileCache && !process.versions.bun) {
    const { useCompileCache } = require(`${__dirname}/compile-cache.cjs`)
    useCompileCache(enableCompileCache, process.env, process.platform)
  }
  const { main, processWorld } = require('../dist/kiva.cjs')
  main(argv, processWorld()).then((code) => {
    process.exitCode = code
  })
}
