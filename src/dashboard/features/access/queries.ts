import { queryOptions } from '@tanstack/react-query'
import { z } from 'zod'
import type { Collection } from '#contract/collections.ts'
import type { Role } from '#contract/shared/permissions.ts'
import { role } from '#contract/shared/values.ts'
import type { Site } from '#contract/sites.ts'
import type { Space } from '#contract/spaces.ts'
import { type AccessTarget, permissionParams, permissionRoutes } from '#dashboard/data/access.ts'
import { callApi, keyOf, q, qPages } from '#dashboard/data/api.ts'
import { labels } from '#dashboard/lib/labels.ts'
import type { Proposed } from './mutations.ts'

/** A default level as it is written. */
export type Level = Role | 'inherit' | null

/** What access is given to: a space, a collection or a site. */
export type Subject = AccessTarget & {
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
    title: title || labels.untitled,
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
  qPages(permissionRoutes(subject).listUsers, {
    params: permissionParams(subject),
    query: { limit: perPage },
  })

export const teamsQuery = (subject: Subject) =>
  qPages(permissionRoutes(subject).listTeams, {
    params: permissionParams(subject),
    query: { limit: perPage },
  })

/** Everybody with access that the filters of the address let through, with the role in force. */
export const everybodyQuery = (subject: Subject, { q: search, role }: AccessSearch) =>
  qPages(permissionRoutes(subject).aggregate, {
    params: permissionParams(subject),
    query: {
      limit: perPage,
      ...(search === undefined ? {} : { search }),
      ...(role === undefined ? {} : { role }),
    },
  })

export const explainQuery = (subject: Subject, userId: string) =>
  q(permissionRoutes(subject).explain, { params: { ...permissionParams(subject), userId } })

/** What the address of who has access says: the filters, and what is open. */
export const accessSearch = z.object({
  /** Part of a name or an e-mail address. */
  q: z.coerce.string().max(512).optional().catch(undefined),
  role: role.optional().catch(undefined),
  dialog: z.literal('add').optional().catch(undefined),
  /** Id of the person whose role is explained. */
  why: z.coerce.string().max(64).optional().catch(undefined),
})
export type AccessSearch = z.infer<typeof accessSearch>

/** Changes some of it; what is undefined leaves the address. */
export type OnSearch = (change: Partial<AccessSearch>, options?: { replace?: boolean }) => void

/** Who would gain and who would lose; asked anew each time, since it is what one decides by. */
export const previewQuery = (subject: Subject, body: Proposed) =>
  queryOptions({
    queryKey: [...keyOf(permissionRoutes(subject).preview, { id: subject.id, body }), subject.version],
    queryFn: ({ signal }) =>
      callApi(permissionRoutes(subject).preview, { params: permissionParams(subject), body }, { signal }),
    staleTime: 0,
    gcTime: 0,
  })
