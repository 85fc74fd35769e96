import { queryOptions } from '@tanstack/react-query'
import { api } from '#contract/api.ts'
import type { AuditEventDetail } from '#contract/audit-events.ts'
import { keyOf, q, qPages } from '../../lib/api.ts'
import type { AuditSearch } from './audit-search.ts'
import { presentOf } from './present-of.ts'

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
