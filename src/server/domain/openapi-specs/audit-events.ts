import type { AuditEventInput } from '../audit-events/record.ts'

type SpecRef = { readonly id: string; readonly slug: string }

/** An audit event about a specification, without its text. */
export const specAuditEvent = (
  verb: 'create' | 'update' | 'version' | 'delete',
  { id, slug }: SpecRef,
  sides: Pick<AuditEventInput, 'before' | 'after' | 'organizationId'>,
): AuditEventInput => ({
  action: `openapi-spec.${verb}`,
  target: { type: 'openapi-spec', id, label: slug },
  ...sides,
})

/** The source of a specification, for the audit log. */
export const sourceOf = (sourceUrl: string | null) => ({
  source: sourceUrl === null ? { text: true } : { url: sourceUrl },
})
