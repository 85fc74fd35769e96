import type { FastifyInstance } from 'fastify'

/**
 * Stops accepting requests and resolves when running ones have finished. Closes connections as they become idle:
 * Fastify would otherwise keep a connection open for more than a minute if its request ends during the shutdown.
 */
export async function closeApp(app: FastifyInstance): Promise<void> {
  const idle = setInterval(() => app.server.closeIdleConnections(), 20)
  try {
    await app.close()
  } finally {
    clearInterval(idle)
  }
}
