import { describe, expect, test } from 'vitest'
import { imageOf, mayHavePicture, pictureAddress } from '../../../src/api/records/picture-address.ts'
import { recordTypes } from '../../../src/api/records/record-types.ts'

const image = { id: '289314', template: '1' }
const live = 'https://api.kivaws.org'
const here = 'http://127.0.0.1:8080'

describe('an address', () => {
  test.each([
    // As the live service says it, which has the same pictures both ways.
    ['http://www.kiva.org/img/<size>/<id>.jpg', live, 'https://www.kiva.org/img/w80h80/289314.jpg'],
    ['https://p.example/<id>?size=<size>', live, 'https://p.example/289314?size=w80h80'],
    ['http://127.0.0.1:8080/img/<size>/<id>.jpg', here, 'http://127.0.0.1:8080/img/w80h80/289314.jpg'],
    [
      'https://sandbox.invalid/img/<size>/<id>.jpg',
      'https://sandbox.invalid',
      'https://sandbox.invalid/img/w80h80/289314.jpg',
    ],
  ] as const)('%s of %s', (pattern, service, address) => {
    expect(pictureAddress(pattern, image, 'small', service)).toBe(address)
  })

  test.each([
    ['', live],
    ['/img/<size>/<id>.jpg', live],
    ['https://www.kiva.org/img/all.jpg', live],
    ['https://<id>.example/<id>.jpg', live],
    ['https://user:word@www.kiva.org/<id>.jpg', live],
    ['https://www.kiva.org\\@p.example/<id>.jpg', live],
    ['file:///img/<id>.jpg', live],
    ['data:image/jpeg;base64,<id>', live],
    // What runs on this machine is nothing for a service elsewhere to name.
    ['http://127.0.0.1:8080/<id>.jpg', live],
    ['https://localhost/<id>.jpg', live],
    ['http://[::1]/<id>.jpg', live],
    ['http://2130706433/<id>.jpg', live],
  ] as const)('none by %j', (pattern, service) => {
    expect(pictureAddress(pattern, image, 'small', service)).toBeUndefined()
  })

  test.each(['', '..', '1/../../2', '-1', '1e9', '<size>', '9'.repeat(16)])('none of the id %j', (id) => {
    expect(
      pictureAddress('https://p.example/<size>/<id>', { id, template: '1' }, 'large', live),
    ).toBeUndefined()
  })
})

describe('the picture of a record', () => {
  const said = { id: 289314, template_id: 1 }
  test.each([
    [{ image: said }],
    [{ loan: { image: said } }],
    [{ update_type: 'journal_entry', journal_entry: { image: said } }],
  ])('of %j', (record) => {
    expect(imageOf(record)).toEqual(image)
  })

  test.each([[{}], [{ image: null }], [{ image: 'x' }], [{ image: {} }], [[]], ['7'], [null]])(
    'none of %j',
    (record) => {
      expect(imageOf(record)).toBeUndefined()
    },
  )

  test('types of records without', () => {
    const names = Object.entries(recordTypes).flatMap(([name, { fields }]) =>
      mayHavePicture(fields) ? [] : [name],
    )
    expect(names.sort()).toEqual(['comment', 'image_template', 'method_summary', 'release', 'user_account'])
  })
})
