import { expect, test } from 'vitest'
import { decodeJpeg } from '../../src/core/jpeg.ts'
import { sizeOf } from '../../src/sandbox/draw-picture.ts'
import { at, list, openSandbox, origin } from './open.ts'

test.each([
  ['w200h200', { width: 200, height: 150 }],
  ['w200h60', { width: 80, height: 60 }],
  ['w450', { width: 450, height: 338 }],
  ['s300', { width: 300, height: 300 }],
  ['fullsize', { width: 800, height: 600 }],
  ['w0', undefined],
  ['w9999h2', undefined],
  ['s300h300', undefined],
  ['huge', undefined],
])('%s', (name, size) => {
  expect(sizeOf(name)).toEqual(size)
})

test('the image template leads to a JPEG of the requested size for each image id', async () => {
  const sandbox = openSandbox()
  const [template] = await list(sandbox, '/v1/templates/images.json', 'templates')
  const [loan] = await list(sandbox, '/v1/loans/2100001.json', 'loans')
  const id = String(at(loan ?? {}, 'image.id'))
  const url = String(template?.['pattern']).replace('<size>', 'w80h60').replace('<id>', id)
  const { status, headers, body } = await sandbox.handle({ method: 'GET', url, headers: {} })
  expect([status, headers['content-type']]).toEqual([200, 'image/jpeg'])
  const { width, height, rgb } = decodeJpeg(body)
  expect([width, height, rgb.length]).toEqual([80, 60, 80 * 60 * 3])
  expect(new Set(rgb).size).toBeGreaterThan(20)
  const other = await sandbox.handle({ method: 'GET', url: url.replace(id, '726677'), headers: {} })
  expect(Buffer.from(other.body).equals(body)).toBe(false)
})

test.each(['/img/huge/1.jpg', '/img/w80/x.jpg', '/img/w80/1.png'])('%s gets a 404', async (path) => {
  expect((await openSandbox().handle({ method: 'GET', url: origin + path, headers: {} })).status).toBe(404)
})
