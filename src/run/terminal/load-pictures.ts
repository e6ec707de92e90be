/** Fetches the pictures of records, and adds them to the picture buffer. */
import { KivaError } from '../../core/errors.ts'
import type { Json } from '../../core/json.ts'
import { withThousands } from '../../core/numbers.ts'
import type { PictureBuffer } from '../../output/pictures/picture-buffer.ts'
import type { View } from '../../output/view.ts'
import { pictureFiles } from '../../records/pictures.ts'
import { prefetch } from '../../records/prefetch.ts'
import type { ReadPorts } from '../../records/reading.ts'
import type { RunContext } from '../make-context.ts'

interface Pictures {
  readonly add: NonNullable<View['pictures']>
  /** Prints how many pictures are missing, and why the first one is. */
  printMissing(): Promise<void>
}

/** Maximum number of concurrent picture requests, in addition to those for records. */
const atOnce = 4

/** Below this width the small file is good enough. */
const smallColumns = 12

/**
 * Opens the pictures of a run. A failure omits that picture and never fails the run,
 * but cancellation ends the run.
 */
export function loadPictures(pictureBuffer: PictureBuffer, context: RunContext, ports: ReadPorts): Pictures {
  const stop = ports.signal
  const fileOf = pictureFiles(ports)
  let missing = 0
  let reason: KivaError | undefined

  const add: Pictures['add'] = async (records, room) => {
    const size = room.columns > smallColumns ? 'large' : 'small'
    const addOne = async (record: Json) => {
      try {
        const file = await fileOf(record, size)
        if (!file) return []
        // Decoding takes long, and a cached file causes no wait, so pending signals must run here.
        await context.yieldToEvents()
        stop.throwIfAborted()
        return await pictureBuffer.add(file, room)
      } catch (cause) {
        stop.throwIfAborted()
        missing += 1
        reason ??= cause instanceof KivaError ? cause : new KivaError('bug', 'unexpected failure', { cause })
        return []
      }
    }
    const rest = records.values()
    const added = prefetch(() => rest.next().value, addOne, atOnce)
    return listOf(added)
  }

  return {
    add,
    printMissing: async () => {
      if (reason === undefined) return
      const pictures = missing === 1 ? '1 picture' : `${withThousands(missing)} pictures`
      const why = reason.sentence.mask(context.secrets.quote)
      await context.say(`${pictures} not shown: ${why}.`)
    },
  }
}

async function listOf<T>(items: AsyncIterable<T>): Promise<readonly T[]> {
  const list: T[] = []
  for await (const item of items) list.push(item)
  return list
}
