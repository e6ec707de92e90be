/** Prints what a run of the tests cost: processor seconds by project, and the processes that the tests started. */
import type { Reporter, TestModule } from 'vitest/node'
import type { Cost } from './cost.ts'

const whole = (seconds: number) => `${Math.round(seconds)} s`

export default class CostReporter implements Reporter {
  onTestRunEnd(modules: readonly TestModule[]): void {
    const inThreads: string[] = []
    const lines: string[] = []
    for (const name of new Set(modules.map(({ project }) => project.name))) {
      const ofProject = modules.filter(({ project }) => project.name === name)
      const costs = ofProject.flatMap((module) => module.meta().cost ?? [])
      if (costs.some(({ pid }) => pid === 0)) inThreads.push(name)
      else if (costs.length > 0) lines.push(`${name} ${lineOf(costs)}`)
    }
    const { user, system } = process.cpuUsage()
    // The threads of quick tests are part of this process.
    lines.push(`${['vitest', ...inThreads].join(' and ')} ${whole((user + system) / 1e6)}`)
    process.stdout.write(`   Processor  ${lines.join('; ')}\n\n`)
  }
}

function lineOf(costs: readonly Cost[]): string {
  let [own, started, processes] = [0, 0, 0]
  for (const cost of costs) processes += cost.processes
  // The last file of a process tells of all of them.
  for (const last of new Map(
    costs.toSorted((one, other) => one.own - other.own).map((cost) => [cost.pid, cost]),
  ).values()) {
    own += last.own
    started += last.started
  }
  return `${whole(own + started)}, of which ${whole(started)} in ${processes} processes that it started`
}
