/** Runs a session as a dialogue of lines. */
import { marketTime } from '../../market-time.ts'
import { answerTo, helpText, linksText, listText } from '../dialogue.ts'
import type { Event } from '../state/event.ts'
import { endWithoutChoice, type State } from '../state/state.ts'
import { markedHere } from '../update/place.ts'
import { update } from '../update/update.ts'
import { wantedRequest } from '../wanted.ts'
import { drawLines } from './drawings.ts'
import { listenTo } from './listen.ts'
import type { OpenPorts } from './open-place.ts'
import { Performer } from './perform.ts'

/** Rows of a list that are printed at once, with the lines around them. */
const size = { columns: 80, rows: 15 }

/** Reads commands from stdin until the session ends. Throws the reason of the signal, and unexpected failures. */
export async function runDialogue(start: State, ports: OpenPorts): Promise<State> {
  const { context, commands } = ports
  const { stdout, stderr, stdin } = context
  const events: Event[] = []
  const terminal = { color: false, copy: async () => false, setMouse: () => {}, usePictures: () => {} }
  const performer = new Performer({
    ...ports,
    images: 'auto',
    terminal,
    post: (event) => void events.push(event),
  })
  context.observe(listenTo(context, (event) => void events.push(event)))
  let state: State = { ...start, size }
  const apply = async (event: Event) => {
    const now = { now: context.now(), marketNow: marketTime(context) }
    const [next, effects] = update({ ...state, ...now }, event)
    state = next
    for (const effect of effects) {
      // There is no screen to draw again, and the terminal itself stops a process that reads lines.
      if (effect.kind !== 'suspend' && effect.kind !== 'redraw') await performer.perform(effect, state)
    }
  }
  /** Applies events, and reads what the state wants, until nothing more is to do. */
  const settle = async (first: readonly Event[]) => {
    events.push(...first)
    for (;;) {
      for (let event = events.shift(); event; event = events.shift()) await apply(event)
      while (!state.place.selection.isComplete) state.place.selection.advance(() => true)
      const effect = wantedRequest(state)
      // Fields that only a record's page has are read when it is opened.
      const isAhead = effect?.kind === 'details' && state.place.pane !== 'detail'
      if (!effect || isAhead) return apply({ kind: 'selected' })
      await apply({ kind: 'sent', effect })
      await performer.perform(effect, state)
    }
  }
  // A program that reads stdout expects only what --print prints.
  const out = start.print === undefined || stdout.isTerminal ? stdout : stderr
  const print = (text: string) => (text === '' ? Promise.resolve() : out.write(`${text}\n`, 'people'))
  try {
    await settle([])
    await print(listText(state))
    while (!state.end) {
      await stderr.write('> ', 'people')
      const line = await stdin.readLine()
      if (line === undefined) return { ...state, end: endWithoutChoice(state) }
      const answer = answerTo(line, state)
      const { place } = state
      state = { ...state, note: undefined }
      await settle(answer.events)
      if (state.end) break
      if (answer.words) await print(answer.words)
      if (answer.shows === 'help') await print(helpText)
      const isRefused = answer.events.some(({ kind }) => kind === 'follow') && state.place.id === place.id
      if (isRefused || answer.shows === 'nothing') {
        // Only a mark leads to nothing else.
        await print(state.note ?? (isRefused || answer.words ? '' : `${markedHere(state).size} marked`))
        continue
      }
      if (answer.shows === 'list' && state.place.pane !== 'detail') await print(listText(state))
      else if (answer.shows === 'list' || answer.shows === 'record') await print(await recordText())
    }
    return state
  } finally {
    performer.close()
  }

  async function recordText(): Promise<string> {
    const { place } = state
    const drawing = {
      key: '',
      kind: 'detail' as const,
      place: place.id,
      ...(place.cursor !== undefined && { record: place.cursor }),
      ...size,
    }
    const lines = await drawLines(drawing, place, {
      context,
      catalogue: commands.catalogue,
      color: false,
      plain: true,
    })
    return [...lines, linksText(state)].filter((text, at) => text !== '' || at > 0).join('\n')
  }
}
