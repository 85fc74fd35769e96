import type { Collection } from '#contract/collections.ts'
import type { Role } from '#contract/shared/permissions.ts'
import type { Site } from '#contract/sites.ts'
import type { Space } from '#contract/spaces.ts'
import { q, qPages } from '../../lib/api.ts'
import { type Granted, paramsOf, permissionsOf } from '../../lib/granted.ts'
import { words } from '../../lib/words.ts'
import type { AccessSearch } from './access-search.ts'

/** A default level as it is written. */
export type Level = Role | 'inherit' | null

/** What access is given to: a space, a collection or a site. */
export type Subject = Granted & {
  readonly title: string
  /** Collection that holds it. */
  readonly parent: string | undefined
  /** The level of its own, or that it takes the one above. */
  readonly level: Level
  /** The level in force, and where it comes from. */
  readonly effective: Role | null
  readonly from: Space['defaultLevelFrom']
  readonly mayManage: boolean
  readonly version: number
}

export function subjectOf(thing: Space | Collection): Subject {
  const { id, title, organization, parent, defaultLevel, defaultLevelFrom: from, version } = thing
  return {
    kind: thing.object,
    id,
    title: title || words.untitled,
    organizationId: organization,
    parent,
    level: from?.id === id ? defaultLevel : 'inherit',
    effective: defaultLevel,
    from,
    mayManage: thing.permissions.admin,
    version,
  }
}

/** A site has no level of its own; what the organization gives on it is not set there. */
export const siteSubject = (organizationId: string, { id, title, permissions, version }: Site): Subject => ({
  kind: 'site',
  id,
  title,
  organizationId,
  parent: undefined,
  level: 'inherit',
  effective: null,
  from: undefined,
  mayManage: permissions.admin,
  version,
})

const perPage = 100

export const usersQuery = (subject: Subject) =>
  qPages(permissionsOf(subject).listUsers, { params: paramsOf(subject), query: { limit: perPage } })

export const teamsQuery = (subject: Subject) =>
  qPages(permissionsOf(subject).listTeams, { params: paramsOf(subject), query: { limit: perPage } })

/** Everybody with access that the filters of the address let through, with the role in force. */
export const everybodyQuery = (subject: Subject, { q: search, role }: AccessSearch) =>
  qPages(permissionsOf(subject).aggregate, {
    params: paramsOf(subject),
    query: {
      limit: perPage,
      ...(search === undefined ? {} : { search }),
      ...(role === undefined ? {} : { role }),
    },
  })

export const explainQuery = (subject: Subject, userId: string) =>
  q(permissionsOf(subject).explain, { params: { ...paramsOf(subject), userId } })
