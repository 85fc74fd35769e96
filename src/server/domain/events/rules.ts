import type { ChangeEvent } from '#contract/events.ts'
import { isAtLeast, type Role } from '#contract/shared/permissions.ts'
import type { SubjectKind } from '../../auth/access.ts'
import type { Change } from '../../changes/feed.ts'

/** The member who gets an event, as far as it decides which ones they get. */
export type Recipient = {
  readonly organizationId: string
  readonly userId: string
  readonly role: Role | null
}

/** A space, collection or site that a change is about. */
export type SubjectRef = { readonly kind: SubjectKind; readonly id: string }

/** A batch about more subjects than these is sent as one `reset`: reading everything again is cheaper. */
export const MAX_SUBJECTS_PER_BATCH = 20

/** Sent when changes may have been missed or were too many: the client reads everything again. */
export const resetEvent = (organizationId: string): ChangeEvent => ({ type: 'reset', id: organizationId })

/** Kinds with an id of their own that belong to a space. */
const KINDS_IN_SPACES = ['import', 'change-request', 'comment', 'comment-reply']
/** Parts of a space without an id of their own: events have that of the space. */
const KINDS_OF_SPACES = ['space-field', 'presence', 'git-sync', 'page-freshness']
/** Kinds that can be deleted while their space stays, so that who may see them is still known. */
const KINDS_DELETED_IN_SPACES = [
  'space-field',
  'space-translation',
  'presence',
  'git-sync',
  'page-freshness',
  'comment',
  'comment-reply',
]
const KINDS_FOR_ADMINS = ['invite', 'audit-event', 'webhook']
const KINDS_FOR_MEMBERS = ['team', 'custom-field', 'translation-settings', 'openapi-spec']
/** Parts of a site: sent to every member, and to guests who may see the site. */
const KINDS_OF_SITES = [
  'site',
  'site-section',
  'site-section-group',
  'site-space',
  'site-plan',
  'site-redirect',
  'site-share-link',
  'site-publishing',
  'site-scheduled-action',
  'site-customization',
  'site-audience',
]

/** The space or collection that a recipient must be able to see to get a change; null when there is none. */
function librarySubjectOf({ kind, action, id, parent }: Change): SubjectRef | null {
  if (kind === 'space' || kind === 'collection') return action === 'deleted' ? null : { kind, id }
  if (kind === 'space-translation' || KINDS_OF_SPACES.includes(kind)) return { kind: 'space', id }
  if (KINDS_IN_SPACES.includes(kind) && parent !== undefined) return { kind: 'space', id: parent }
  return null
}

/** The spaces and collections whose visibility decides about a change, its collection included. */
export function librarySubjectsOf(change: Change): SubjectRef[] {
  const subject = librarySubjectOf(change)
  if (subject === null) return []
  const isSubjectItself =
    subject.id === change.id && change.kind !== 'space-field' && change.kind !== 'space-translation'
  return isSubjectItself && change.parent !== undefined
    ? [subject, { kind: 'collection', id: change.parent }]
    : [subject]
}

/** The site that a guest must be able to see to get a change; null when there is none. */
export function siteSubjectOf({ kind, action, id, parent }: Change): SubjectRef | null {
  if (kind === 'site') return action === 'deleted' ? null : { kind, id }
  return KINDS_OF_SITES.includes(kind) && parent !== undefined ? { kind: 'site', id: parent } : null
}

/** Whether the recipient may see a space, collection or site. */
type CanSee = (subject: SubjectRef) => boolean

/**
 * The event that a recipient gets for a change, null for none. A deleted space or collection is reported without its
 * id, since it is no longer known who could see it. Changed grants, default levels and moves are `access.updated` for
 * everyone, since they decide about what the recipient cannot see yet or any longer.
 */
export function eventFor(recipient: Recipient, change: Change, canSee: CanSee): ChangeEvent | null {
  const { kind, action, id } = change
  // Who may see a request depends on what it is about, so everyone learns only that there is something to read again.
  if (kind === 'access-request') return { type: 'access-request.updated', id: recipient.organizationId }
  if (kind === 'pin' || kind === 'notification')
    return id === recipient.userId ? { type: `${kind}.updated`, id } : null
  if (kind === 'organization' || kind === 'access' || kind === 'team-member' || kind === 'member') {
    return membershipEventFor(recipient, change)
  }
  const event = { type: `${kind}.${action}`, id, ...versionOf(change) }
  if (KINDS_FOR_ADMINS.includes(kind)) return isAtLeast(recipient.role, 'admin') ? event : null
  if (KINDS_FOR_MEMBERS.includes(kind) || KINDS_OF_SITES.includes(kind)) {
    const site = isAtLeast(recipient.role, 'read') ? null : siteSubjectOf(change)
    const isVisible = isAtLeast(recipient.role, 'read') || (site !== null && canSee(site))
    return isVisible ? { ...event, ...parentOf(change) } : null
  }
  return libraryEventFor(recipient, change, canSee)
}

const accessChanged = ({ organizationId }: Recipient): ChangeEvent => ({
  type: 'access.updated',
  id: organizationId,
})

function membershipEventFor(recipient: Recipient, change: Change): ChangeEvent | null {
  const { kind, action, id, parent } = change
  if (kind === 'access') return accessChanged(recipient)
  if (kind === 'team-member' && parent === recipient.userId) return accessChanged(recipient)
  const isOwn = kind === 'organization' || id === recipient.userId
  if (!isOwn && !isAtLeast(recipient.role, 'read')) return null
  if (kind === 'team-member') return { type: 'team.updated', id }
  return { type: `${kind}.${action}`, id, ...versionOf(change) }
}

function libraryEventFor(recipient: Recipient, change: Change, canSee: CanSee): ChangeEvent | null {
  const { kind, action, id } = change
  if (action === 'deleted' && !KINDS_DELETED_IN_SPACES.includes(kind)) {
    return { type: 'library.updated', id: recipient.organizationId }
  }
  const subject = librarySubjectOf(change)
  if (subject === null || !canSee(subject)) return null
  if (KINDS_OF_SPACES.includes(kind)) return { type: `${kind}.updated`, id }
  const canSeeParent =
    KINDS_IN_SPACES.includes(kind) || canSee({ kind: 'collection', id: change.parent ?? '' })
  return {
    type: `${kind}.${action}`,
    id,
    ...versionOf(change),
    ...(canSeeParent ? parentOf(change) : {}),
  }
}

const versionOf = ({ version }: Change) => (version === undefined ? {} : { version })

const parentOf = ({ parent }: Change) => (parent === undefined ? {} : { parent })
