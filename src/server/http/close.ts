import type { FastifyInstance } from 'fastify'

/**
 * Takes no more requests and ends when those under way have ended. Without this a connection whose request ends after
 * the closing began would be kept for a next one that never comes, for more than a minute.
 */
export async function closeApp(app: FastifyInstance): Promise<void> {
  const idle = setInterval(() => app.server.closeIdleConnections(), 20)
  try {
    await app.close()
  } finally {
    clearInterval(idle)
  }
}
