/** The workflows of GitHub: pinned actions, permissions for each job, and commands that exist. What Dependabot updates. */
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { describe, expect, test } from 'vitest'
import { parse } from 'yaml'
import manifest from '../../package.json' with { type: 'json' }
import bundled from '../../src/package.json' with { type: 'json' }

interface Workflow {
  readonly on: Readonly<Record<string, unknown>>
  readonly permissions: Readonly<Record<string, string>>
  readonly concurrency?: { readonly group: string }
  readonly jobs: Readonly<Record<string, Job>>
}
interface Job {
  readonly container?: string
  readonly needs?: string | readonly string[]
  readonly permissions?: Readonly<Record<string, string>>
  readonly 'timeout-minutes'?: number
  readonly steps: readonly {
    readonly uses?: string
    readonly run?: string
    readonly with?: Readonly<Record<string, unknown>>
  }[]
}

const root = fileURLToPath(new URL('../..', import.meta.url))
const folder = join(root, '.github/workflows')
const textOf = (name: string) => readFileSync(join(folder, name), 'utf8')
const jobsOf = (name: string) => Object.entries((parse(textOf(name)) as Workflow).jobs)

describe.each(readdirSync(folder))('%s', (name) => {
  const steps = jobsOf(name).flatMap(([, job]) => job.steps)

  test('names each action by a commit, with its version in a comment', () => {
    const lines = textOf(name).match(/^.*\buses:.*$/gm) ?? []
    expect(lines.length).toBe(steps.filter(({ uses }) => uses).length)
    expect(lines.length).toBeGreaterThan(0)
    expect(lines.filter((line) => !/uses: [\w/-]+@[\da-f]{40} # v\d+\.\d+\.\d+$/.test(line))).toEqual([])
  })

  test('lets no job write by default, and states the permissions and a time limit of each job', () => {
    expect((parse(textOf(name)) as Workflow).permissions).toEqual({ contents: 'read' })
    const jobs = jobsOf(name)
    expect(jobs.filter(([, job]) => !job.permissions || !job['timeout-minutes'])).toEqual([])
  })

  test('leaves no token in the folder of a checkout, and runs once at a time', () => {
    const checkouts = steps.filter(({ uses }) => uses?.startsWith('actions/checkout@'))
    expect(checkouts.map((step) => step.with?.['persist-credentials'])).toEqual(checkouts.map(() => false))
    expect((parse(textOf(name)) as Workflow).concurrency?.group).toMatch(/./)
  })

  test('runs in images that a digest names, except for the newest of each line of Node', () => {
    const containers = jobsOf(name).flatMap(([, { container = '' }]) => container)
    const named = containers.filter((container) => container !== '' && !container.includes('matrix'))
    expect(named.filter((container) => !/@sha256:[\da-f]{64}$/.test(container))).toEqual([])
    const images = steps.flatMap(({ run = '' }) => run.match(/docker run .*/g) ?? [])
    expect(images.filter((line) => !/@sha256:[\da-f]{64} /.test(line))).toEqual([])
  })

  test('puts no expression into a shell line, which a name of a branch could end', () => {
    expect(steps.filter(({ run }) => run?.includes('${{'))).toEqual([])
  })

  test('runs scripts that exist', () => {
    const lines = steps.map(({ run = '' }) => run).join('\n')
    const paths = lines.match(/(?<![\w./-])(?:\.ci|scripts)\/[\w./-]+/g) ?? []
    const scripts = [...lines.matchAll(/\bnpm run (?:--silent )?([\w:]+)/g)].map(([, script]) => script)
    expect(paths.length + scripts.length).toBeGreaterThan(0)
    expect(paths.filter((path) => !existsSync(join(root, path)))).toEqual([])
    expect(scripts.filter((script) => !((script as string) in manifest.scripts))).toEqual([])
  })
})

test('only the job that makes the draft may write, and only it and that of npm have an identity', () => {
  const rights = jobsOf('release.yml').map(([job, { permissions }]) => [job, permissions])
  expect(Object.fromEntries(rights)).toEqual({
    build: { contents: 'read' },
    smoke: { contents: 'read' },
    nightly: { contents: 'read' },
    draft: { contents: 'write', 'id-token': 'write', attestations: 'write' },
    npm: { contents: 'read', 'id-token': 'write' },
  })
})

test('the release names the exact Node that builds it', () => {
  const [, build] = jobsOf('release.yml').find(([job]) => job === 'build') ?? []
  expect(build?.container).toMatch(/^node:\d+\.\d+\.\d+-bookworm@sha256:/)
})

test('.ci/nightly runs once a week, and before the draft of a release', () => {
  const { on } = parse(textOf('nightly.yml')) as Workflow
  expect(on['schedule']).toEqual([{ cron: expect.stringMatching(/^\d+ \d+ \* \* [0-6]$/) }])
  for (const name of ['nightly.yml', 'release.yml']) {
    const [, nightly] = jobsOf(name).find(([job]) => job === 'nightly') ?? []
    expect(nightly?.steps.map(({ run }) => run)).toContain('.ci/nightly')
  }
  const [, draft] = jobsOf('release.yml').find(([job]) => job === 'draft') ?? []
  expect(draft?.needs).toEqual(['smoke', 'nightly'])
})

test('.ci/run or .ci/nightly runs each project of vitest.config.ts, except those for people', () => {
  const lines = ['run', 'nightly'].map((name) => readFileSync(join(root, '.ci', name), 'utf8')).join('\n')
  const run = [...lines.matchAll(/KIVA_TESTS='([^']+)'/g)].flatMap(([, names = '']) => names.split(' '))
  const config = readFileSync(join(root, 'vitest.config.ts'), 'utf8')
  const [, rows = ''] = /^const projects[^{]*\{\n(.*?)^\}/ms.exec(config) ?? []
  const all = [...rows.matchAll(/^ {2}'?([\w-]+)'?: \(\) =>/gm)].map(([, name]) => name)
  // `npm run check` runs the first, .ci/latest the second, .ci/release and the matrix of ci.yml the next.
  expect(all.toSorted()).toEqual(['check', 'quick', 'release', 'node', 'named', ...run].toSorted())
})

describe('Dependabot', () => {
  const { updates } = parse(readFileSync(join(root, '.github/dependabot.yml'), 'utf8')) as {
    readonly updates: readonly Readonly<Record<string, unknown>>[]
  }

  test.each(['npm', 'github-actions'])('updates %s once a week, in one pull request', (ecosystem) => {
    expect(updates.filter((update) => update['package-ecosystem'] === ecosystem)).toMatchObject([
      { directory: '/', schedule: { interval: 'weekly' }, groups: expect.anything() },
    ])
    const { groups } = updates.find((update) => update['package-ecosystem'] === ecosystem) ?? {}
    expect(Object.values(groups as object)).toEqual([{ patterns: ['*'] }])
  })

  test('ignores only major versions of packages that are used', () => {
    const used = Object.keys({ ...manifest.devDependencies, ...bundled.dependencies })
    const ignored = updates.flatMap(({ ignore = [] }) => ignore as Readonly<Record<string, unknown>>[])
    expect(used).toEqual(expect.arrayContaining(ignored.map((row) => row['dependency-name'])))
    expect(ignored.map((row) => row['update-types'])).toEqual(
      ignored.map(() => ['version-update:semver-major']),
    )
  })
})
