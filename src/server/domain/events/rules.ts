import type { ChangeEvent } from '#contract/events.ts'
import { isAtLeast, type Role } from '#contract/shared/permissions.ts'
import type { Change } from '../../changes/feed.ts'

/** Who listens, as far as it decides what they hear. */
export type Hearer = {
  readonly organizationId: string
  readonly userId: string
  readonly role: Role | null
}

/** More changes of shelves than these at once are told as one reset. */
export const mostAtOnce = 20

/** Told when changes may have been missed, or too many came at once: everything is to be asked again. */
export const resetOf = (organizationId: string): ChangeEvent => ({ type: 'reset', id: organizationId })

/** Kinds that are named by themselves and belong to a space. */
const inSpace = ['import', 'change-request', 'comment', 'comment-reply']
/** Those that go while the space they belong to stays. */
const goingAlone = ['space-field', 'presence', 'comment', 'comment-reply']

/** The space or collection that must be visible for a change to be heard; null when there is none. */
export function shelfOf({
  kind,
  act,
  id,
  parent,
}: Change): { kind: 'space' | 'collection'; id: string } | null {
  if (kind === 'space' || kind === 'collection') return act === 'deleted' ? null : { kind, id }
  if (kind === 'space-field' || kind === 'presence') return { kind: 'space', id }
  if (inSpace.includes(kind) && parent !== undefined) return { kind: 'space', id: parent }
  return null
}

const forAdmins = ['invite', 'audit-event']
const forMembers = [
  'team',
  'custom-field',
  'openapi-spec',
  'site',
  'site-section',
  'site-section-group',
  'site-space',
  'site-plan',
  'site-redirect',
  'site-share-link',
  'site-publishing',
]

/** Asks whether the hearer may see a space or collection. */
type Sees = (shelf: { readonly kind: string; readonly id: string }) => boolean

const accessChanged = ({ organizationId }: Hearer): ChangeEvent => ({
  type: 'access.updated',
  id: organizationId,
})

/**
 * A change as its hearer is told it, null when it is none of theirs. A space or collection that is gone is told
 * without its id, since it cannot be looked up any more who might have seen it; changed grants, levels and places
 * are told to everybody as `access.updated`, since they decide about what the hearer does not see yet or any more.
 */
export function toldTo(hearer: Hearer, change: Change, sees: Sees): ChangeEvent | null {
  const { kind, act, id, version } = change
  if (kind === 'organization' || kind === 'access' || kind === 'team-member' || kind === 'member') {
    return toldOfPeople(hearer, change)
  }
  const plain = { type: `${kind}.${act}`, id, ...(version === undefined ? {} : { version }) }
  if (forAdmins.includes(kind)) return isAtLeast(hearer.role, 'admin') ? plain : null
  if (forMembers.includes(kind))
    return isAtLeast(hearer.role, 'read') ? { ...plain, ...parentOf(change) } : null
  return toldOfShelves(hearer, change, sees)
}

function toldOfPeople(hearer: Hearer, { kind, act, id, version, parent }: Change): ChangeEvent | null {
  if (kind === 'access') return accessChanged(hearer)
  if (kind === 'team-member' && parent === hearer.userId) return accessChanged(hearer)
  const isOwn = kind === 'organization' || id === hearer.userId
  if (!isOwn && !isAtLeast(hearer.role, 'read')) return null
  if (kind === 'team-member') return { type: 'team.updated', id }
  return { type: `${kind}.${act}`, id, ...(version === undefined ? {} : { version }) }
}

function toldOfShelves(hearer: Hearer, change: Change, sees: Sees): ChangeEvent | null {
  const { kind, act, id, version } = change
  if (act === 'deleted' && !goingAlone.includes(kind)) {
    return { type: 'library.updated', id: hearer.organizationId }
  }
  const shelf = shelfOf(change)
  if (shelf === null || !sees(shelf)) return null
  if (kind === 'space-field' || kind === 'presence') return { type: `${kind}.updated`, id }
  const isNamed = inSpace.includes(kind) || sees({ kind: 'collection', id: change.parent ?? '' })
  return {
    type: `${kind}.${act}`,
    id,
    ...(version === undefined ? {} : { version }),
    ...(isNamed ? parentOf(change) : {}),
  }
}

const parentOf = ({ parent }: Change) => (parent === undefined ? {} : { parent })
