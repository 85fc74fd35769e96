import { lookup } from 'node:dns'
import { createRequire } from 'node:module'
import { isIP, type LookupFunction } from 'node:net'
import type { Agent } from 'undici'
import { refusalOf } from './address.ts'

/** Connecting to the address is not allowed. */
export class RefusedAddress extends Error {
  override readonly name = 'RefusedAddress'
}

const CONNECT_MS = 10_000

/** Loaded with the first request to another server, because it takes 5 MB. */
const library = (): typeof import('undici') => createRequire(import.meta.url)('undici')

/** Sends a request through the agent that `dispatcher` names. */
export const request: typeof import('undici').request = (...call) => library().request(...call)

/**
 * An undici agent that checks the address of every connection: names are checked when they are resolved, for every new
 * connection, so that a name cannot resolve to another address after the check (DNS rebinding).
 */
export function outsideAgent({ allowPrivate }: { allowPrivate: boolean }): Agent {
  const { Agent, buildConnector } = library()
  const options = { timeout: CONNECT_MS, allowH2: false }
  if (allowPrivate) return new Agent({ connect: options, connections: 4 })
  const connect = buildConnector({ ...options, lookup: publicLookup })
  return new Agent({
    connections: 4,
    connect(target, done) {
      const refusal = literalRefusal(target.hostname)
      if (refusal !== null) return done(new RefusedAddress(refusal), null)
      connect(target, (...[error, socket]) => {
        if (error !== null) return done(error, null)
        const peer =
          socket.remoteAddress === undefined ? 'the connection closed' : refusalOf(socket.remoteAddress)
        if (peer === null) return done(null, socket)
        socket.destroy()
        done(new RefusedAddress(peer), null)
      })
    },
  })
}

/** IP addresses are never resolved, so they are checked here. */
export function literalRefusal(hostname: string): string | null {
  const bare = hostname.replace(/^\[|\]$/g, '')
  return isIP(bare) === 0 ? null : refusalOf(bare)
}

/** Resolves a name to its addresses; a name with any private address is refused. */
export const publicLookup: LookupFunction = (hostname, options, done) => {
  lookup(hostname, { ...options, all: true }, (error, addresses) => {
    if (error !== null) return done(error, [])
    for (const { address } of addresses) {
      const refusal = refusalOf(address)
      if (refusal !== null) return done(new RefusedAddress(`${hostname}: ${refusal}`), [])
    }
    const first = addresses[0]
    if (first === undefined) return done(new RefusedAddress(`${hostname} has no address`), [])
    if (options.all === true) return done(null, addresses)
    done(null, first.address, first.family)
  })
}
