import { describe, expect, test } from 'vitest'
import { readApplications } from '../../src/actions/sandbox-applications.ts'
import { KivaError } from '../../src/core/errors.ts'

const read = (client: readonly string[] | undefined, callback?: readonly string[]) =>
  readApplications({ client, callback }).map(({ id, secret, callbacks }) => [id, secret, ...callbacks])

const refuse = (client: readonly string[] | undefined, callback?: readonly string[]) => {
  try {
    read(client, callback)
  } catch (error) {
    if (error instanceof KivaError) return `${error.kind}: ${error.message}\n${error.hint}`
  }
  throw new Error('not refused')
}

describe('--client and --callback', () => {
  test.each([
    ['none', undefined, undefined, []],
    ['an id alone', ['a.b'], undefined, [['a.b', '', 'oob']]],
    ['an id and a secret', ['a.b:s'], undefined, [['a.b', 's', 'oob']]],
    ['a secret with colons and commas', ['a.b:s:t,u%&'], undefined, [['a.b', 's:t,u%&', 'oob']]],
    ['a callback', ['a'], ['http://localhost:3000/cb'], [['a', '', 'http://localhost:3000/cb']]],
    ['several callbacks of one', ['a'], ['oob', 'x://y'], [['a', '', 'oob', 'x://y']]],
    [
      'one callback for all',
      ['a', 'b'],
      ['x://y'],
      [
        ['a', '', 'x://y'],
        ['b', '', 'x://y'],
      ],
    ],
    [
      'pairs',
      ['a', 'b:s'],
      ['x://y', 'oob'],
      [
        ['a', '', 'x://y'],
        ['b', 's', 'oob'],
      ],
    ],
    [
      'several without',
      ['a', 'b'],
      undefined,
      [
        ['a', '', 'oob'],
        ['b', '', 'oob'],
      ],
    ],
  ])('%s', (_, client, callback, applications) => {
    expect(read(client, callback)).toEqual(applications)
  })

  test.each([
    [
      'more callbacks than clients',
      ['a', 'b'],
      ['oob', 'x:y', 'x:z'],
      /--callback is given 3 times, --client 2 times/,
    ],
    [
      'fewer callbacks than clients',
      ['a', 'b', 'c'],
      ['oob', 'x:y'],
      /--callback is given 2 times, --client 3 times/,
    ],
    ['an id twice', ['a', 'a:s'], undefined, /--client a: the application already exists/],
    [
      'an id of the sandbox',
      ['org.example.kiva-cli:s'],
      undefined,
      /already exists\n.*org\.example\.kiva-cli/,
    ],
    ['no id', [':s3cret'], undefined, /with an id of letters/],
    ['an id with a space', ['a b:s3cret'], undefined, /with an id of letters/],
    ['an id that begins with a dot', ['.a:s3cret'], undefined, /with an id of letters/],
    ['an id without end', ['a'.repeat(101)], undefined, /with an id of letters/],
    ['a colon and no secret', ['a:'], undefined, /--client a: the secret must be .*\n.*Leave out the colon/],
    ['a secret with a space', ['a:s3cret x'], undefined, /the secret must be 1 to 200/],
    ['a secret with a line break', ['a:s3cret\nx'], undefined, /the secret must be 1 to 200/],
    ['a secret without end', [`a:${'s3cret'.repeat(40)}`], undefined, /the secret must be 1 to 200/],
  ])('%s is rejected', (_, client, callback, words) => {
    const text = refuse(client, callback)
    expect(text).toMatch(/^usage: /)
    expect(text).toMatch(words)
    expect(text).not.toContain('s3cret')
  })

  test.each([
    'http://localhost',
    'https://[::1]:3000/cb?x=1,2',
    'my-app://oauth',
    'org.example.app:/oauth',
    'HTTP://H/',
  ])('the callback %s is valid', (callback) => {
    expect(read(['a'], [callback])).toEqual([['a', '', callback]])
  })

  test.each([
    '/callback',
    'localhost:3000/cb',
    'OOB',
    'oob:',
    'javascript:alert(1)',
    'JavaScript:alert(1)',
    'data:text/html,x',
    'http://',
    'http:/x',
    'http://a;b/',
    'http://u@h/',
    'http://h/a b',
    'http://h/#x',
    'http://h/\u00a0',
    'http://é/',
    `http://h/${'x'.repeat(2000)}`,
  ])('the callback %s is invalid', (callback) => {
    const text = refuse(['a'], [callback])
    expect(text).toMatch(/^usage: invalid value ".*" for --callback: expected a URL or oob\n/s)
    expect(text.length).toBeLessThan(450)
  })
})
