import type { AuditEventInput } from '../audit-events/record.ts'
import { difference } from '../audit-events/record.ts'
import { apiLevel } from '../library-tree/default-levels.ts'
import { spaceAuditEvent } from '../spaces/audit-events.ts'
import { transferStates } from '../transfers/transfer.ts'
import type { StoredCollection } from './queries.ts'

type Verb = 'create' | 'update' | 'move' | 'transfer' | 'delete'

/** What was done to a collection, for the log. */
export const collectionAuditEvent = (
  verb: Verb,
  { id, title }: Pick<StoredCollection, 'id' | 'title'>,
  sides: Pick<AuditEventInput, 'before' | 'after' | 'organizationId'>,
): AuditEventInput => ({
  action: `collection.${verb}`,
  target: { type: 'collection', id, label: title },
  ...sides,
})

/** A collection's settings as a PATCH would write them. */
const settingsOf = ({ title, description, defaultLevel }: StoredCollection) => ({
  title,
  description: description ?? '',
  defaultLevel: apiLevel(defaultLevel),
})

/** What a collection is, with its place, for the log of its making and of its end. */
export const auditStateOf = (collection: StoredCollection) => ({
  ...settingsOf(collection),
  parent: collection.parentId,
})

/** What changed about a collection's settings; nothing when they are the same. */
export function updateAuditEvents(
  before: StoredCollection,
  after: StoredCollection,
): readonly AuditEventInput[] {
  const changed = difference(settingsOf(before), settingsOf(after))
  return changed === null ? [] : [collectionAuditEvent('update', after, changed)]
}

/** A collection that went to the top of another organization with its spaces, as both logs tell it. */
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
