// Preloaded into the tool: kills it, like a power cut, right before the n-th change of a file in
// KIVA_KILL_FOLDER. With KIVA_KILL_AT=0 it kills nothing, and prints the number of changes on stderr at exit.
const fs = require('node:fs')

const folder = process.env.KIVA_KILL_FOLDER
const at = Number(process.env.KIVA_KILL_AT)
const names = [
  'openSync',
  'writeSync',
  'writeFileSync',
  'fsyncSync',
  'renameSync',
  'chmodSync',
  'rmSync',
  'unlinkSync',
]
const opened = new Set()
let count = 0
let within = false

for (const name of names) {
  const original = fs[name]
  fs[name] = (...args) => {
    const ours = typeof args[0] === 'number' ? opened.has(args[0]) : String(args[0]).startsWith(folder)
    // Node implements some of these calls with others. Nested calls are not counted.
    if (within || !ours) return original(...args)
    if (++count === at) {
      // Half of the content is the worst that a crash can leave on the disk.
      try {
        if (name === 'writeSync' || name === 'writeFileSync') writeHalf(name, original, args)
      } finally {
        process.kill(process.pid, 'SIGKILL')
      }
    }
    within = true
    try {
      const result = original(...args)
      if (name === 'openSync') opened.add(result)
      return result
    } finally {
      within = false
    }
  }
}

if (at === 0) process.on('exit', () => process.stderr.write(`changes: ${count}\n`))

function writeHalf(name, original, [target, content, ...rest]) {
  const text = String(content)
  within = true
  original(target, text.slice(0, text.length / 2), ...(name === 'writeSync' ? [] : rest))
}
