/** Picture rows at the gate: text refers to rows, and the gate prints only rows of its own picture buffer. */
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { openGate } from '../../../src/output/gate/gate.ts'
import { cleanRecord } from '../../../src/output/gate/text.ts'
import { PictureBuffer } from '../../../src/output/pictures/picture-buffer.ts'
import { ScreenPictures } from '../../../src/output/pictures/screen-pictures.ts'
import { width } from '../../../src/output/terminal/width.ts'
import { memory, unsafeIn } from '../helpers.ts'
import { jpeg, pretendedJpeg } from '../pictures/pictures.ts'

const room = { columns: 4, rows: 2 }
const file = jpeg(8, 8)

/** Returns a gate with a picture buffer, and the rows of one picture in it. */
async function hung() {
  const pictureBuffer = new PictureBuffer('blocks')
  const rows = await pictureBuffer.add(file, room)
  const sink = memory()
  return { rows, sink, out: openGate(sink, { color: true, pictures: pictureBuffer }) }
}

describe('a picture row', () => {
  test('has the width of its picture and is printed once', async () => {
    const { rows, sink, out } = await hung()
    expect(rows.map(width)).toEqual([4, 4])
    await out.write(`${rows[0]}  beside it\n`, 'people')
    expect(sink.written()).toMatch(
      /^\x1b\[38;2;\d+;\d+;\d+;48;2;\d+;\d+;\d+m▀▀▀▀\x1b\[39;49m {2}beside it\n$/,
    )
    await out.write(rows[0] ?? '', 'people')
    expect(sink.written()).toMatch(/beside it\n\ufffd$/)
  })

  test('makes room below the cursor where the terminal draws the picture at once', async () => {
    const whole = new PictureBuffer('iterm2')
    const [first = '', second = ''] = await whole.add(file, room)
    const sink = memory()
    const out = openGate(sink, { color: true, pictures: whole })
    await out.write(first, 'people')
    expect(sink.written()).toMatch(/^\n\n\x1b\[2A\x1b7\x1b\]1337;/)
    await out.write(second, 'people')
    expect(sink.written()).toMatch(/\x07\x1b8\x1b\[4C\x1b\[4C$/)
  })

  test('of a full screen makes no room, and is drawn as often as it is needed', async () => {
    const pictures = new ScreenPictures('iterm2')
    const [first = ''] = await pictures.add(file, room)
    const sink = memory()
    const out = openGate(sink, { color: true, pictures })
    await out.write(first, 'people')
    const drawn = sink.written()
    expect(drawn).toMatch(/^\x1b7\x1b\]1337;/)
    await out.write(first, 'people')
    expect(sink.written()).toBe(drawn + drawn)
  })

  test('of a full screen is forgotten after sixty newer pictures', async () => {
    const pictures = new ScreenPictures('blocks')
    const [first = ''] = await pictures.add(file, room)
    for (let count = 0; count < 60; count++) await pictures.add(file, room)
    const sink = memory()
    await openGate(sink, { color: true, pictures }).write(first, 'people')
    expect(sink.written()).toBe('\ufffd')
  })

  test('is sanitized by a gate without the picture buffer', async () => {
    const { rows } = await hung()
    for (const destination of ['people', 'json', 'xml', 'wire', 'status'] as const) {
      const sink = memory()
      await openGate(sink, { color: true }).write(rows[0] ?? '', destination)
      expect(unsafeIn(sink.written())).toEqual([])
    }
  })

  test('cannot be referred to by a record', async () => {
    const { rows, sink, out } = await hung()
    const record = cleanRecord({ name: rows[0] ?? '', [rows[1] ?? '']: 1 })
    await out.write(JSON.stringify(record).replaceAll('\\n', '\n'), 'people')
    expect(sink.written()).not.toContain('\x1b')
  })
})

test('random text prints no escape sequences except colors and rows of the picture buffer', async () => {
  const parts = fc.oneof(
    fc.constantFrom(
      '\x1b_',
      '0',
      ';',
      '1',
      '\x1b\\',
      '▀',
      '\x1b_G',
      '\x1b]1337;File=',
      '\x1bP',
      '\x07',
      '\x1b[5C',
      '\x1b7',
    ),
    fc.string({ unit: 'binary' }),
  )
  await fc.assert(
    fc.asyncProperty(fc.array(parts, { maxLength: 12 }), async (texts) => {
      const { sink, out } = await hung()
      await out.write(texts.join(''), 'people')
      const left = sink.written().replaceAll(/\x1b\[38;2;[\d;]+m▀{4}\x1b\[39;49m/g, '')
      expect(unsafeIn(left)).toEqual([])
    }),
  )
})

describe('files that cannot be shown', () => {
  test.each([
    ['no picture', new TextEncoder().encode('<html>'), 'a picture is not a JPEG file'],
    ['a bomb', pretendedJpeg(65_000, 65_000), 'a picture is too large'],
    ['more than it says', pretendedJpeg(1999, 1999), undefined],
    ['half of one', jpeg(64, 64).subarray(0, 400), undefined],
    ['a head alone', jpeg(64, 64).subarray(0, 200), undefined],
  ])('%s', async (_, file, words = 'a picture cannot be decoded') => {
    await expect(new PictureBuffer('blocks').add(file, room)).rejects.toMatchObject({
      kind: 'service',
      message: words,
    })
  })

  test('random changes to a file give a picture or a service error', async () => {
    const whole = jpeg(16, 16)
    await fc.assert(
      fc.asyncProperty(
        fc.nat(whole.length - 1),
        fc.nat(255),
        fc.nat(whole.length),
        async (at, byte, length) => {
          const file = whole.slice(0, length)
          if (at < length) file[at] = byte
          const rows = await new PictureBuffer('blocks').add(file, room).catch((error) => {
            expect(error).toMatchObject({ kind: 'service' })
            return []
          })
          expect(rows.length).toBeLessThanOrEqual(room.rows)
          for (const row of rows) expect(width(row)).toBeLessThanOrEqual(room.columns)
        },
      ),
    )
  })
})
