import type { AuditEventInput } from '../audit-events/record.ts'
import type { GitSyncRow } from './queries.ts'

/** The settings of a sync for the audit log, without secrets. */
export const auditStateOf = (row: GitSyncRow) => ({
  repository: row.url,
  branch: row.branch,
  folder: row.folder,
  credentials: row.secretType,
  importMode: row.importMode,
  pollMinutes: row.pollMinutes,
  paused: row.paused,
})

/** The audit event of a sync, which belongs to its space. */
export const gitSyncAuditEvent = (
  verb: 'connect' | 'update' | 'credentials' | 'webhook-secret' | 'disconnect',
  space: { readonly id: string; readonly title: string },
  sides: Pick<AuditEventInput, 'before' | 'after'>,
): AuditEventInput => ({
  action: `space.git-${verb}`,
  target: { type: 'space', id: space.id, label: space.title },
  ...sides,
})
