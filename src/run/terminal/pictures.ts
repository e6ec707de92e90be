/** `--images`: decides whether a run shows pictures, then fetches those of its records into the picture buffer. */
import { typeOf } from '../../api/endpoint.ts'
import { fieldsOf } from '../../api/records/derived-fields.ts'
import { mayHavePicture } from '../../api/records/picture-address.ts'
import type { EndpointInvocation } from '../../cli/invocation.ts'
import type { RunSettings } from '../../cli/settings/run-settings.ts'
import type { Context, World } from '../../core/context.ts'
import { KivaError } from '../../core/errors.ts'
import type { Json } from '../../core/json.ts'
import { withThousands } from '../../core/numbers.ts'
import { chooseImageProtocol } from '../../output/pictures/choose-image-protocol.ts'
import { base64 } from '../../output/pictures/encode-picture.ts'
import { PictureBuffer } from '../../output/pictures/picture-buffer.ts'
import { decideColor, decidePlain } from '../../output/terminal/color.ts'
import type { Block, View } from '../../output/view.ts'
import { pictureFiles } from '../../records/pictures.ts'
import { prefetch } from '../../records/prefetch.ts'
import type { ReadPorts } from '../../records/reading.ts'

/**
 * The buffer for pictures, or a note on why there are none.
 * Missing pictures are not a failure: the records stay the same.
 */
export interface PicturesOrReason {
  readonly pictureBuffer?: PictureBuffer
  readonly note?: string
}

/** Returns the picture buffer for stdout, or the reason for none. */
export function choosePictures(
  invocation: EndpointInvocation,
  settings: RunSettings,
  { stdout, env }: Pick<World, 'stdout' | 'env'>,
): PicturesOrReason {
  const unfit = reasonAgainst(invocation, settings)
  if (settings.output === 'html') return unfit ? { note: `No pictures: ${unfit}.` } : {}
  const { isTerminal } = stdout
  const color = decideColor(settings.color, env, isTerminal)
  const { protocol, reason: why } = chooseImageProtocol(invocation.images ?? 'auto', env, {
    isTerminal,
    color,
  })
  const isPlain = protocol !== undefined && decidePlain(settings.plain, env, isTerminal)
  const reason = unfit ?? (isPlain ? 'plain output is text only' : why)
  return protocol && !unfit && !isPlain
    ? { pictureBuffer: new PictureBuffer(protocol) }
    : { note: `No pictures: ${reason}.` }
}

/** Returns a reason against pictures that holds on every terminal. */
function reasonAgainst(
  { files, watch, endpoint }: EndpointInvocation,
  { output }: RunSettings,
): string | undefined {
  if (output !== 'table' && output !== 'html') return `-o ${output} cannot show them`
  if (files.out !== undefined && output !== 'html') return '--out cannot save them'
  if (watch) return '--watch cannot show them'
  const type = typeOf(endpoint)
  return type.name && !mayHavePicture(fieldsOf(type)) ? `${type.noun} have none` : undefined
}

interface Pictures {
  readonly add: View['pictures']
  readonly photos: NonNullable<View['photos']>
  /** Prints how many pictures are missing, and why the first one is. */
  printMissing(): Promise<void>
}

type PictureContext = Pick<Context, 'yieldToEvents' | 'say' | 'secrets'>

/** Maximum number of concurrent picture requests, in addition to those for records. */
const atOnce = 4

/** Below this width the small file is good enough. */
const smallColumns = 12

/**
 * Opens the pictures of a run. A failure omits that picture and never fails the run,
 * but cancellation ends the run.
 */
export function loadPictures(
  pictureBuffer: PictureBuffer | undefined,
  context: PictureContext,
  ports: ReadPorts,
): Pictures {
  const stop = ports.signal
  const fileOf = pictureFiles(ports)
  let missing = 0
  let reason: KivaError | undefined

  async function all<T>(
    records: readonly Json[],
    size: 'large' | 'small',
    none: T,
    use: (file: Uint8Array) => T | Promise<T>,
  ): Promise<readonly T[]> {
    const useOne = async (record: Json) => {
      try {
        const file = await fileOf(record, size)
        if (!file) return none
        // Decoding takes long, and a cached file causes no wait, so pending signals must run here.
        await context.yieldToEvents()
        stop.throwIfAborted()
        return await use(file)
      } catch (cause) {
        stop.throwIfAborted()
        missing += 1
        reason ??= cause instanceof KivaError ? cause : new KivaError('bug', 'unexpected failure', { cause })
        return none
      }
    }
    const rest = records.values()
    return listOf(prefetch(() => rest.next().value, useOne, atOnce))
  }

  return {
    add:
      pictureBuffer &&
      ((records, room) =>
        all<Block>(records, room.columns > smallColumns ? 'large' : 'small', [], (file) =>
          pictureBuffer.add(file, room),
        )),
    photos: (records, size) => all(records, size, '', (file) => `data:image/jpeg;base64,${base64(file)}`),
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
