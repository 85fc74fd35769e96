import { queryOptions } from '@tanstack/react-query'
import { z } from 'zod'
import { api } from '#contract/api.ts'
import { type AuditEventDetail, auditAction, auditTargets } from '#contract/audit-events.ts'
import { keyOf, q, qPages } from '#dashboard/data/api.ts'
import { presentOf } from './current-state.ts'

const perPage = 100

/** The log as the filters of the address let it through. Days begin and end where somebody is. */
export const eventsQuery = (organizationId: string, search: AuditSearch) => ({
  ...pagesQuery(organizationId, search),
  // Whatever anybody does is a new event, so what was read before is old at once.
  staleTime: 0,
})

const pagesQuery = (organizationId: string, { who, action, type, from, to }: AuditSearch) =>
  qPages(api.auditEvents.list, {
    params: { organizationId },
    query: {
      limit: perPage,
      ...(who === undefined ? {} : { actor: who }),
      ...(action === undefined ? {} : { action }),
      ...(type === undefined ? {} : { targetType: type }),
      ...(from === undefined ? {} : { from: new Date(`${from}T00:00:00`).toISOString() }),
      ...(to === undefined ? {} : { to: new Date(`${to}T23:59:59.999`).toISOString() }),
    },
  })

export const eventQuery = (organizationId: string, auditEventId: string) =>
  q(api.auditEvents.get, { params: { organizationId, auditEventId } })

/** How what an event was about stands now; always read anew, since the way back depends on it. */
export const presentQuery = (organizationId: string, event: AuditEventDetail) =>
  queryOptions({
    queryKey: [...keyOf(api.auditEvents.get, { organizationId, event: event.id }), 'present'],
    queryFn: () => presentOf(organizationId, event),
    staleTime: 0,
  })

const day = z.iso.date().optional().catch(undefined)

/** What the address of the audit log says: its filters and the open event. */
export const auditSearch = z.object({
  /** Id of who did it. */
  who: z.coerce.string().max(64).optional().catch(undefined),
  action: auditAction.optional().catch(undefined),
  type: z.enum(auditTargets).optional().catch(undefined),
  /** First and last day, where somebody is. */
  from: day,
  to: day,
  event: z.uuid().optional().catch(undefined),
})
export type AuditSearch = z.infer<typeof auditSearch>

/** Changes some of it; what is undefined leaves the address. */
export type OnSearch = (change: Partial<AuditSearch>, options?: { replace?: boolean }) => void

export const noFilter: Omit<AuditSearch, 'event'> = {
  who: undefined,
  action: undefined,
  type: undefined,
  from: undefined,
  to: undefined,
}

export const isFiltered = ({ who, action, type, from, to }: AuditSearch): boolean =>
  [who, action, type, from, to].some((one) => one !== undefined)
