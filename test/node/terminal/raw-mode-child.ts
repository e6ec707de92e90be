/** A program for raw-mode.test.ts: takes the terminal, and does what each key says. */
import { appendFileSync } from 'node:fs'
import { takeTerminal } from '../../../src/node/terminal/raw-mode.ts'
import { processSignal } from '../../../src/node/world.ts'

/** A file for the end of input. The program then ignores SIGHUP. */
const file = process.argv[2]
if (file) process.on('SIGHUP', () => {})
const signal = file ? new AbortController().signal : processSignal()
const terminal = takeTerminal(signal)
/** Ignores a terminal that has gone. */
const say = (text: string) => void terminal?.write(`${text}\r\n`).catch(() => {})
signal.addEventListener('abort', () => {
  process.stderr.write(`ended: ${signal.reason.message}\n`)
  process.exitCode = 9
})

const keys: Readonly<Record<string, () => void>> = {
  q: () => terminal?.close(),
  // Closes twice, and writes where the terminal is no longer ours.
  Q: () => {
    terminal?.close()
    terminal?.close()
    say('after the end')
  },
  x: () => {
    throw new Error('a bug')
  },
  z: () => terminal?.suspend(),
  m: () => terminal?.setMouse(false),
  // Reads nothing more, but goes on for a while.
  w: () => {
    terminal?.close()
    process.stderr.write('closed\n')
    setTimeout(() => process.stderr.write('over\n'), 500)
  },
}

if (terminal) {
  terminal.listen((event) => {
    if (event.kind === 'end') {
      if (file) appendFileSync(file, 'end\n')
      // Late enough for a second report.
      setTimeout(() => terminal.close(), 100)
    } else if (event.kind === 'redraw') say(`redraw ${terminal.columns}x${terminal.rows}`)
    else {
      const text = new TextDecoder().decode(event.bytes)
      const act = keys[text]
      if (act) act()
      else say(`got ${JSON.stringify(text)}`)
    }
  })
  say(`ready ${terminal.columns}x${terminal.rows} pid ${process.pid}.`)
} else {
  process.stdout.write('no terminal\n')
}
