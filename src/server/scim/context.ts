import type { Service } from '../context.ts'
import type { ScimTokenRow } from '../domain/scim-tokens/queries.ts'

/** A request of an identity provider for its organization. */
export type ScimContext = Service & {
  readonly organizationId: string
  /** Who acts in the audit log. */
  readonly token: ScimTokenRow
  readonly requestId: string
  /** The value of `If-Match`, undefined without the header. */
  readonly ifMatch: string | undefined
}

/** What the domain records as the actor. */
export const actorOf = ({ now, requestId, token, organizationId }: ScimContext) => ({
  now,
  requestId,
  integration: { id: token.id, label: token.label },
  access: { organizationId, role: null, organizationRole: null },
})
