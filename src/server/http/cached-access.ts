import type { Route } from '#contract/route.ts'
import type { Identity } from '../auth/callers.ts'
import { expectSignIn } from '../auth/expect-sign-in.ts'
import type { Access } from '../context.ts'
import type { Db } from '../db/client.ts'
import { sparseCache } from '../sparse-cache.ts'

/** A space or collection in a request's path. */
type Subject = { readonly kind: 'space' | 'collection'; readonly id: string }

/** What was known about a request before it was authorized. */
type KnownRequest = {
  readonly route: Route
  readonly subject: Subject
  readonly identity: Identity
  /** The organization of the stamp. */
  readonly organizationId: string
}

/**
 * The access to spaces and collections whose path does not name the organization. Which one an object belongs to is
 * remembered, so that the stamp of that organization is read along with the caller; the access is valid as long as the
 * stamp is the same, because it depends only on rows that the stamp covers. A transfer changes the stamps of both.
 */
export type CachedAccess = {
  /** The organization where an object was last seen. */
  readonly organizationOf: (subject: Subject) => string | undefined
  readonly get: (db: Db, known: KnownRequest) => Promise<Access | undefined>
  /** Remembers a success. Returns the stamp if the access belongs to its organization, else 0. */
  readonly set: (
    known: Omit<KnownRequest, 'organizationId'> & { organizationId?: string | undefined },
    access: Access,
  ) => number
}

/** The space or collection of a route without an organization in its path. */
export function subjectOf(
  route: Route,
  params: Readonly<Record<string, string | undefined>>,
): Subject | undefined {
  if (params.organizationId !== undefined) return undefined
  const [kind] = route.permission.split('.')
  if (kind === 'space' && params.spaceId !== undefined) return { kind, id: params.spaceId }
  if (kind === 'collection' && params.collectionId !== undefined) return { kind, id: params.collectionId }
  return undefined
}

export function newCachedAccess(): CachedAccess {
  const organizations = sparseCache<string, string>(20_000)
  const accesses = sparseCache<string, Access>(20_000)
  const keyOf = ({ route, subject, identity, organizationId }: KnownRequest): string =>
    [
      organizationId,
      identity.stamp,
      identity.caller.userId,
      route.permission,
      route.includesTrash ?? false,
      subject.id,
    ].join(' ')
  const nameOf = ({ kind, id }: Subject): string => `${kind} ${id}`
  return {
    organizationOf: (subject) => organizations.get(nameOf(subject)),
    async get(db, known) {
      const { stamp, membership, caller } = known.identity
      if (stamp === 0 || membership === undefined || membership.disabled) return undefined
      const access = accesses.get(keyOf(known))
      // How the caller signed in depends on the session, and the rules are read with the caller.
      if (access !== undefined) await expectSignIn(db, caller, membership.policy)
      return access
    },
    set({ organizationId, ...known }, access) {
      organizations.set(nameOf(known.subject), access.organizationId)
      if (organizationId !== access.organizationId) return 0
      if (known.identity.stamp > 0) accesses.set(keyOf({ ...known, organizationId }), access)
      return known.identity.stamp
    },
  }
}
