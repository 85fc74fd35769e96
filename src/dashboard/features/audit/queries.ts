import { queryOptions } from '@tanstack/react-query'
import { z } from 'zod'
import { api } from '#contract/api.ts'
import { type AuditEventDetail, auditAction, auditTargets } from '#contract/audit-events.ts'
import { keyOf, q, qPages } from '../../data/api.ts'
import { readCurrentState } from './current-state.ts'

const perPage = 100

/** The events that match the filters. Days begin and end in local time. */
export const eventsQuery = (organizationId: string, search: AuditSearch) => ({
  ...pagesQuery(organizationId, search),
  // Every change adds an event, so a cached list is always outdated.
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

/** The current state of an event’s target. Never cached, because undo depends on it. */
export const currentStateQuery = (organizationId: string, event: AuditEventDetail) =>
  queryOptions({
    queryKey: [...keyOf(api.auditEvents.get, { organizationId, event: event.id }), 'present'],
    queryFn: () => readCurrentState(organizationId, event),
    staleTime: 0,
  })

const day = z.iso.date().optional().catch(undefined)

/** Search params of the audit log: its filters and the open event. */
export const auditSearch = z.object({
  /** Id of the actor. */
  who: z.coerce.string().max(64).optional().catch(undefined),
  action: auditAction.optional().catch(undefined),
  type: z.enum(auditTargets).optional().catch(undefined),
  /** First and last day in local time. */
  from: day,
  to: day,
  event: z.uuid().optional().catch(undefined),
})
export type AuditSearch = z.infer<typeof auditSearch>

/** Changes some search params; undefined removes a param. */
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
