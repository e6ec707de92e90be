/** A child process for store.test.ts: runs the task of its first argument in the folder of its second. */
import { openStore } from '../../../src/node/store/store.ts'

interface Counts {
  readonly counts: Readonly<Record<string, number>>
  readonly filler?: string
}

const [task = '', folder = '', name = '', times = '1'] = process.argv.slice(2)

/** Adds one to the count of this name, the given number of times. */
async function count(): Promise<void> {
  const store = await openStore<Counts>(folder, 'counts')
  for (let round = 0; round < Number(times); round++) {
    await store.update((old) => ({ counts: { ...old?.counts, [name]: (old?.counts[name] ?? 0) + 1 } }))
  }
}

/** Writes large content, each time of a single letter, until it is killed. */
async function flood(): Promise<void> {
  const store = await openStore<Counts>(folder, 'counts')
  process.stdout.write('ready\n')
  for (let round = 0; ; round++) {
    const letter = 'abcdefghij'[round % 10] ?? 'a'
    await store.update(() => ({ counts: { [letter]: round }, filler: letter.repeat(200_000) }))
  }
}

/** Writes a file larger than the file size limit of this process. */
async function large(): Promise<void> {
  // Without a listener the signal would end the process before the write fails.
  process.on('SIGXFSZ', () => {})
  const store = await openStore<Counts>(folder, 'counts')
  await store.update((old) => ({ counts: old?.counts ?? {}, filler: 'x'.repeat(1_000_000) }))
}

/** Writes as an unprivileged user, also if the tests run as root. */
async function unprivileged(): Promise<void> {
  const store = await openStore<Counts>(folder, 'counts')
  if (process.getuid?.() === 0) process.setuid?.(65534)
  await store.update(() => ({ counts: {} }))
}

async function homeless(): Promise<void> {
  delete process.env['HOME']
  if (process.getuid?.() === 0) process.setuid?.(54321)
  const store = openStore<Counts>(folder, 'counts')
  // Loads conf, and then fails: the folder is another user's.
  await store.update((old) => old).catch(() => {})
  process.stdout.write(
    `${process.env['HOME']} ${process.eventNames().filter((event) => String(event).startsWith('SIG'))}`,
  )
}

const tasks: Readonly<Record<string, () => Promise<void>>> = { count, flood, large, unprivileged, homeless }
tasks[task]?.().catch((error: unknown) => {
  process.stderr.write(error instanceof Error ? `${error.name}: ${error.message}` : 'failed')
  process.exitCode = 3
})
