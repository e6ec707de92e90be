/** Records without the names of their fields, and back. */
import { expect, test } from 'vitest'
import { jsonText, parseJson } from '../../src/api/wire/json.ts'
import { RecordShapes } from '../../src/explore/rows/record-bytes.ts'

const roundTrip = (shapes: RecordShapes, text: string) =>
  jsonText(shapes.unpack(parseJson(jsonText(shapes.pack(parseJson(text))))))

test('a record comes back with its names in their order, whatever they are', () => {
  const shapes = new RecordShapes()
  const records = [
    '{"id":1,"name":"Ana"}',
    '{"name":"Ana","id":1}',
    '{"__proto__":{"a":1},"constructor":2}',
    '{"a\\",\\"b":1,"":null}',
    '{"a":1,"b":1}',
    '{"2":1,"1":[{"id":1}],"x":{}}',
    '{"big":12345678901234567890.125}',
    '{}',
    '[1,2]',
    '[]',
    '"text"',
    '7',
    'null',
    'false',
    '98765432109876543210',
  ]
  for (const text of [...records, ...records]) expect(roundTrip(shapes, text)).toBe(jsonText(parseJson(text)))
})

test('names are written once', () => {
  const shapes = new RecordShapes()
  expect(shapes.pack({ id: 1, name: 'Ana' })).toEqual([0, 1, 'Ana'])
  expect(shapes.pack({ id: 2, name: 'Bo' })).toEqual([0, 2, 'Bo'])
})

test('records that all have other names do not fill the memory with names', () => {
  const shapes = new RecordShapes()
  for (let count = 0; count < 2000; count += 1) {
    const record = { [`field ${count}`]: count }
    expect(shapes.unpack(shapes.pack(record))).toEqual(record)
  }
  expect(shapes.pack({ 'field 1999': 1 })).toEqual([-1, { 'field 1999': 1 }])
})
