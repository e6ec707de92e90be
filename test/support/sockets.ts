/** The state of sockets on loopback. Works on Linux only. */
import { readFileSync } from 'node:fs'
import { until } from './until.ts'

interface SocketState {
  readonly local: string
  readonly remote: string
  readonly state: string
  readonly queues: string
}

const synSent = '02'

/** Returns the sockets at both ends of a port. */
function socketsOf(port: number): readonly SocketState[] {
  const suffix = suffixOf(port)
  return readFileSync('/proc/net/tcp', 'utf8')
    .split('\n')
    .map((line) => line.trim().split(/ +/))
    .filter(([, local = '', remote = '']) => local.endsWith(suffix) || remote.endsWith(suffix))
    .map(([, local = '', remote = '', state = '', queues = '']) => ({ local, remote, state, queues }))
}

const suffixOf = (port: number) => `:${port.toString(16).toUpperCase().padStart(4, '0')}`

/** True if all data written to the connections of a port was read. */
export const areQueuesEmpty = (port: number): boolean =>
  socketsOf(port).every(({ queues }) => queues === '00000000:00000000')

interface Connection {
  /** The address of the client. */
  readonly from: string
  readonly isBeingMade: boolean
}

/**
 * Returns the connections to a port that clients of this machine have or make. The kernel's list may leave one out
 * while others change: compare addresses, not counts.
 */
export function connectionsTo(port: number): readonly Connection[] {
  return socketsOf(port)
    .filter(({ remote }) => remote.endsWith(suffixOf(port)))
    .map(({ local, state }) => ({ from: local, isBeingMade: state === synSent }))
}

/** Resolves when the client of a service has read all that was sent. */
export const untilRead = (baseUrl: string): Promise<void> =>
  until('all data was read', () => areQueuesEmpty(Number(new URL(baseUrl).port)))
