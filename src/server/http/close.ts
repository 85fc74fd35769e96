import type { FastifyInstance, FastifyServerOptions } from 'fastify'

/** How long requests may go on after the service was asked to stop, such as downloads and uploads. */
const DRAIN_MS = 2_500

/** Requests on open connections are answered during the shutdown, too: a 503 would reach clients that cannot retry. */
export const closeOptions = {
  forceCloseConnections: 'idle',
  return503OnClosing: false,
} satisfies FastifyServerOptions

const closing = new WeakSet<FastifyInstance>()

/** Whether the service was asked to stop, so that no response may keep its connection open. */
export const isClosing = (app: FastifyInstance): boolean => closing.has(app)

/** Tells clients with a running request that their connection ends with it, so that they send the next one elsewhere. */
export function announceClose(app: FastifyInstance): void {
  app.addHook('onSend', async (_, reply) => {
    if (closing.has(app)) reply.header('connection', 'close')
  })
}

/**
 * Stops accepting requests and resolves when running ones have finished, after `drainMs` at most: connections that are
 * still open then break off. Closes connections as they become idle: Fastify would otherwise keep a connection open for
 * more than a minute if its request ends during the shutdown.
 */
export async function closeApp(app: FastifyInstance, drainMs = DRAIN_MS): Promise<void> {
  closing.add(app)
  const idle = setInterval(() => app.server.closeIdleConnections(), 20)
  const drained = setTimeout(() => app.server.closeAllConnections(), drainMs)
  try {
    await app.close()
  } finally {
    clearInterval(idle)
    clearTimeout(drained)
  }
}
