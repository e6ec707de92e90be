/** A context for tests below the command line, made as the tool makes it, from a world in memory. */
import { createSecrets } from '../../src/auth/masking.ts'
import type { ResolvedSettings } from '../../src/cli/settings/resolve-settings.ts'
import { catalogue } from '../../src/commands/catalogue.ts'
import type { Context } from '../../src/core/context.ts'
import { openGate } from '../../src/output/gate/gate.ts'
import { openTerminalGate } from '../../src/output/gate/terminal.ts'
import { makeContext } from '../../src/run/make-context.ts'
import { watch } from '../support/canary.ts'
import { makeWorld, type TestWorld, type WorldOptions } from './world.ts'

export interface ContextOptions extends WorldOptions {
  readonly settings?: Partial<ResolvedSettings>
}

export interface TestContext extends TestWorld {
  readonly context: Context
}

const defaults: ResolvedSettings = {
  baseUrl: 'https://api.example.org',
  authUrl: 'https://www.example.org',
  site: 'https://www.example.org',
  appId: undefined,
  lender: undefined,
  caFile: undefined,
  timeout: 30_000,
  sandbox: false,
  mirror: false,
  isMadeUp: false,
  day: 0,
  verbosity: 0,
  quiet: false,
  mode: [],
  profile: undefined,
  report: async () => ({ settings: [], profiles: [], error: undefined }),
  outputNamed: false,
  output: 'json',
  plain: undefined,
  wide: false,
  columns: new Map(),
  headers: true,
  color: 'never',
  trace: undefined,
  retries: 0,
  waitOnLimit: false,
  progress: 'auto',
  pager: undefined,
  cache: undefined,
  offline: false,
}

/** Without replies from the test, no request may be sent. */
const silent = async () => {
  throw new Error('nothing should be sent')
}

/** Returns a context with the service https://api.example.org. */
export function contextOf({ settings, ...options }: ContextOptions = {}): TestContext {
  const made = makeWorld({ send: silent, ...options })
  watch('stdout of a context', made.stdout.text)
  watch('stderr of a context', made.stderr.text)
  const context = makeContext(made.world, {
    settings: { ...defaults, isMadeUp: settings?.sandbox === true, ...settings },
    stdout: openGate(made.world.stdout, { color: false }),
    stderr: openGate(made.world.stderr, { color: false }),
    secrets: createSecrets(),
    catalogue,
    argv: [],
    display: {
      takeScreen: () => Promise.reject(new Error('a test of a context has no screen')),
      takeTerminal: async () => {
        const raw = await made.world.takeTerminal()
        return raw && openTerminalGate(raw, { color: false })
      },
    },
  })
  return { ...made, context }
}
