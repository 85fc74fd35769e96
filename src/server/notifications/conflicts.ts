import { requestConflicts } from '../content/merge-request.ts'
import type { Service } from '../context.ts'
import { fanOut } from './fan-out.ts'
import { openRequests } from './space-change-queries.ts'

/** Tells authors that their change requests conflict with the space after it changed, once per version of a request. */
export async function notifyOfConflicts(
  service: Pick<Service, 'db' | 'newId' | 'now'>,
  spaceRef: { readonly organizationId: string; readonly spaceId: string },
  stop?: AbortSignal,
): Promise<void> {
  for (const { id, revision, author } of await openRequests(service.db, spaceRef)) {
    stop?.throwIfAborted()
    const conflicts = await requestConflicts(service.db, { ...spaceRef, changeRequestId: id })
    if (conflicts.length === 0) continue
    const request = { kind: 'change-request', id } as const
    await fanOut(service, {
      organizationId: spaceRef.organizationId,
      key: `conflict/${id}/${revision}`,
      about: request,
      access: { space: spaceRef.spaceId },
      changeRequest: id,
      actor: null,
      at: service.now().toISOString(),
      audience: [{ reason: 'conflict', users: [author] }],
      scopes: [request, { kind: 'space', id: spaceRef.spaceId }],
    })
  }
}
