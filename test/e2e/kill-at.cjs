// Preloaded into the tool: kills it, as a power cut would, right before the n-th change of a file in KIVA_KILL_FOLDER.
// Told 0 it kills nobody, and says at the end on stderr how many changes there were.
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
    // Node makes some of these calls of others: those are no changes of their own.
    if (within || !ours) return original(...args)
    if (++count === at) {
      // Half of what would be written is the worst that can be on the disk.
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
