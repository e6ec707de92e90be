/** `kiva portfolio` as a process: requests to a real service, an interrupt, and a reader that closes the pipe. */
import { afterAll, beforeAll, expect, test } from 'vitest'
import { kivaHere as kiva } from '../support/here.ts'
import { type Env, type Started, shell, start } from '../support/process.ts'

let sandbox: Started
let env: Env
beforeAll(async () => {
  sandbox = start(['sandbox', '--http', '--loans', '400'])
  env = { KIVA_BASE_URL: JSON.parse(await sandbox.said(/\n/)).base_url }
})
afterAll(async () => {
  sandbox.child.kill('SIGTERM')
  await sandbox.ended
})

const requestsIn = (stderr: string) => stderr.split('\n').filter((line) => line.startsWith('> GET'))

test('prints one record, with a request for each page', async () => {
  const { code, stdout, stderr } = await kiva(['portfolio', 'show', 'robin1001', '-v'], env)
  const { loans, apart, lender, repayment } = JSON.parse(stdout)
  const all = loans + apart.expired + apart.refunded
  expect([code, all]).toEqual([0, lender.loan_count])
  expect(repayment.repaid_of).toBeGreaterThan(0)
  const partnerPages = requestsIn(stderr).filter((line) => line.includes('/partners.json')).length
  expect(requestsIn(stderr)).toHaveLength(1 + partnerPages + Math.ceil(all / 20) + Math.ceil(all / 50))
})

test('the parts of the calendar add up', async () => {
  const { stdout } = await kiva(['portfolio', 'calendar', 'robin1001', '--share', '75'], env)
  const { repaid, lost, overdue, to_come, raising, loans } = JSON.parse(stdout)
  expect(Math.round((repaid + lost + overdue + to_come + raising) * 100)).toBe(7500 * loans)
})

test('suggestions are loans that the lender lacks', async () => {
  const [suggested, lent] = await Promise.all([
    kiva(['portfolio', 'suggest', 'robin1001', '--fields', 'id', '-o', 'csv'], env),
    kiva(['lenders', 'loans', 'robin1001', '--all', '--fields', 'id', '-o', 'csv'], env),
  ])
  const [ids, mine] = [suggested, lent].map(({ stdout }) => stdout.split('\r\n').slice(1, -1))
  expect(ids?.length).toBeGreaterThan(2)
  expect(ids?.filter((id) => mine?.includes(id))).toEqual([])
})

test('an interrupt while it reads leaves stdout empty', async () => {
  const slow = start(['sandbox', '--http', '--fault', 'slow'])
  const { base_url } = JSON.parse(await slow.said(/\n/))
  const run = start(['portfolio', 'show', 'robin1001', '-v'], { KIVA_BASE_URL: base_url })
  await run.told(/lenders\/robin1001\/loans\.json/)
  run.child.kill('SIGINT')
  expect(await run.ended).toMatchObject({ code: 130, stdout: '' })
  slow.child.kill('SIGTERM')
  await slow.ended
})

test('a reader may close the pipe', async () => {
  const { code, stdout } = await shell('$KIVA portfolio show robin1001 -o csv | head -1', [], env)
  expect([code, stdout]).toEqual([0, 'by,key,name,loans,percent\r\n'])
})
