import type { AuditEventInput } from '../audit-events/record.ts'
import { difference } from '../audit-events/record.ts'
import { apiLevel } from '../library-tree/default-levels.ts'
import { spaceAuditEvent } from '../spaces/audit-events.ts'
import { transferStates } from '../transfers/transfer.ts'
import type { StoredCollection } from './queries.ts'

type Verb = 'create' | 'update' | 'move' | 'transfer' | 'delete'

/** An audit event about a collection. */
export const collectionAuditEvent = (
  verb: Verb,
  { id, title }: Pick<StoredCollection, 'id' | 'title'>,
  sides: Pick<AuditEventInput, 'before' | 'after' | 'organizationId'>,
): AuditEventInput => ({
  action: `collection.${verb}`,
  target: { type: 'collection', id, label: title },
  ...sides,
})

/** The settings of a collection, with the field names of a PATCH. */
const settingsOf = ({ title, description, defaultLevel }: StoredCollection) => ({
  title,
  description: description ?? '',
  defaultLevel: apiLevel(defaultLevel),
})

/** A collection with its parent, for audit events of its creation and deletion. */
export const auditStateOf = (collection: StoredCollection) => ({
  ...settingsOf(collection),
  parent: collection.parentId,
})

/** Audit events for changed settings; none when nothing changed. */
export function updateAuditEvents(
  before: StoredCollection,
  after: StoredCollection,
): readonly AuditEventInput[] {
  const changed = difference(settingsOf(before), settingsOf(after))
  return changed === null ? [] : [collectionAuditEvent('update', after, changed)]
}

/** Audit events for the logs of both organizations when a collection is transferred with its spaces. */
export function transferAuditEvents(
  collection: StoredCollection,
  spaces: readonly { readonly id: string; readonly title: string; readonly parentId: string }[],
  from: string,
  to: string,
): readonly AuditEventInput[] {
  const arrived = { organizationId: to, parentId: null }
  const own = transferStates({ organizationId: from, parentId: collection.parentId }, arrived)
  return [
    ...own.map((sides) => collectionAuditEvent('transfer', collection, sides)),
    ...spaces.flatMap((space) => {
      const { parentId } = space
      const sides = transferStates({ organizationId: from, parentId }, { organizationId: to, parentId })
      return sides.map((one) => spaceAuditEvent('transfer', space, one))
    }),
  ]
}
