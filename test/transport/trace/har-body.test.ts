/** Bodies in a trace: masked, and cut where they are long. */
import { describe, expect, test } from 'vitest'
import { createSecrets } from '../../../src/auth/masking.ts'
import { harContent, harText } from '../../../src/transport/trace/har-body.ts'
import { textReply } from '../../harness.ts'

const mebibyte = 1024 * 1024
const secret = 'hush-hush-secret'
const secrets = createSecrets()
secrets.add(secret)

describe('a text', () => {
  test('of up to a mebibyte is whole, without its secrets', () => {
    expect(harText(`a ${secret} b`, secrets)).toEqual({ text: 'a *** b' })
    const long = 'x'.repeat(mebibyte)
    expect(harText(long, secrets)).toEqual({ text: long })
  })

  test('that is longer is cut to a mebibyte, and says how long it was', () => {
    const { text, comment } = harText('x'.repeat(mebibyte + 10_000), secrets)
    expect(text).toBe('x'.repeat(mebibyte))
    expect(comment).toContain(String(mebibyte + 10_000))
  })

  test('that is a little longer loses more than the rest: the cut may be within a secret', () => {
    const { text, comment } = harText(`${'x'.repeat(mebibyte - secret.length + 5)}${secret}`, secrets)
    expect(text).toMatch(/^x+$/)
    expect(text.length).toBeGreaterThan(mebibyte - 10_000)
    expect(comment).toContain('Truncated')
  })

  test.each([4000, 4090, 4095, 4096])('shows no part of a secret %i letters beyond a mebibyte', (beyond) => {
    const { text } = harText(`${'x'.repeat(mebibyte + beyond - 8)}${secret}${'y'.repeat(9000)}`, secrets)
    expect(text).toMatch(/^x+$/)
  })

  test('that masking made shorter shows no letters near the cut', () => {
    const many = `${secret} `.repeat(100)
    const { text } = harText(`${many}${'x'.repeat(mebibyte + 4096 - many.length - 8)}${secret}`, secrets)
    expect(text).toMatch(/^(?:\*\*\* ){100}x+$/)
  })

  test('is searched for secrets no further than it is shown, because a reply may be huge', () => {
    const searched: number[] = []
    const mask = (text: string) => {
      searched.push(text.length)
      return text
    }
    harText('x'.repeat(3 * mebibyte), { ...secrets, mask })
    expect(searched).toEqual([expect.any(Number)])
    expect(searched[0]).toBeLessThan(mebibyte + 10_000)
  })

  test('is not cut within a character', () => {
    const { text } = harText(`x${'😀'.repeat(mebibyte)}`, secrets)
    expect(text).toHaveLength(mebibyte)
    expect(text.isWellFormed()).toBe(true)
  })
})

describe('the body of a reply', () => {
  test('that is text is a text', () => {
    expect(harContent(textReply(`é ${secret}`), secrets)).toEqual({ text: 'é ***' })
  })

  test('that is no text is in base64, without its secrets', () => {
    const body = Buffer.from(`\xff${secret}\xfe`, 'latin1')
    const { text, ...rest } = harContent({ headers: {}, body }, secrets)
    expect(Buffer.from(text, 'base64').toString('latin1')).toBe('\xff***\xfe')
    expect(rest).toEqual({ encoding: 'base64' })
  })

  test('that is no text is cut at a mebibyte of its bytes', () => {
    const { text, encoding, comment } = harContent(
      { headers: {}, body: Buffer.alloc(mebibyte + 10_000, 0xff) },
      secrets,
    )
    expect(Buffer.from(text, 'base64')).toHaveLength(mebibyte)
    expect([encoding, comment]).toEqual(['base64', expect.stringContaining(String(mebibyte + 10_000))])
  })
})
