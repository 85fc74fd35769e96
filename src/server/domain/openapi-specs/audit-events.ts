import type { AuditEventInput } from '../audit-events/record.ts'

type SpecRef = { readonly id: string; readonly slug: string }

/** What was done to a specification, for the log; texts are not in it. */
export const specAuditEvent = (
  verb: 'create' | 'update' | 'version' | 'delete',
  { id, slug }: SpecRef,
  sides: Pick<AuditEventInput, 'before' | 'after' | 'organizationId'>,
): AuditEventInput => ({
  action: `openapi-spec.${verb}`,
  target: { type: 'openapi-spec', id, label: slug },
  ...sides,
})

/** Where a specification comes from, as it is written down. */
export const sourceOf = (sourceUrl: string | null) => ({
  source: sourceUrl === null ? { text: true } : { url: sourceUrl },
})
