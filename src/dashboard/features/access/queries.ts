import { queryOptions } from '@tanstack/react-query'
import type { api } from '#contract/api.ts'
import type { Collection } from '#contract/collections.ts'
import type { Input } from '#contract/route.ts'
import type { Role } from '#contract/shared/permissions.ts'
import type { Site } from '#contract/sites.ts'
import type { Space } from '#contract/spaces.ts'
import { type AccessTarget, permissionParams, permissionRoutes } from '../../data/access.ts'
import { callApi, keyOf, q, qPages } from '../../data/api.ts'
import { labels } from '../../lib/labels.ts'
import type { AccessSearch } from './search-params.ts'

/** A default access level as it is stored. */
export type Level = Role | 'inherit' | null

/** What access is granted to: a space, a collection or a site. */
export type Resource = AccessTarget & {
  readonly title: string
  /** Id of the parent collection. */
  readonly parent: string | undefined
  /** The level set here, or `inherit`. */
  readonly level: Level
  /** The effective level; `from` is what sets it. */
  readonly effective: Role | null
  readonly from: Space['defaultLevelFrom']
  readonly canManage: boolean
  readonly version: number
}

export function resourceOf(entity: Space | Collection): Resource {
  const { id, title, organization, parent, defaultLevel, defaultLevelFrom: from, version } = entity
  return {
    kind: entity.object,
    id,
    title: title || labels.untitled,
    organizationId: organization,
    parent,
    level: from?.id === id ? defaultLevel : 'inherit',
    effective: defaultLevel,
    from,
    canManage: entity.permissions.admin,
    version,
  }
}

/** Sites have no default level: the role in the organization decides. */
export const siteResource = (
  organizationId: string,
  { id, title, permissions, version }: Site,
): Resource => ({
  kind: 'site',
  id,
  title,
  organizationId,
  parent: undefined,
  level: 'inherit',
  effective: null,
  from: undefined,
  canManage: permissions.admin,
  version,
})

const perPage = 100

export const usersQuery = (resource: Resource) =>
  qPages(permissionRoutes(resource).listUsers, {
    params: permissionParams(resource),
    query: { limit: perPage },
  })

export const teamsQuery = (resource: Resource) =>
  qPages(permissionRoutes(resource).listTeams, {
    params: permissionParams(resource),
    query: { limit: perPage },
  })

/** People with access who match the filters, with their effective roles. */
export const peopleWithAccessQuery = (resource: Resource, { q: search, role }: AccessSearch) =>
  qPages(permissionRoutes(resource).aggregate, {
    params: permissionParams(resource),
    query: {
      limit: perPage,
      ...(search === undefined ? {} : { search }),
      ...(role === undefined ? {} : { role }),
    },
  })

export const explainQuery = (resource: Resource, userId: string) =>
  q(permissionRoutes(resource).explain, { params: { ...permissionParams(resource), userId } })

/** Changes some search params; undefined removes a param. */
export type OnSearch = (change: Partial<AccessSearch>, options?: { replace?: boolean }) => void

export type PreviewBody = NonNullable<Input<typeof api.spacePermissions.preview>['body']>

/** Who would gain or lose access. Never cached, because people decide by it. */
export const previewQuery = (resource: Resource, body: PreviewBody) =>
  queryOptions({
    queryKey: [...keyOf(permissionRoutes(resource).preview, { id: resource.id, body }), resource.version],
    queryFn: ({ signal }) =>
      callApi(permissionRoutes(resource).preview, { params: permissionParams(resource), body }, { signal }),
    staleTime: 0,
    gcTime: 0,
  })

export type Grantee = {
  readonly id: string
  readonly name: string
  /** The previous role; null if there was none. */
  readonly before: Role | null
}

/** An access change that is not saved until its impact was shown. */
export type Change =
  | { readonly kind: 'level'; readonly level: Level; readonly before: Level }
  | {
      readonly kind: 'roles'
      readonly to: 'user' | 'team'
      readonly grantees: readonly Grantee[]
      /** null removes the grant. */
      readonly role: Role | null
    }

/** The change as the body of a preview request. */
export function previewBody(change: Change): PreviewBody {
  if (change.kind === 'level') return { defaultLevel: change.level }
  const roles = Object.fromEntries(change.grantees.map(({ id }) => [id, change.role]))
  return change.to === 'user' ? { users: roles } : { teams: roles }
}

/** The changes that undo a change, one per previous role. */
export function undoChanges(change: Change): readonly Change[] {
  if (change.kind === 'level') return [{ kind: 'level', level: change.before, before: change.level }]
  const roles = [...new Set(change.grantees.map(({ before }) => before))]
  return roles.map((role) => ({
    ...change,
    role,
    grantees: change.grantees
      .filter(({ before }) => before === role)
      .map((grantee) => ({ ...grantee, before: change.role })),
  }))
}
