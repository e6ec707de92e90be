/** The records of the API commands, for tests of output formats. */

import { recordTypes } from '../../src/api/records/record-types.ts'
import { parseJson } from '../../src/api/wire/json.ts'
import type { Json } from '../../src/core/json.ts'
import type { View } from '../../src/output/view.ts'
import { jsonReply, run } from '../harness.ts'
import { viewOf } from '../output/helpers.ts'
import { samples } from '../output/samples.ts'
import { endpoints } from './endpoints.ts'

export interface Answer {
  readonly name: string
  /** The command, as it is typed. */
  readonly line: string
  readonly records: readonly Json[]
  readonly view: View
}

const loggedIn = {
  env: {
    KIVA_CLIENT_ID: 'org.example.test',
    KIVA_CLIENT_SECRET: 'a secret of the tests',
    KIVA_OAUTH_TOKEN: 'a token of the tests',
    KIVA_OAUTH_TOKEN_SECRET: 'another secret of the tests',
  },
  send: async () => jsonReply({ user_account: samples.user_account[0] ?? {} }),
}

/** Returns records from the sandbox. The account is a sample, because the sandbox requires a login for it. */
export async function everyAnswer(): Promise<readonly Answer[]> {
  const answers: Answer[] = []
  for (const { name, words, first, endpoint } of endpoints) {
    const [from, world] = endpoint.auth ? [[], loggedIn] : [['--sandbox'], {}]
    const line = ['kiva', ...words, ...first].join(' ')
    const { code, stdout, stderr } = await run([...from, ...words, ...first, '-o', 'json'], world)
    if (code !== 0) throw new Error(`${line} ended with ${code}: ${stderr}`)
    const single = recordTypes[endpoint.returns].single === true
    const records = [parseJson(stdout)].flat() as Json[]
    answers.push({ name, line, records, view: viewOf(endpoint.returns, { single }) })
  }
  return answers
}
