/** Every command against a hostile service, with every output option, on terminals. */
import { describe, expect, test } from 'vitest'
import { formatsOf } from '../../src/api/endpoint.ts'
import { formatNames, formatOf } from '../../src/output/formats.ts'
import { imageProtocolChoices } from '../../src/output/pictures/image-protocols.ts'
import { type RunOptions, run } from '../harness.ts'
import { endpoints } from '../support/endpoints.ts'
import { allowed } from './allowed.ts'
import { commonOptions, ownOptions, takes } from './every-option.ts'
import { offencesIn, used } from './judge.ts'
import { showOn } from './screen.ts'
import { hostileService, loggedIn, soundService } from './services.ts'

const send = hostileService()

// The harness checks all terminal output. The tests of this file only produce output.
const ask = (words: readonly string[], options: RunOptions = {}) =>
  run(words, { send, env: loggedIn, terminal: 80, ...options })

describe.each(endpoints)('$name', ({ words, first, endpoint, name }) => {
  const bare = [...words, ...first]
  const line = [...bare, ...(takes(name, 'limit') ? ['--limit', '4'] : [])]

  test.each(formatNames)('-o %s', async (format) => {
    const into = formatOf(format).binary ? ['--out', 'records'] : []
    for (const terminal of [80, 200]) {
      const { code, stdout, stderr } = await ask([...line, '-o', format, ...into], { terminal })
      // They refuse records without a place, and without an id.
      expect([0, 9, ...(format === 'map' || format === 'ids' ? [2] : [])]).toContain(code)
      expect((stdout + stderr).length).toBeGreaterThan(format === 'ids' ? 2 : 10)
    }
  })

  test.each(formatsOf(endpoint))('--wire %s', async (wire) => {
    const { code, stdout } = await ask([...bare, '--wire', wire])
    expect(code).toBe(0)
    expect(stdout.length).toBeGreaterThan(10)
  })

  test.each([...ownOptions(name), ...(/^loans (search|show)$/.test(name) ? commonOptions : [])])(
    '%s %s %s %s',
    async (...option) => {
      // The harness checks error messages too.
      const { stdout, stderr } = await ask([...line, ...option])
      expect(stdout + stderr).not.toBe('')
    },
  )

  test('xterm.js shows the output without side effects, and --color never sends no colors', async () => {
    const { stdout, stderr } = await ask([...line, '--debug'])
    expect((await showOn(80, stdout + stderr)).deeds).toEqual([])
    await ask(line, { env: { ...loggedIn, FORCE_HYPERLINK: '1' } })
    const plain = await ask([...line, '--color', 'never'])
    expect(offencesIn({ text: plain.stdout, stream: 'stdout', occasions: new Set() })).toEqual([])
  })
})

test('the image protocols together use all image and link sequences on the list', async () => {
  const options = {
    send: soundService(),
    env: { ...loggedIn, TERM: 'xterm-256color', COLORTERM: 'truecolor' },
  }
  for (const way of imageProtocolChoices) await ask(['loans', 'show', '2100001', `--images=${way}`], options)
  await ask(['loans', 'show', '2100001', '--images=kitty'], {
    ...options,
    env: { ...options.env, TMUX: '/run/tmux' },
  })
  // Only a login links the authorization page: test/auth/login.test.ts.
  const unused = allowed.filter(
    (one) => (one.when === 'images' || /^(?:a link|no link any more)$/.test(one.what)) && !used.has(one),
  )
  expect(unused.map(({ what }) => what)).toEqual([])
})
