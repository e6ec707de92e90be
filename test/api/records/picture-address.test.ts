import { describe, expect, test } from 'vitest'
import { records } from '../../../src/api/records/fields.ts'
import { imageOf, mayHavePicture, pictureAddress } from '../../../src/api/records/picture-address.ts'
import type { RecordName } from '../../../src/api/records/record-types.ts'
import { samples } from '../../output/samples.ts'

const image = { id: '289314', template: '1' }
const live = 'https://api.kivaws.org'
const here = 'http://127.0.0.1:8080'

describe('the address of a picture', () => {
  test.each([
    // The live service sends http, and serves the same pictures over https.
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
    // A remote service must not point at a server on this machine.
    ['http://127.0.0.1:8080/<id>.jpg', live],
    ['https://localhost/<id>.jpg', live],
    ['http://[::1]/<id>.jpg', live],
    ['http://2130706433/<id>.jpg', live],
  ] as const)('no address: pattern %j', (pattern, service) => {
    expect(pictureAddress(pattern, image, 'small', service)).toBeUndefined()
  })

  test.each(['', '..', '1/../../2', '-1', '1e9', '<size>', '9'.repeat(16)])('no address: id %j', (id) => {
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
  ])('is found in %j', (record) => {
    expect(imageOf(record)).toEqual(image)
  })

  test.each([[{}], [{ image: null }], [{ image: 'x' }], [{ image: {} }], [[]], ['7'], [null]])(
    'is undefined for %j',
    (record) => {
      expect(imageOf(record)).toBeUndefined()
    },
  )

  test.each(Object.entries(records))('%s: its fields say whether a record can have one', (name, fields) => {
    const hasPicture = samples[name as RecordName].some((record) => imageOf(record) !== undefined)
    expect(mayHavePicture(fields)).toBe(hasPicture)
  })
})
