import { createHash } from 'node:crypto'
import type { Attributes } from './attributes.ts'
import type { GroupRow } from './group-queries.ts'
import type { UserRow } from './user-queries.ts'

export const USER_SCHEMA = 'urn:ietf:params:scim:schemas:core:2.0:User'
export const GROUP_SCHEMA = 'urn:ietf:params:scim:schemas:core:2.0:Group'

/** A resource with its ETag in `meta.version`. */
export type Resource = Attributes & {
  readonly id: string
  readonly meta: { readonly version: string; readonly location: string }
}

type Place = { readonly base: string; readonly organizationId: string }

/** The URL of a SCIM endpoint of an organization. */
export const locationOf = ({ base, organizationId }: Place, ...path: readonly string[]): string =>
  [`${base}/scim/v2/${organizationId}`, ...path].join('/')

/** What a PUT of a user can contain. */
export function userAttributes(row: UserRow): Attributes {
  return {
    schemas: [USER_SCHEMA],
    ...(row.externalId === null ? {} : { externalId: row.externalId }),
    userName: row.userName,
    name: {
      formatted: row.displayName,
      ...(row.givenName === null ? {} : { givenName: row.givenName }),
      ...(row.familyName === null ? {} : { familyName: row.familyName }),
    },
    displayName: row.displayName,
    emails: [{ value: row.email, type: 'work', primary: true }],
    active: !row.disabled,
  }
}

/** A member as a User (RFC 7643, 4.1). `groups` is read-only: members are added to groups (4.1.2). */
export const presentUser = (row: UserRow, at: Place): Resource =>
  withMeta({ ...userAttributes(row), ...groupsOf(row, at) }, row.userId, {
    resourceType: 'User',
    created: row.createdAt.toISOString(),
    lastModified: row.updatedAt.toISOString(),
    location: locationOf(at, 'Users', row.userId),
  })

const groupsOf = ({ groups }: UserRow, at: Place) =>
  groups.length === 0
    ? {}
    : {
        groups: groups.map(({ teamId, title }) => ({
          value: teamId,
          $ref: locationOf(at, 'Groups', teamId),
          display: title,
          type: 'direct',
        })),
      }

/** What a PUT of a group can contain. */
export function groupAttributes(row: GroupRow): Attributes {
  return {
    schemas: [GROUP_SCHEMA],
    ...(row.externalId === null ? {} : { externalId: row.externalId }),
    displayName: row.title,
    members: row.members.map(({ userId, displayName }) => ({ value: userId, display: displayName })),
  }
}

/** A team as a Group (RFC 7643, 4.2). */
export function presentGroup(row: GroupRow, at: Place): Resource {
  const members = row.members.map(({ userId, displayName }) => ({
    value: userId,
    $ref: locationOf(at, 'Users', userId),
    type: 'User',
    display: displayName,
  }))
  return withMeta({ ...groupAttributes(row), members }, row.teamId, {
    resourceType: 'Group',
    created: row.createdAt.toISOString(),
    lastModified: row.updatedAt.toISOString(),
    location: locationOf(at, 'Groups', row.teamId),
  })
}

type Meta = {
  readonly resourceType: 'User' | 'Group'
  readonly created: string
  readonly lastModified: string
  readonly location: string
}

/** The version is a weak ETag of the content (RFC 7644, 3.14). */
function withMeta(attributes: Attributes, id: string, meta: Meta): Resource {
  const hash = createHash('sha256')
    .update(JSON.stringify([id, attributes]))
    .digest('base64url')
  return { ...attributes, id, meta: { ...meta, version: `W/"${hash.slice(0, 22)}"` } }
}

const ALWAYS = ['schemas', 'id', 'meta']

/** Keeps the attributes a request asks for (RFC 7644, 3.9). Parts of attributes are not selected one by one. */
export function selectAttributes(
  resource: Resource,
  {
    attributes,
    excludedAttributes,
  }: { attributes?: string | undefined; excludedAttributes?: string | undefined },
): Attributes {
  const wanted = namesIn(attributes)
  const excluded = namesIn(excludedAttributes)
  return Object.fromEntries(
    Object.entries(resource).filter(([name]) => {
      if (ALWAYS.includes(name)) return true
      const key = name.toLowerCase()
      return (wanted.size === 0 || wanted.has(key)) && !excluded.has(key)
    }),
  )
}

const namesIn = (list: string | undefined): ReadonlySet<string> =>
  new Set(
    (list ?? '')
      .split(',')
      .map(
        (name) =>
          name
            .trim()
            .replace(/^urn:.*:/i, '')
            .split('.')[0]
            ?.toLowerCase() ?? '',
      )
      .filter((name) => name !== ''),
  )
