import type { FastifyInstance } from 'fastify'
import { sql } from 'kysely'
import type { Service } from '../context.ts'

/** `/healthz`: the process answers. `/readyz`: so does the database, and the first start is complete. */
export function mountHealth(app: FastifyInstance, { db, startup }: Service): void {
  app.get('/healthz', () => ({ status: 'ok' }))
  app.get('/readyz', async (_, reply) => {
    if (startup.isPending) return reply.code(503).send({ status: 'starting' })
    try {
      await sql`select 1`.execute(db)
      return { status: 'ok' }
    } catch {
      // Any failure of the query means that the database cannot be used.
      return reply.code(503).send({ status: 'database unreachable' })
    }
  })
}
