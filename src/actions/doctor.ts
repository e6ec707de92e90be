/** `kiva doctor`: checks the setup of this machine, and says how to fix what is wrong. */

import type { Catalogue } from '../api/endpoint.ts'
import { nameOf, sandboxOrigin } from '../api/origins.ts'
import { problemOf } from '../api/wire/problem.ts'
import { userAgent } from '../api/wire/request.ts'
import { findCredentials } from '../auth/credentials.ts'
import type { Entry } from '../auth/credentials-file.ts'
import { knownMe, type Me } from '../auth/me.ts'
import { exceedsTolerance, secondsAhead } from '../auth/signed-send.ts'
import type { ActionValues, Commands } from '../commands/action.ts'
import type { doctor as declared } from '../commands/actions/maintenance.ts'
import { releases } from '../commands/resources/service.ts'
import type { Context } from '../core/context.ts'
import { KivaError } from '../core/errors.ts'
import { sentence } from '../core/foreign-text.ts'
import type { HttpReply, HttpRequest } from '../core/http.ts'
import { counted } from '../core/numbers.ts'
import type { Machine, Place } from '../core/process.ts'
import type { SettingReport } from '../core/settings.ts'
import { commandLine, shellWord } from '../core/shell-word.ts'
import { marketTime } from '../core/time.ts'
import { version } from '../core/version.ts'
import { dayText } from '../domain/time.ts'
import { keymapOf } from '../explore/keymap.ts'
import { type MigrationPorts, openStoreFile } from '../mirror/migrate.ts'
import { readStore, storeName } from '../mirror/store.ts'
import {
  chooseImageProtocol,
  type Decision,
  type ImageProtocol,
} from '../output/pictures/choose-image-protocol.ts'
import { explainColor } from '../output/terminal/color.ts'
import { palette } from '../output/terminal/palette.ts'
import { size } from '../output/words/line.ts'
import { openReading } from '../records/read.ts'
import { onePage, type RecordPage } from '../records/reading.ts'
import { type Finding, ok, paragraphOf, problem, warning, warningOf } from './doctor-findings.ts'
import { examineRelease } from './doctor-release.ts'

/**
 * Prints one record per finding, problems first. Throws `KivaError` of kind `config` if any is a problem.
 * The network is examined unless `--offline` is given; `--network` adds the newest release of kiva.
 * `--schema` examines the replies of the API instead.
 */
export async function doctor(
  context: Context,
  values: ActionValues<typeof declared>,
  { catalogue }: Pick<Commands, 'catalogue'>,
): Promise<void> {
  if (values.schema) return (await import('./doctor-schema.ts')).doctorSchema(context, catalogue)
  const findings = withoutEchoes([
    ...(await examineMachine(context)),
    ...(await examineSettings(context)),
    ...(await examineLogin(context)),
    ...(await examineTerminal(context)),
    ...(context.settings.offline ? [] : await examineNetwork(context, catalogue)),
    ...(values.network ? await examineRelease(context) : []),
  ]).toSorted((finding, other) => order.indexOf(finding.state) - order.indexOf(other.state))
  const problems = findings.filter(({ state }) => state === 'problem').length
  const columns = context.stdout.isTerminal ? context.stdout.columns : undefined
  const paint = palette(context.stdout.color)
  await context.print(
    findings.map((finding) => ({ ...finding })),
    [
      ...findings.map((finding) => paragraphOf(finding, columns, paint)),
      ...(problems === 0 ? ['\nNo problems found.'] : []),
    ].join('\n'),
  )
  if (problems === 0) return
  throw new KivaError('config', `${counted(problems, 'problems')} found`, {
    hint: 'Each problem is printed with its fix.',
  })
}

/** The states in the order of printing: what needs the user comes first. */
const order: readonly Finding['state'][] = ['problem', 'warning', 'ok']

/** Drops repeated failures: several checks can find the same cause, and the first one reports it. */
function withoutEchoes(findings: readonly Finding[]): readonly Finding[] {
  const isFailure = ({ state }: Finding) => state !== 'ok'
  return findings.filter(
    (finding, at) =>
      !isFailure(finding) ||
      findings.findIndex((other) => isFailure(other) && other.found === finding.found) === at,
  )
}

type Port = Pick<Context, 'machine' | 'now' | 'secrets' | 'settings'> & MigrationPorts

/** Reports versions, folders and the proxy. */
async function examineMachine(context: Port): Promise<readonly Finding[]> {
  const machine = await context.machine()
  return [
    ok('kiva', `${version}, on ${machine.runtime}, ${machine.platform}`),
    ...examineNode(machine.runtime, context.now()),
    ...(await Promise.all(machine.places().map((place) => examinePlace(place, context)))),
    examineProxy(machine, context),
    ...(machine.readsMoreAuthorities ? [slowStart()] : []),
  ]
}

/** The last month of each line of Node.js that kiva runs on (https://github.com/nodejs/Release). */
const lastMonths: readonly (readonly [line: string, month: string])[] = [
  ['20', '2026-04'],
  ['22', '2027-04'],
  ['24', '2028-04'],
  ['26', '2029-04'],
]

/** Warns of a line of Node.js after its end of life. The executable does not run on Node.js. */
function examineNode(runtime: string, now: number): readonly Finding[] {
  const [, line] = /^Node\.js (\d+)\./.exec(runtime) ?? []
  const hasEnded = (month: string) => month < dayText(now).slice(0, 7)
  const [, ended] = lastMonths.find(([name, month]) => name === line && hasEnded(month)) ?? []
  if (ended === undefined) return []
  const [later] = lastMonths.find(([, month]) => !hasEnded(month)) ?? []
  const node = later === undefined ? 'the newest Node.js' : `Node.js ${later} or later`
  return [
    warning(
      'Node.js',
      `Node.js ${line} reached its end of life in ${ended} and gets no security fixes`,
      `Use ${node}, or install the executable of kiva, which needs no Node.js.`,
    ),
  ]
}

/** The places of the mirror. Most commands work without it, so a failure there is a warning. */
const ofMirror: readonly string[] = ['data folder', storeName]

async function examinePlace(place: Place, context: Port): Promise<Finding> {
  const { name, path = '', mode, isThere, problem: error } = place
  if (error) return ofMirror.includes(name) ? warningOf(name, error, context) : problem(name, error, context)
  if (!isThere) return ok(name, `${path} (does not exist yet)`)
  if (name === storeName) return examineMirror(place, context)
  if (mode === undefined) return ok(name, path)
  const found = `${path} (mode ${mode})`
  // A file that others can read, or a folder that they can change, is a problem already.
  if (mode.endsWith('00')) return ok(name, found)
  return warning(name, `${found}: other users can list its files`, `Run: chmod 700 ${shellWord(path)}`)
}

/** Reports what the mirror has. */
async function examineMirror(place: Place, context: Port): Promise<Finding> {
  try {
    const file = await openStoreFile(context)
    const { database } = readStore(file)
    const [loans, newest] = database.prepare('SELECT count(*), max(read_at) FROM loans').get() ?? []
    const [origin] = database.prepare("SELECT value FROM store WHERE key = 'origin'").get() ?? []
    const found = `${size(file.bytes() ?? 0)}, ${counted(Number(loans), 'loans')}, of ${origin ? nameOf(String(origin)) : 'no service yet'}`
    return ok(place.name, `${place.path}: ${found}${newest ? `, newest read at ${newest}` : ''}`)
  } catch (error) {
    if (!(error instanceof KivaError)) throw error
    return warningOf(place.name, error, context)
  }
}

function examineProxy({ proxyFor, uselessBypass }: Machine, context: Port): Finding {
  const { baseUrl } = context.settings
  if (baseUrl === sandboxOrigin) return ok('proxy', 'not needed for the built-in sandbox')
  try {
    const proxy = proxyFor(baseUrl)
    if (!proxy) return ok('proxy', `none for ${baseUrl}`)
    const found = `${proxy.address}, from ${proxy.variable}`
    if (!uselessBypass) return ok('proxy', found)
    const { entry, variable } = uselessBypass
    return warning(
      'proxy',
      `${found}: "${context.secrets.quote(entry)}" in ${variable} matches no host`,
      `List hosts without a scheme or path in ${variable}, such as ${new URL(baseUrl).hostname}.`,
    )
  } catch (error) {
    if (error instanceof KivaError) return problem('proxy', error, context)
    throw error
  }
}

const slowStart = () =>
  warning(
    'NODE_EXTRA_CA_CERTS',
    'is set: Node before version 22 reads that file at each start, which takes about 140ms',
    'Unset it for kiva and use --ca-file, or use Node 22.',
  )

/** Reports settings that differ from their defaults, with their sources, and invalid settings. */
async function examineSettings(
  context: Pick<Context, 'report' | 'secrets' | 'settings'>,
): Promise<readonly Finding[]> {
  const { settings, error } = await context.report()
  const found = settings.flatMap(({ setting, value, source, place, problem: error }) => {
    if (error) return problem(setting, error, context, `Fix ${place}, or unset it.`)
    return source === 'default' || value === null ? [] : ok(setting, `${value}, from ${place}`)
  })
  const conflict = conflictIn(settings)
  const problems = [
    ...(error ? [problem('settings', error, context)] : []),
    ...(conflict ? [problem('explore.keys', conflict, context)] : []),
  ]
  return found.length + problems.length > 0 ? [...found, ...problems] : [ok('settings', 'defaults')]
}

/** Returns why `kiva explore` cannot use the chosen keys. */
function conflictIn(settings: readonly SettingReport[]): KivaError | undefined {
  try {
    keymapOf(settings)
    return undefined
  } catch (problem) {
    if (problem instanceof KivaError) return problem
    throw problem
  }
}

/** Reports the token's source and its service, never the token. */
async function examineLogin(context: Context): Promise<readonly Finding[]> {
  try {
    const found = await findCredentials(context)
    const { profile } = context.settings
    const login = found
      ? `to ${nameOf(found.apiOrigin)}, from the ${sources[found.source]}${ownerWords(found.entry, profile)}`
      : `not logged in to ${nameOf(context.settings.baseUrl)}: use ${commandLine(context.settings, 'login')}`
    return [ok('login', login), ok('@me', meOf(await knownMe(context), context))]
  } catch (error) {
    if (error instanceof KivaError) return [problem('login', error, context)]
    throw error
  }
}

const ownerWords = (entry: Entry | undefined, profile: string | undefined) =>
  !entry || profile === undefined
    ? ''
    : entry.profile === undefined
      ? `, shared: the profile ${profile} has none of its own`
      : `, of the profile ${profile}`

/** Says which lender id `@me` stands for, and why. */
function meOf(found: Awaited<ReturnType<typeof knownMe>>, { secrets, settings }: Context): string {
  if (typeof found === 'object') return `${secrets.quote(found.id)}, ${origins[found.from]}`
  if (found === 'not stored') return 'the lender of the login: one request finds the id'
  return `no lender id: use ${commandLine(settings, 'config set lender <lender id>')}`
}

const origins = {
  login: 'the lender of the login',
  setting: 'from the setting lender',
  sandbox: "the sandbox's own lender",
} as const satisfies Record<Me['from'], string>

const sources = { environment: 'environment', file: 'credential file' } as const

/** Reports whether the streams are terminals, and what they can display. */
async function examineTerminal({
  stdout,
  stderr,
  env,
  report,
}: Pick<Context, 'stdout' | 'stderr' | 'env' | 'report'>): Promise<readonly Finding[]> {
  const { settings } = await report()
  const choiceOf = (name: string) => settings.find(({ setting }) => setting === name)?.value
  const colorSetting = choiceOf('color')
  const choice = colorSetting === 'always' || colorSetting === 'never' ? colorSetting : 'auto'
  const size = stdout.isTerminal ? `, ${stdout.columns} columns, TERM=${env['TERM'] ?? ''}` : ''
  const { color, by: reason } = explainColor(choice, env, stdout.isTerminal, choiceOf('output') === 'table')
  return [
    ok('stdout', `${kindOf(stdout)}${size}`),
    ok('stderr', kindOf(stderr)),
    ok('color', `${color ? 'yes' : 'no'}: ${reason}`),
    ok('pictures', picturesOf(chooseImageProtocol('auto', env, { isTerminal: stdout.isTerminal, color }))),
    ...examineLocale(env),
  ]
}

const picturesOf = ({ protocol, reason }: Decision) =>
  `${protocol ? protocolWords[protocol] : 'none'}: ${reason}`

const protocolWords: Readonly<Record<ImageProtocol, string>> = {
  kitty: 'kitty graphics',
  placeholders: 'kitty placeholders',
  'placeholders-tmux': 'kitty graphics in tmux',
  iterm2: 'iTerm2 inline images',
  sixel: 'sixel',
  blocks: 'half-blocks in 24-bit colors',
  'blocks-256': 'half-blocks in 256 colors',
}

const kindOf = ({ isTerminal }: { readonly isTerminal: boolean }) =>
  isTerminal ? 'a terminal' : 'not a terminal'

/** Checks the locale. Windows has no locale variables and displays all Unicode text. */
function examineLocale(env: Context['env']): readonly Finding[] {
  const name = ['LC_ALL', 'LC_CTYPE', 'LANG'].find((variable) => env[variable])
  if (name === undefined && env['SystemRoot']) return []
  const locale = name === undefined ? 'no locale is set' : `${name}=${env[name]}`
  if (/utf-?8/i.test(env[name ?? ''] ?? '')) return [ok('locale', locale)]
  return [
    warning(
      'locale',
      `${locale}: characters outside ASCII may be garbled`,
      'Set LANG to a UTF-8 locale, such as C.UTF-8.',
    ),
  ]
}

/** Sends one request to the API, through the reader, and one to the origin of the authorization page. */
async function examineNetwork(context: Context, catalogue: Catalogue): Promise<readonly Finding[]> {
  const { baseUrl, authUrl, sandbox } = context.settings
  const page: HttpRequest = {
    method: 'GET',
    url: `${sandbox ? sandboxOrigin : authUrl}/`,
    headers: { 'user-agent': userAgent, accept: 'text/html, */*;q=0.1' },
  }
  const found = await Promise.all([
    ask('service', baseUrl, context, async () => {
      const release = await readRelease(context, catalogue)
      return {
        status: 200,
        more: [ok('rate limit', limitsOf(release.headers)), examineClock(release, context)],
      }
    }),
    ask('authorization page', new URL(page.url).origin, context, async () => {
      const reply = await context.fetch(page, { signal: context.signal })
      const error = problemOf(reply, context.now())
      // A redirect or a refusal of the bare address is still an answer of that page.
      if (error && reply.status >= 500) throw error
      return { status: reply.status, more: [] }
    }),
  ])
  return found.flat()
}

/** The page of the one record that every version of the API has; sent once, so that a failure is seen. */
async function readRelease(context: Context, catalogue: Catalogue): Promise<RecordPage> {
  const { settings, fetch, emit, signal, now } = context
  const { baseUrl, appId } = settings
  const request = {
    endpoint: releases.endpoints.current,
    values: {},
    extra: [],
    extent: onePage,
    once: true,
  } as const
  const pages = await openReading(request, { baseUrl, appId, catalogue, fetch, emit, signal, now })
  const { value } = await pages.next()
  if (!value) throw new KivaError('bug', 'no page read')
  return value
}

/** What a check found, or the problem that it met. */
async function ask(
  check: string,
  origin: string,
  context: Context,
  examine: () => Promise<{ readonly status: number; readonly more: readonly Finding[] }>,
): Promise<readonly Finding[]> {
  const began = context.now()
  const name = nameOf(origin)
  try {
    const { status, more } = await examine()
    return [ok(check, `${name} responded ${status} in ${context.now() - began}ms`), ...more]
  } catch (error) {
    if (!(error instanceof KivaError) || context.signal.aborted) throw error
    const { status } = error
    const described =
      status === undefined
        ? error
        : error.copyWith(error.kind, sentence`${name} responded ${status}: ${error.sentence}`)
    return [problem(check, described, context, 'Try again later, or add -v for details.')]
  }
}

function limitsOf(headers: HttpReply['headers']): string {
  const limits = ['overall', 'specific'].flatMap((name) => {
    const limit = headers[`x-ratelimit-${name}-limit`]
    const remaining = headers[`x-ratelimit-${name}-remaining`]
    return limit === undefined || remaining === undefined ? [] : `${name} ${remaining} of ${limit} left`
  })
  return limits.length === 0 ? 'not reported by the API' : limits.join(', ')
}

/** Compares the clocks. The service reports whole seconds, so a difference of 1 s is ignored. */
function examineClock(release: RecordPage, context: Context): Finding {
  if (release.cacheAge !== undefined) return ok('clock', 'not compared: the response is from the cache')
  const skew = secondsAhead(release, marketTime(context))
  if (skew === undefined) return ok('clock', 'not reported by the API')
  const off = `${Math.abs(skew)}s ${skew > 0 ? 'behind' : 'ahead of'} the API's`
  if (!exceedsTolerance(skew)) return ok('clock', Math.abs(skew) <= 1 ? "same as the API's" : off)
  return problem(
    'clock',
    new KivaError('config', `the clock of this machine is ${off}`, {
      hint: 'Set the clock: signed requests need the right time.',
    }),
    context,
  )
}
