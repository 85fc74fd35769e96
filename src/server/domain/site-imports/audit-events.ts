import type { ImportSource } from '../../db/tables/imports.ts'
import type { AuditEventInput } from '../audit-events/record.ts'
import { nameOf } from '../imports/audit-events.ts'

/** An audit event about the import of a site, without credentials. */
export const siteImportAuditEvent = (
  verb: 'start' | 'cancel',
  { id, source }: { readonly id: string; readonly source: ImportSource },
): AuditEventInput => ({
  action: `import.${verb}`,
  target: { type: 'import', id, label: nameOf(source) },
  after: {
    status: verb === 'start' ? 'pending' : 'cancelled',
    source: source.type === 'file' ? { type: 'file', files: source.files.length } : source,
    target: 'site',
  },
})
