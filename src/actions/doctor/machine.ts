import { sandboxOrigin } from '../../api/origins.ts'
import type { Context } from '../../context.ts'
import { KivaError } from '../../errors.ts'
import type { Place } from '../../ports/machine.ts'
import { version } from '../../version.ts'
import { type Finding, ok, problem, warning } from './finding.ts'

type Port = Pick<Context, 'machine' | 'secrets' | 'settings'>

/** Reports versions, folders and the proxy. */
export async function examineMachine(context: Port): Promise<readonly Finding[]> {
  const machine = await context.machine()
  return [
    ok('kiva', `${version}, on ${machine.runtime}, ${machine.platform}`),
    ...machine.places().map((place) => examinePlace(place, context)),
    examineProxy(machine.proxyFor, context),
    ...(machine.readsMoreAuthorities ? [slowStart] : []),
  ]
}

function examinePlace({ name, path = '', mode, isThere, problem: error }: Place, context: Port): Finding {
  if (error) return problem(name, error, context)
  return ok(
    name,
    isThere ? `${path}${mode === undefined ? '' : ` (mode ${mode})`}` : `${path} (does not exist yet)`,
  )
}

function examineProxy(proxyFor: Awaited<ReturnType<Port['machine']>>['proxyFor'], context: Port): Finding {
  const { baseUrl } = context.settings
  if (baseUrl === sandboxOrigin) return ok('proxy', 'not needed for the built-in sandbox')
  try {
    const proxy = proxyFor(baseUrl)
    return ok('proxy', proxy ? `${proxy.address}, from ${proxy.variable}` : `none for ${baseUrl}`)
  } catch (error) {
    if (error instanceof KivaError) return problem('proxy', error, context)
    throw error
  }
}

const slowStart = warning(
  'NODE_EXTRA_CA_CERTS',
  'is set: Node before version 22 reads that file at each start, which takes about 140ms',
  'Unset it for kiva and use --ca-file, or use Node 22.',
)
