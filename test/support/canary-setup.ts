/** After each test, checks that no output of the tool contains a secret: see `canary.ts`. */
import { afterAll, afterEach } from 'vitest'
import { searchAll } from './canary.ts'

afterEach(searchAll)
afterAll(searchAll)
