/** Prints what a run of the tests cost: processor seconds by project, and the processes that the tests started. */
import type { Reporter, TestModule } from 'vitest/node'

const whole = (seconds: number) => `${Math.round(seconds)} s`

export default class CostReporter implements Reporter {
  onTestRunEnd(modules: readonly TestModule[]): void {
    const costs = new Map<string, { own: number; started: number; processes: number }>()
    for (const module of modules) {
      const sum = costs.get(module.project.name) ?? { own: 0, started: 0, processes: 0 }
      const { own = 0, started = 0, processes = 0 } = module.meta().cost ?? {}
      sum.own += own
      sum.started += started
      sum.processes += processes
      costs.set(module.project.name, sum)
    }
    const { user, system } = process.cpuUsage()
    // The threads of quick tests are part of this process.
    const inThreads = [...costs].filter(([, { own }]) => own === 0).map(([name]) => name)
    const lines = [...costs].flatMap(([name, { own, started, processes }]) =>
      own === 0
        ? []
        : `${name} ${whole(own + started)}, of which ${whole(started)} in ${processes} processes that it started`,
    )
    lines.push(`${['vitest', ...inThreads].join(' and ')} ${whole((user + system) / 1e6)}`)
    process.stdout.write(`   Processor  ${lines.join('; ')}\n\n`)
  }
}
