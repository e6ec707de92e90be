// Kills this process, or sends it TEST_KILL_SIGNAL, in place of the statement of SQLite with the number in TEST_KILL_AT, counted
// from 1, once the one that matches TEST_KILL_AFTER has run; with 0, as soon as that one has run. With TEST_FILL, it fills the disk
// of this file before the statement. Loaded with `--require`.
const { openSync, writeSync } = require('node:fs')
const { DatabaseSync, StatementSync } = process.getBuiltinModule('node:sqlite')

let left = Number(process.env['TEST_KILL_AT'])
const isAtOnce = left === 0
let isCounting = false
function act() {
  const filler = process.env['TEST_FILL']
  if (!filler) return process.kill(process.pid, process.env['TEST_KILL_SIGNAL'] ?? 'SIGKILL')
  const file = openSync(filler, 'w')
  try {
    for (;;) writeSync(file, Buffer.alloc(4096))
  } catch {
    // The disk is full.
  }
}
const watch = (prototype, name, textOf) => {
  const call = prototype[name]
  prototype[name] = function (...values) {
    const text = textOf(this, values)
    if (isCounting && --left === 0) act()
    isCounting ||= text.includes(process.env['TEST_KILL_AFTER'])
    const result = call.apply(this, values)
    if (isCounting && isAtOnce) act()
    return result
  }
}
watch(DatabaseSync.prototype, 'exec', (_, [text]) => text)
watch(StatementSync.prototype, 'run', (statement) => statement.sourceSQL)
