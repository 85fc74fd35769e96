import type { Server } from 'node:http'
import type { FastifyHttpOptions, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { shouldUpgrade } from './sockets.ts'

/** How long a client may take, in milliseconds. */
export type ClientLimits = {
  /** From the connection or the former request until the headers are complete. */
  readonly headersMs: number
  /** Until the whole request has arrived, however fast it does. */
  readonly requestMs: number
  /** A connection on which nothing is sent or received, such as a download that no one reads. */
  readonly silentMs: number
  /** An open connection between two requests. */
  readonly idleMs: number
  /** In each of these periods at least `bodyBytes` of a body must arrive. */
  readonly bodyMs: number
  readonly bodyBytes: number
  /** How often connections are checked. */
  readonly checkMs: number
  readonly connections: number
}

/** Large uploads over slow lines fit; a proxy in front reuses its connections for a minute. */
export const CLIENT_LIMITS: ClientLimits = {
  headersMs: 20_000,
  requestMs: 1_800_000,
  silentMs: 300_000,
  idleMs: 72_000,
  bodyMs: 20_000,
  bodyBytes: 8_192,
  checkMs: 5_000,
  connections: 10_000,
}

/** Options for Fastify that end connections of clients that are slow or gone. */
export const serverOptions = (limits: ClientLimits): FastifyHttpOptions<Server> => ({
  requestTimeout: limits.requestMs,
  connectionTimeout: limits.silentMs,
  keepAliveTimeout: limits.idleMs,
  http: {
    shouldUpgradeCallback: shouldUpgrade,
    headersTimeout: limits.headersMs,
    connectionsCheckingInterval: limits.checkMs,
    // The system notices when the other side of a connection no longer exists.
    keepAlive: true,
    keepAliveInitialDelay: 60_000,
  },
})

const REQUEST_TIMEOUT = 'HTTP/1.1 408 Request Timeout\r\nConnection: close\r\nContent-Length: 0\r\n\r\n'

/** Ends requests whose body arrives too slowly, and refuses connections beyond the limit. */
export function endSlowRequests(app: FastifyInstance, limits: ClientLimits): void {
  app.server.maxConnections = limits.connections
  app.addHook('onRequest', async (request, reply) => {
    if (hasBody(request)) watchBody(request, reply, limits)
  })
}

const hasBody = ({ headers }: FastifyRequest): boolean =>
  headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0

function watchBody(
  { raw }: FastifyRequest,
  { raw: response }: FastifyReply,
  { bodyMs, bodyBytes }: ClientLimits,
): void {
  const { socket } = raw
  let received = socket.bytesRead
  const timer = setInterval(() => {
    // A connection that is closed, or a request that came over none, cannot be answered.
    if (raw.complete || !socket.writable) return clearInterval(timer)
    // What has arrived waits for the service, so it is not the client that is slow.
    const isBuffered = raw.readableLength >= raw.readableHighWaterMark
    const isFastEnough = socket.bytesRead - received >= bodyBytes
    received = socket.bytesRead
    if (isBuffered || isFastEnough) return
    clearInterval(timer)
    // After the beginning of a response another one would be part of its body.
    if (response.headersSent) return void socket.destroy()
    socket.write(REQUEST_TIMEOUT, () => socket.destroy())
  }, bodyMs).unref()
  raw.once('end', () => clearInterval(timer)).once('close', () => clearInterval(timer))
}
