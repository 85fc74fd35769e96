import { z } from 'zod'
import { auditAction, auditTargets } from '#contract/audit-events.ts'

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
