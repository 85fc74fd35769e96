import { z } from 'zod'
import { auditAction, auditActions, auditEvents } from '#contract/audit-events.ts'
import { listResponse } from '../../db/page.ts'
import { notFound } from '../../errors.ts'
import { handle } from '../../handle.ts'
import { presentEvent, presentEventDetail } from './present.ts'
import { auditEventById, eventPage } from './queries.ts'

/** Smaller than the default of other lists, since audit events are large. */
const defaultLimit = 20

const uuid = z.uuid()

export const auditEventHandlers = handle(auditEvents, {
  async list(ctx, { params, query }) {
    const paging = { page: query.page, limit: query.limit ?? defaultLimit }
    return listResponse(await eventPage(ctx.db, params.organizationId, query, paging), (row) =>
      presentEvent(row, ctx.urls),
    )
  },

  async get(ctx, { params: { organizationId, auditEventId: id } }) {
    const row = uuid.safeParse(id).success ? await auditEventById(ctx.db, organizationId, id) : undefined
    if (row === undefined) throw notFound('audit event', id)
    return presentEventDetail(row, ctx.urls)
  },

  async actions() {
    const items = auditAction.options.map((id) => ({
      object: 'audit-event-action' as const,
      id,
      label: auditActions[id],
    }))
    return { items }
  },
})
