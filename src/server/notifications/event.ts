import type { FollowKind } from '#contract/follows.ts'
import type {
  NotificationObjectKind,
  NotificationOutcome,
  NotificationReason,
} from '#contract/notifications.ts'
import type { Role } from '#contract/shared/permissions.ts'
import type { Subject } from '../auth/member-access.ts'

/** Something that people can follow. */
export type FollowedObject = { readonly kind: FollowKind; readonly id: string }

/** Some of the people who are notified, and why. */
export type Audience = { readonly reason: NotificationReason } & (
  | { readonly users: readonly string[] }
  | { readonly teams: readonly string[] }
  | { readonly followersOf: readonly FollowedObject[] }
  /** Everyone who wrote in a thread, by the id of the comment that began it. */
  | { readonly participantsOf: string }
)

/** Who may see what an event is about. Without a space, collection or site: every member of the organization. */
export type EventAccess = (
  | { readonly space: string }
  | { readonly collection: string }
  | { readonly site: string }
  | Record<never, never>
) & {
  /** The weakest role that suffices: on the object, or in the organization. Anyone who sees it by default. */
  readonly role?: Role
}

/** Everyone who has access to a space, collection or site. */
export function accessTo({ kind, id }: Pick<Subject, 'kind' | 'id'>): EventAccess {
  if (kind === 'space') return { space: id }
  return kind === 'collection' ? { collection: id } : { site: id }
}

/** Something that happened, as the job that notifies people gets it. */
export type NotificationEvent = {
  readonly organizationId: string
  /** The same whenever the same event is recorded; each person is notified of it once. */
  readonly key: string
  /** Later events with the same key renew the notification instead of being the same event. */
  readonly renews?: boolean
  readonly about: {
    readonly kind: NotificationObjectKind
    readonly id: string
    /** Shown if the object has no title that can be read later; up to 255 characters. */
    readonly title?: string
  }
  readonly access: EventAccess
  /** Where it happened, as far as it is not what it is about. */
  readonly page?: string
  readonly changeRequest?: string
  readonly comment?: string
  readonly reply?: string
  /** Who caused it, who is not notified. Null for the service. */
  readonly actor: string | null
  /** Shown below the title unless there is a comment; up to 200 characters. */
  readonly detail?: string
  readonly outcome?: NotificationOutcome
  /** When it happened, RFC 3339. */
  readonly at: string
  readonly audience: readonly Audience[]
  /** People who are notified of it in another way. */
  readonly except?: readonly string[]
  /** What people can follow or mute to decide about it, the most specific first. */
  readonly scopes?: readonly FollowedObject[]
}
