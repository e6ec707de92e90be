// Kills this process, or sends it TEST_KILL_SIGNAL, in place of the statement of SQLite with the number in TEST_KILL_AT, counted from 1, once the one
// that matches TEST_KILL_AFTER has run. Loaded with `--require`.
const { DatabaseSync, StatementSync } = process.getBuiltinModule('node:sqlite')

let left = Number(process.env['TEST_KILL_AT'])
let isCounting = false
const watch = (prototype, name, textOf) => {
  const call = prototype[name]
  prototype[name] = function (...values) {
    const text = textOf(this, values)
    if (isCounting && --left === 0) process.kill(process.pid, process.env['TEST_KILL_SIGNAL'] ?? 'SIGKILL')
    isCounting ||= text.includes(process.env['TEST_KILL_AFTER'])
    return call.apply(this, values)
  }
}
watch(DatabaseSync.prototype, 'exec', (_, [text]) => text)
watch(StatementSync.prototype, 'run', (statement) => statement.sourceSQL)
