/** `kiva mirror verify`: planted faults, and loans that differ from those of the service. Needs `npm run build`. */
import { cpSync } from 'node:fs'
import { join } from 'node:path'
import { beforeAll, describe, expect, test } from 'vitest'
import { folderForAll } from '../support/folder.ts'
import { kivaHere } from '../support/here.ts'
import { hasSqlite, runScript } from '../support/process.ts'

const folder = folderForAll()
const ids = Array.from({ length: 40 }, (_, at) => 2100001 + 7 * at)

const storeIn = (name: string) => ({ KIVA_DATA_DIR: join(folder, name) })
type Store = ReturnType<typeof storeIn>

const kiva = (line: string, store: Store, input = '') => kivaHere(line.split(' '), store, input)

/** Returns the object that the command prints, and how it ended. */
async function verify(store: Store, words = '') {
  const { code, stdout, stderr } = await kiva(`--sandbox mirror verify -o json${words}`, store)
  return { code, stderr, ...JSON.parse(stdout) }
}

describe.runIf(hasSqlite)('kiva mirror verify', () => {
  const whole = storeIn('whole')
  // biome-ignore lint/suspicious/noExplicitAny: records as they came
  let loans: any[] = []
  /** A loan with payments and borrowers. */
  let id = 0

  beforeAll(async () => {
    loans = JSON.parse((await kiva('--sandbox loans show - -o json', whole, ids.join('\n'))).stdout)
    const partners = await kiva('--sandbox partners list --all -o json', whole)
    id = loans.find(({ payments }) => payments.length > 1).id
    expect((await kiva('--sandbox mirror import -', whole, JSON.stringify(loans))).code).toBe(0)
    expect((await kiva('--sandbox mirror import -', whole, partners.stdout)).code).toBe(0)
    // A later state, so that loans have a history.
    const changed = loans.map((loan) => ({ ...loan, lender_count: loan.lender_count + 1 }))
    expect((await kiva('--sandbox mirror import -', whole, JSON.stringify(changed))).code).toBe(0)
    expect((await kiva('--sandbox mirror pull --requests 2', whole)).code).toBe(0)
  })

  test('finds no fault in a whole mirror', async () => {
    const { code, stderr, ...found } = await verify(whole)
    expect([code, stderr]).toEqual([0, ''])
    expect(found).toMatchObject({ fault_count: 0, faults: [], sample: null, loans: expect.any(Number) })
    expect(found.loans).toBeGreaterThanOrEqual(40)
    const { stdout } = await kiva('mirror verify -o table', whole)
    expect(stdout).toBe(`Compared ${found.loans} loans of the mirror with their records: no faults.\n`)
  })

  const setSchema = `PRAGMA writable_schema = ON; CREATE TEMP TABLE pages AS SELECT name, rootpage FROM sqlite_schema;
    UPDATE sqlite_schema SET rootpage = (SELECT rootpage FROM pages WHERE name =
      iif(sqlite_schema.name = 'loans_by_partner', 'loans_by_country', 'loans_by_partner'))
    WHERE name IN ('loans_by_partner', 'loans_by_country')`

  test.each<readonly [plant: string, faults: readonly string[], words: string, isHealed: boolean]>([
    [
      "UPDATE records SET record = x'00' WHERE id = ID",
      ['damaged_record'],
      'the record of loan ID is damaged',
      true,
    ],
    ['DELETE FROM records WHERE id = ID', ['no_record'], 'loan ID has no record', true],
    [
      'UPDATE records SET record = (SELECT record FROM records WHERE id <> ID LIMIT 1) WHERE id = ID',
      ['other_id'],
      'the record of loan ID is of loan \\d+',
      true,
    ],
    [
      "UPDATE loans SET use = 'another', loan_amount = loan_amount + 0.01 WHERE id = ID",
      ['other_columns'],
      'loan ID is not as in its record: loan_amount, use',
      true,
    ],
    ['UPDATE loans SET delinquent = NULL WHERE id = ID', ['other_columns'], '.*: delinquent', true],
    [
      'UPDATE payments SET amount = amount + 0.01 WHERE loan_id = ID AND place = 1',
      ['other_rows'],
      'the rows of loan ID in payments are not those of its record',
      true,
    ],
    [
      'DELETE FROM scheduled_payments WHERE loan_id = ID AND place = 0',
      ['other_rows'],
      '.* in scheduled_payments .*',
      true,
    ],
    [
      "INSERT INTO borrowers VALUES (ID, 'X', NULL, NULL, NULL, 99)",
      ['other_rows'],
      '.* in borrowers .*',
      true,
    ],
    ['DELETE FROM words WHERE rowid = ID', ['no_words'], '--q cannot find loan ID', true],
    ['DELETE FROM changes WHERE loan_id = ID', ['no_history'], 'changes has no row of loan ID', true],
    [
      "INSERT INTO changes SELECT loan_id, '2001-01-01T00:00:00Z', until, status, 1, 1, 1, 1, 0, reading FROM changes WHERE loan_id = ID ORDER BY at DESC LIMIT 1",
      ['wrong_history'],
      'the row of loan ID in changes from .* overlaps another, or ends before it begins',
      false,
    ],
    [
      "UPDATE changes SET until = '2001-01-01T00:00:00Z' WHERE loan_id = ID AND at = (SELECT max(at) FROM changes WHERE loan_id = ID)",
      ['wrong_history'],
      'the row of loan ID in changes .*',
      false,
    ],
    [
      'DELETE FROM loans WHERE id = ID',
      ['no_loan', 'no_loan', 'no_loan', 'no_loan', 'no_loan'],
      'changes has rows of loan ID, which is not in loans',
      false,
    ],
    [
      "UPDATE counts SET loans = loans + 1 WHERE status = 'in_repayment'",
      ['wrong_count'],
      '\\d+ loans have the status "in_repayment", .*',
      false,
    ],
    ["DELETE FROM counts WHERE status = 'in_repayment'", ['wrong_count'], '.*, but 0 are counted', false],
    [
      "INSERT OR REPLACE INTO store VALUES ('sweep_next', 'soon')",
      ['wrong_marks'],
      'the first fill stands between soon and .*',
      false,
    ],
    [
      "UPDATE store SET value = 1 WHERE key = 'reading'",
      ['wrong_marks'],
      'the number of the last reading is 1, .*',
      false,
    ],
    [
      "INSERT INTO absent VALUES (ID, 1, '2026-01-01')",
      ['wrong_marks'],
      'loan ID is in the table absent',
      true,
    ],
    [
      'INSERT INTO wanted VALUES (ID, NULL)',
      ['wrong_marks'],
      'loan ID is stored, and still to be read',
      true,
    ],
    [
      "UPDATE partners SET name = 'X' WHERE id = (SELECT min(id) FROM partners)",
      ['wrong_partner'],
      'the columns of field partner \\d+ .*',
      false,
    ],
    [
      "UPDATE partners SET record = '{' WHERE id = (SELECT min(id) FROM partners)",
      ['wrong_partner'],
      'the columns of field partner \\d+ .*',
      false,
    ],
    [setSchema, ['damaged_file'], 'SQLite: .*', false],
  ])('finds %s', async (plant, faults, words, isHealed) => {
    const store = storeIn(plant.replaceAll(/\W/g, '').slice(0, 60))
    cpSync(whole.KIVA_DATA_DIR, store.KIVA_DATA_DIR, { recursive: true })
    const path = join(store.KIVA_DATA_DIR, 'mirror.sqlite')
    await runScript('make-database.ts', path, plant.replaceAll('ID', String(id)))
    const { code, stderr, ...found } = await verify(store)
    expect([code, JSON.parse(stderr).error]).toEqual([
      3,
      expect.objectContaining({
        kind: 'config',
        message: expect.stringMatching(/^the mirror has \d+ faults?$/),
      }),
    ])
    const [first] = found.faults
    if (first.fault === 'damaged_file') expect(found.fault_count).toBeGreaterThan(0)
    else expect(found.faults.map(({ fault }: { fault: string }) => fault)).toEqual(faults)
    expect(found.fault_count).toBe(found.faults.length)
    expect(first.message).toMatch(new RegExp(`^${words.replaceAll('ID', String(id))}$`))
    const heal = `kiva --sandbox mirror pull --ids ${id}`
    expect(first.heal).toBe(
      isHealed
        ? `Read it again: ${heal}`
        : 'Restore the file from a copy, or delete it with kiva --sandbox mirror clear and fill it again.',
    )
    // Without --sandbox, what heals it is the same.
    const text = await kiva('mirror verify -o table', store)
    expect(text.stdout).toContain(`\n  ${first.message}\n    ${first.heal}\n`)
    if (!isHealed) return
    expect((await kiva(heal.replace('kiva ', ''), store)).code).toBe(0)
    expect(await verify(store)).toMatchObject({ code: 0, fault_count: 0 })
  })

  test('a killed first fill goes on with the next pull', async () => {
    const store = storeIn('killed fill')
    cpSync(whole.KIVA_DATA_DIR, store.KIVA_DATA_DIR, { recursive: true })
    const path = join(store.KIVA_DATA_DIR, 'mirror.sqlite')
    const made = ['counted', 'written'].flatMap((name) =>
      name === 'counted'
        ? ['insert', 'update', 'delete'].map((event) => `counted_${event}`)
        : ['loans', 'changes', 'partners', 'pulls', 'lending_actions'].flatMap((table) =>
            ['insert', 'update', 'delete'].map((event) => `written_${table}_${event}`),
          ),
    )
    const indexes = ['loans_by_status', 'loans_by_partner', 'loans_by_country', 'loans_by_posted']
    const more = ['loans_by_read', 'loans_missing', 'lending_actions_by_date', 'lending_actions_by_loan']
    const drops = [
      ...made.map((name) => `DROP TRIGGER ${name}`),
      ...[...indexes, ...more].map((name) => `DROP INDEX ${name}`),
    ]
    await runScript('make-database.ts', path, drops.join(';'))
    const { code, faults } = await verify(store)
    expect([code, faults]).toEqual([
      3,
      [
        {
          fault: 'no_indexes',
          id: null,
          message: 'a first fill was killed: the indexes are missing',
          heal: 'Go on: kiva --sandbox mirror pull',
        },
      ],
    ])
    expect((await kiva('--sandbox mirror pull --requests 1', store)).code).toBe(0)
    expect((await verify(store)).code).toBe(0)
  })

  test('--sample compares loans with those of the service', async () => {
    const store = storeIn('sample')
    await kiva('--sandbox mirror import -', store, JSON.stringify(loans))
    expect(await verify(store, ' --sample 500')).toMatchObject({
      code: 0,
      sample: { asked: 40, compared: 40, absent: 0, changed_since: {} },
    })
    const [first, second, third, ...rest] = loans
    const changed = [
      { ...first, lender_count: first.lender_count + 1, status: 'expired' },
      { ...second, lender_count: second.lender_count + 1 },
      {
        ...third,
        loan_amount: '1.00',
        lender_count: third.lender_count + 1,
        terms: { ...third.terms, repayment_term: 99 },
      },
      { id: 9, name: 'Nobody', terms: {} },
    ]
    expect((await kiva('--sandbox mirror import -', store, JSON.stringify(changed))).code).toBe(0)
    // The mirror is equal to its records.
    expect((await verify(store)).code).toBe(0)
    const found = await verify(store, ' --sample 500')
    expect(found).toMatchObject({
      code: 3,
      fault_count: 1,
      sample: { asked: 41, compared: 40, absent: 1, changed_since: { lender_count: 3, status: 1 } },
    })
    expect(found.faults).toEqual([
      {
        fault: 'other_than_sent',
        id: third.id,
        message: `the API sends another loan_amount, repayment_term of loan ${third.id}`,
        heal: `Read it again: kiva --sandbox mirror pull --ids ${third.id}`,
      },
    ])
    const some = await verify(store, ' --sample 5')
    expect(some.sample.asked).toBe(5)
    expect(rest.length).toBe(37)
  })

  test('--sample needs the service of the mirror', async () => {
    const { code, stderr } = await kiva('mirror verify --sample 5 -o json', whole)
    expect([code, JSON.parse(stderr).error.message]).toEqual([
      3,
      expect.stringContaining('the mirror is of the sandbox'),
    ])
  })

  test('without a mirror there is nothing to check', async () => {
    const { code, stderr } = await kiva('mirror verify -o json', storeIn('none'))
    expect([code, JSON.parse(stderr).error.message]).toEqual([
      3,
      expect.stringContaining('there is no mirror at '),
    ])
  })
})
