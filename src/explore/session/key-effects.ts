/** Carries out the effects of keys: opens command lines, copies, opens pages of the website, and fills shortlists. */
import type { ActionInvocation } from '../../cli/invocation.ts'
import { KivaError } from '../../core/errors.ts'
import { marketTime } from '../../core/time.ts'
import type { Look } from '../../lending/read-today.ts'
import type { PerformPorts, Readings } from '../requests/readings.ts'
import type { Effect, OpenEffect, State } from '../state/state.ts'
import { tabOf } from '../tabs/tab-list.ts'
import { openTab, readLine } from './open-tab.ts'
import { attempt } from './problems.ts'

type KeyEffect = Extract<
  Effect,
  { readonly kind: 'open' | 'stop' | 'mark-seen' | 'copy' | 'browse' | 'shortlist' }
>

export class KeyEffects {
  readonly #ports: PerformPorts
  readonly #readings: Readings
  #stopCommand: AbortController | undefined
  /** The last look of `kiva today`. */
  #look: Look | undefined
  #lastId = 0

  constructor(ports: PerformPorts, readings: Readings) {
    this.#ports = ports
    this.#readings = readings
  }

  /** Carries out an effect for a state. Expected failures are posted; others reject. */
  async perform(effect: KeyEffect, state: State): Promise<void> {
    const { post, context, terminal } = this.#ports
    switch (effect.kind) {
      case 'open':
        return this.#open(effect, state)
      case 'stop':
        return this.stop()
      case 'mark-seen':
        return attempt(
          this.#ports,
          async () => {
            await this.#look?.save()
            post({ kind: 'note', words: 'Marked as seen: the next look begins here.' })
          },
          (problem) => post({ kind: 'refused', problem }),
        )
      case 'copy':
        if (!(await terminal.copy(effect.text)))
          post({ kind: 'note', words: 'Too long to copy: use x to export.' })
        return
      case 'browse':
        if (!(await context.browse(effect.url)))
          post({ kind: 'note', words: `Open ${effect.url} yourself: no browser found.` })
        return
      case 'shortlist': {
        const { addToShortlist } = await import('../../cli/shortlists.ts')
        return attempt(
          this.#ports,
          async () => post({ kind: 'listed', ...(await addToShortlist(await context.state(), effect)) }),
          (problem) => post({ kind: 'refused', problem }),
        )
      }
    }
  }

  async #open(effect: OpenEffect, state: State): Promise<void> {
    const { post, context } = this.#ports
    const { replaces } = effect
    // The tab was left, or was replaced by an equal request before this one.
    if (replaces !== undefined && !tabOf(state, replaces)) return
    await attempt(
      this.#ports,
      async () => {
        const id = this.#newId(state)
        const read = await readLine(effect.argv, id, this.#ports)
        if (read.invocation.kind === 'action') return this.#run(read.invocation, effect.argv, state)
        const tab = await openTab(effect, id, this.#ports, read)
        if (replaces === undefined) return post({ kind: 'opened', tab, narrows: effect.narrows })
        const old = effect.keepsRows && tabOf(state, replaces)
        if (old) {
          const { withForecast } = await import('../requests/forecast.ts')
          this.#readings.continueAs(old.id, tab.id)
          // A forecast is as of the reading.
          const asOf = marketTime(context) - (context.now() - (old.readAt ?? context.now()))
          return post({ kind: 'opened', tab: withForecast(tab, old, asOf), replaces })
        }
        // The old rows stay until the first page is here.
        const page = await this.#readings.next(tab)
        post({ kind: 'opened', tab, replaces })
        post(page)
      },
      (problem) =>
        post(
          replaces === undefined
            ? { kind: 'refused', problem }
            : { kind: 'failed', tab: replaces, problem, isRefresh: true },
        ),
    )
  }

  /** Stops the command that is running. */
  stop(): void {
    this.#stopCommand?.abort(new KivaError('interrupted', 'the command was stopped'))
  }

  /** Runs a command, and shows what it prints. Another one ends it. */
  async #run(invocation: ActionInvocation, argv: readonly string[], { size }: State): Promise<void> {
    this.stop()
    const stop = new AbortController()
    this.#stopCommand = stop
    this.#ports.post({ kind: 'running', argv })
    const { showCommand } = await import('./run-command.ts')
    this.#look = (await showCommand(invocation, argv, size, this.#ports, stop.signal)) ?? this.#look
  }

  /** Tabs that open at the same time have different ids. */
  #newId({ nextId }: State): number {
    this.#lastId = Math.max(this.#lastId + 1, nextId)
    return this.#lastId
  }
}
