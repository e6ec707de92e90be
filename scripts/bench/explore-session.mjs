// A process: a session of the built `kiva explore` on a terminal in memory, with so many loans loaded.
// `node explore-session.mjs pool.json 10000 160 45` prints times in milliseconds and sizes in bytes.
import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { setTimeout as sleep } from 'node:timers/promises'
import { between, moment } from './busy-clock.cjs'
import { answerWith } from './made-loans.mjs'

const [file, total, columns, rows] = [process.argv[2], ...process.argv.slice(3).map(Number)]
const { main, processWorld } = createRequire(import.meta.url)('../../dist/kiva.cjs')
const answer = answerWith(JSON.parse(readFileSync(file, 'utf8')), total)
const encoder = new TextEncoder()

/** The frames since the last key: when each was written, and its bytes. */
let frames = []
let lastPage = 0
let listener = () => {}
const type = (text) => listener({ kind: 'input', bytes: encoder.encode(text) })
const terminal = {
  columns,
  rows,
  listen: (next) => {
    listener = next
  },
  write: async (text) => {
    frames.push({ at: moment(), bytes: Buffer.byteLength(text) })
    // A fast terminal: it has drawn the frame before anything else happens.
    if (text.includes('\x1b[5n')) queueMicrotask(() => type('\x1b[0n'))
  },
  setMouse: () => {},
  suspend: () => {},
  close: () => {},
}

const ignored = { isTerminal: true, columns, rows, write: async () => {} }
const world = {
  ...processWorld(),
  stdout: ignored,
  stderr: ignored,
  takeTerminal: async () => terminal,
  connect: async () => async (request) => {
    lastPage = Number(/[?&]page=(\d+)/.exec(request.url)?.[1] ?? lastPage)
    return { status: 200, headers: {}, body: encoder.encode(JSON.stringify(answer(request.url))) }
  },
}

const words = ['explore', '--base-url', 'http://127.0.0.1:9', '--auth-url', 'http://127.0.0.1:9']
const ended = main([...words, 'loans', 'search', '--param', 'per_page=100'], world)
await still(300)
type('A')
await still(100)
type('\r')
while (lastPage < total / 100) await sleep(20)
await still(500)

const moved = await each('j'.repeat(8).split('').concat('k'.repeat(8).split('')), 320)
type('G')
await still(300)
const scrolled = await each(['k'], 300, rows * 2)
type('g')
await still(300)
const filtered = await filter()
type('q')
await ended
console.log(JSON.stringify({ moved, scrolled, filtered, peak: process.resourceUsage().maxRSS / 1024 }))

/** Waits until nothing was drawn for so many milliseconds. */
async function still(milliseconds) {
  let count = -1
  while (count !== frames.length) {
    count = frames.length
    await sleep(milliseconds)
  }
}

/** Presses a key. Returns the milliseconds until the first frame, until the last one, and the bytes of all. */
async function press(key) {
  frames = []
  const began = moment()
  type(key)
  await still(25)
  return {
    first: between(began, frames.at(0)?.at ?? began),
    last: between(began, frames.at(-1)?.at ?? began),
    bytes: frames.reduce((sum, frame) => sum + frame.bytes, 0),
    frame: frames.at(0)?.bytes ?? 0,
  }
}

/** Presses these keys over and over; the first presses do not count. */
async function each(keys, times, skipped = 60) {
  const pressed = []
  for (let count = 0; count < skipped + times; count += 1) {
    const one = await press(keys[count % keys.length])
    if (count >= skipped) pressed.push(one)
  }
  return summary(pressed)
}

/** Types filters letter by letter, and takes them back letter by letter. */
async function filter() {
  const typed = ['maize', 'kenya', 'to buy food', 'country:peru', 'мілк', 'asked:>5000', 'a', 'retail pig']
  const pressed = []
  for (let round = 0; round < 3; round += 1)
    for (const text of typed) {
      await press('/')
      for (const letter of text) pressed.push(await press(letter))
      for (const _ of text) pressed.push(await press('\x7f'))
      await press('\r')
    }
  return summary(pressed.slice(typed[0].length * 2))
}

function summary(pressed) {
  const p99 = (name) => {
    const values = pressed.map((one) => one[name]).sort((a, b) => a - b)
    return values[Math.min(values.length - 1, Math.floor(values.length * 0.99))]
  }
  return { first: p99('first'), last: p99('last'), bytes: p99('bytes'), frame: p99('frame') }
}
