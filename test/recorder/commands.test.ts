/** Every command over a hostile service, in everything that can be asked of its output, on terminals. */
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

// The harness itself judges what reaches a terminal; here it is made to reach one.
const ask = (words: readonly string[], options: RunOptions = {}) =>
  run(words, { send, env: loggedIn, terminal: 80, ...options })

describe.each(endpoints)('$name', ({ words, first, endpoint, name }) => {
  const bare = [...words, ...first]
  const line = [...bare, ...(takes(name, 'limit') ? ['--limit', '4'] : [])]

  test.each(formatNames)('-o %s', async (format) => {
    const into = formatOf(format).binary ? ['--out', 'records'] : []
    for (const terminal of [80, 200]) {
      const { code, stdout, stderr } = await ask([...line, '-o', format, ...into], { terminal })
      // What has no place is not for the map.
      expect([0, 9, ...(format === 'map' ? [2] : [])]).toContain(code)
      expect((stdout + stderr).length).toBeGreaterThan(10)
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
      // What is refused is told, which is recorded too.
      const { stdout, stderr } = await ask([...line, ...option])
      expect(stdout + stderr).not.toBe('')
    },
  )

  test('a terminal of other make does nothing but show it, and no colour is none', async () => {
    const { stdout, stderr } = await ask([...line, '--debug'])
    expect((await showOn(80, stdout + stderr)).deeds).toEqual([])
    await ask(line, { env: { ...loggedIn, FORCE_HYPERLINK: '1' } })
    const plain = await ask([...line, '--color', 'never'])
    expect(offencesIn({ text: plain.stdout, stream: 'stdout', occasions: new Set() })).toEqual([])
  })
})

test('the ways of pictures draw with what is on the list for them, and with all of it', async () => {
  const options = {
    send: soundService(),
    env: { ...loggedIn, TERM: 'xterm-256color', COLORTERM: 'truecolor' },
  }
  for (const way of imageProtocolChoices) await ask(['loans', 'show', '2100001', `--images=${way}`], options)
  await ask(['loans', 'show', '2100001', '--images=kitty'], {
    ...options,
    env: { ...options.env, TMUX: '/run/tmux' },
  })
  const unused = allowed.filter(
    (one) => (one.when === 'images' || one.what.includes('link')) && !used.has(one),
  )
  expect(unused.map(({ what }) => what)).toEqual([])
})
