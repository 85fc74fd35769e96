import type { ImportSource, StoredTarget } from '../../db/tables/imports.ts'
import type { AuditEventInput } from '../audit-events/record.ts'

type ImportSummary = {
  readonly id: string
  readonly spaceId: string
  readonly source: ImportSource
  readonly target: StoredTarget
}

/** An audit event about an import, without credentials. */
export const importAuditEvent = (
  verb: 'start' | 'cancel',
  { id, spaceId, source, target }: ImportSummary,
): AuditEventInput => ({
  action: `import.${verb}`,
  target: { type: 'import', id, label: nameOf(source) },
  after: {
    status: verb === 'start' ? 'pending' : 'cancelled',
    source: source.type === 'file' ? { type: 'file', files: source.files.length } : source,
    target: { space: spaceId, ...target },
  },
})

export function nameOf(source: ImportSource): string {
  if (source.type !== 'file') return source.url
  return source.files.length === 1 ? (source.files[0]?.path ?? '') : `${source.files.length} files`
}
