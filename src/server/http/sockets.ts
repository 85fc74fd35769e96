import type { IncomingMessage } from 'node:http'
import websocket from '@fastify/websocket'
import type { FastifyInstance, FastifyRequest, RouteOptions } from 'fastify'
import { coeditingCloseCodes, MAX_COEDITING_MESSAGE_BYTES } from '#contract/coediting.ts'
import type { Route } from '#contract/route.ts'
import type { Access, Caller, Service } from '../context.ts'
import { DomainError } from '../errors.ts'
import type { SocketHandler } from '../handle.ts'
import { isOwnOrigin } from '../same-origin.ts'
import { authorize } from './authorize.ts'
import { parseInput } from './parse-input.ts'
import { queryReaderOf } from './query.ts'

/**
 * Whether a request becomes a WebSocket. Any other `Upgrade`, such as the `h2c` that some clients offer with every
 * request, is ignored.
 */
export const shouldUpgrade = ({ headers, url = '' }: IncomingMessage): boolean =>
  headers.upgrade?.toLowerCase() === 'websocket' && /^\/v1\/[^?]*\/coediting(?:\?|$)/.test(url)

/** Lets operations serve WebSockets. They end with the service, and clients connect to another instance. */
export async function acceptSockets(app: FastifyInstance): Promise<void> {
  await app.register(websocket, {
    options: { maxPayload: MAX_COEDITING_MESSAGE_BYTES, perMessageDeflate: false },
    preClose(done) {
      for (const client of app.websocketServer.clients) client.close(coeditingCloseCodes.restart)
      app.websocketServer.close(() => done())
    },
    errorHandler(error, socket, request) {
      request.log.debug({ err: error }, 'A WebSocket failed')
      socket.terminate()
    },
  })
}

/**
 * Browsers send cookies with WebSockets of any site, so the origin must be the dashboard's.
 * @throws {DomainError} `forbidden`, also for read-only tokens
 */
export function expectOwnSocket(request: FastifyRequest, { credential, readOnly }: Caller): void {
  if (readOnly) throw new DomainError('forbidden', 'This token is read-only')
  if (credential.kind === 'session' && !isOwnOrigin(request))
    throw new DomainError('forbidden', 'This request did not come from the dashboard')
}

type Admission = {
  readonly caller: Caller
  readonly access: Access
  readonly params: Record<string, string>
}

/** Opens the WebSocket of an operation for a request that was admitted. */
export const socketHandler =
  (
    service: Service,
    route: Route,
    serve: SocketHandler<Route>,
    admissionOf: (request: FastifyRequest) => Admission,
  ): NonNullable<RouteOptions['wsHandler']> =>
  async (socket, request) => {
    const { caller, access, params } = admissionOf(request)
    const reauthorize = () =>
      authorize(service.db, caller, route.permission, params, { config: service.config })
    const input = parseInput(route, queryReaderOf(route.query), request, params)
    // Messages wait until someone listens for them.
    socket.pause()
    try {
      await serve({ ...service, caller, access, reauthorize }, input, socket)
    } catch (error) {
      if (!(error instanceof DomainError)) throw error
      socket.close(error.reason === 'not_found' ? coeditingCloseCodes.gone : coeditingCloseCodes.forbidden)
    } finally {
      socket.resume()
    }
  }
