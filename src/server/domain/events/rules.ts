import type { ChangeEvent } from '#contract/events.ts'
import { isAtLeast, type Role } from '#contract/shared/permissions.ts'
import type { SubjectKind } from '../../auth/access.ts'
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

/** What must be visible for a change to be heard. */
export type Seen = { readonly kind: SubjectKind; readonly id: string }

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
const forMembers = ['team', 'custom-field', 'openapi-spec']
/** What is of a site: told to every member, and to guests who may see the site. */
const ofSites = [
  'site',
  'site-section',
  'site-section-group',
  'site-space',
  'site-plan',
  'site-redirect',
  'site-share-link',
  'site-publishing',
  'site-customization',
  'site-audience',
]

/** The site that a guest must be able to see for a change to be heard; null when there is none. */
export function siteOf({ kind, act, id, parent }: Change): Seen | null {
  if (kind === 'site') return act === 'deleted' ? null : { kind, id }
  return ofSites.includes(kind) && parent !== undefined ? { kind: 'site', id: parent } : null
}

/** Asks whether the hearer may see a space, a collection or a site. */
type Sees = (seen: Seen) => boolean

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
  if (forMembers.includes(kind) || ofSites.includes(kind)) {
    const site = isAtLeast(hearer.role, 'read') ? null : siteOf(change)
    const isHeard = isAtLeast(hearer.role, 'read') || (site !== null && sees(site))
    return isHeard ? { ...plain, ...parentOf(change) } : null
  }
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
