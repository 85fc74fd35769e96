import { lookup } from 'node:dns'
import { isIP, type LookupFunction } from 'node:net'
import { Agent, buildConnector } from 'undici'
import { refusalOf } from './address.ts'

/** The address is one we do not connect to (decisions 30). */
export class RefusedAddress extends Error {
  override readonly name = 'RefusedAddress'
}

const CONNECT_MS = 10_000

/**
 * An undici agent that decides by the address actually connected to: names are checked as they resolve, for
 * every new connection, so that a name that changes its mind between check and use gains nothing.
 */
export function outsideAgent({ allowPrivate }: { allowPrivate: boolean }): Agent {
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

/** Addresses written as such are never looked up, so they are judged here. */
function literalRefusal(hostname: string): string | null {
  const bare = hostname.replace(/^\[|\]$/g, '')
  return isIP(bare) === 0 ? null : refusalOf(bare)
}

/** Resolves a name to its public addresses; a name that has a private one among them is refused altogether. */
const publicLookup: LookupFunction = (hostname, options, done) => {
  lookup(hostname, { ...options, all: true }, (error, addresses) => {
    if (error !== null) return done(error, [])
    for (const { address } of addresses) {
      const refusal = refusalOf(address)
      if (refusal !== null) return done(new RefusedAddress(`${hostname} leads to ${refusal}`), [])
    }
    const first = addresses[0]
    if (first === undefined) return done(new RefusedAddress(`${hostname} has no address`), [])
    if (options.all === true) return done(null, addresses)
    done(null, first.address, first.family)
  })
}
