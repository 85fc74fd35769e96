import { queryOptions } from '@tanstack/react-query'
import { api } from '#contract/api.ts'
import {
  type AuditAction,
  type AuditEventDetail,
  type AuditTarget,
  auditActions,
  auditTargets,
} from '#contract/audit-events.ts'
import type { Collection } from '#contract/collections.ts'
import type { Space } from '#contract/spaces.ts'
import { type AccessTarget, accessTargetKind, permissionParams, permissionRoutes } from '../../data/access.ts'
import { callApi, isApiError, keyOf, q, qPages } from '../../data/api.ts'
import { mergeRulesParams, mergeRulesRoutes } from '../../data/merge-rules.ts'
import { endOfDay, startOfDay } from '../../lib/labels.ts'
import { oneOf } from '../../lib/search-params.ts'
import type { AuditParams } from './search-params.ts'
import { type CurrentState, grantsIn, rulesTargetOf, type Side, setsMergeRules, valuesIn } from './undo.ts'

const perPage = 100

/** Search params of the audit log. */
export type AuditSearch = Omit<AuditParams, 'action' | 'type'> & {
  action?: AuditAction | undefined
  type?: AuditTarget | undefined
}

/** The params without an action or a type that the log does not know. */
export const knownFilters = ({ action, type, ...params }: AuditParams): AuditSearch => ({
  ...params,
  action: action !== undefined && action in auditActions ? (action as AuditAction) : undefined,
  type: oneOf(...auditTargets)(type),
})

/** The events that match the filters. Days begin and end in local time. */
export const eventsQuery = (organizationId: string, search: AuditSearch) => ({
  ...pagesQuery(organizationId, search),
  // Every change adds an event, so a cached list is always outdated.
  staleTime: 0,
})

const pagesQuery = (organizationId: string, { who, action, type, from, to }: AuditSearch) =>
  qPages(api.auditEvents.list, {
    params: { organizationId },
    query: {
      limit: perPage,
      ...(who === undefined ? {} : { actor: who }),
      ...(action === undefined ? {} : { action }),
      ...(type === undefined ? {} : { targetType: type }),
      ...(from === undefined ? {} : { from: startOfDay(from) }),
      ...(to === undefined ? {} : { to: endOfDay(to) }),
    },
  })

export const eventQuery = (organizationId: string, auditEventId: string) =>
  q(api.auditEvents.get, { params: { organizationId, auditEventId } })

/** The current state of an event’s target. Never cached, because undo depends on it. */
export const currentStateQuery = (organizationId: string, event: AuditEventDetail) =>
  queryOptions({
    queryKey: [...keyOf(api.auditEvents.get, { organizationId, event: event.id }), 'present'],
    queryFn: () => readCurrentState(organizationId, event),
    staleTime: 0,
  })

/** Changes some search params; undefined removes a param. */
export type OnSearch = (change: Partial<AuditSearch>, options?: { replace?: boolean }) => void

export const noFilter: Omit<AuditSearch, 'event'> = {
  who: undefined,
  action: undefined,
  type: undefined,
  from: undefined,
  to: undefined,
}

export const isFiltered = ({ who, action, type, from, to }: AuditSearch): boolean =>
  [who, action, type, from, to].some((one) => one !== undefined)

type Event = Pick<AuditEventDetail, 'action' | 'target' | 'payload'>
type Read = (organizationId: string, event: Event) => Promise<NonNullable<CurrentState>>

const READ_ALL = { limit: 1000 }
/** The emoji of spaces that have none. */
const DEFAULT_EMOJI = '1f4d8'

/** Reads the current state of an event’s target with the field names of the log. null if the target no longer exists. */
async function readCurrentState(organizationId: string, event: Event): Promise<CurrentState> {
  const read = readerOf(event)
  if (read === undefined) return { fields: {} }
  try {
    return await read(organizationId, event)
  } catch (error) {
    if (isApiError(error, 404)) return null
    throw error
  }
}

function readerOf({ action, target, payload }: Event): Read | undefined {
  if (action.startsWith('access.')) return readGrants
  return setsMergeRules(payload) ? readMergeRules : readers[target.type]
}

const readMergeRules: Read = async (organizationId, { target }) => {
  const of = rulesTargetOf(organizationId, target)
  const params = mergeRulesParams(of)
  const { rules, version } = await callApi(mergeRulesRoutes(of).get, { params })
  return { fields: { mergeRules: rules }, version }
}

const readers: Partial<Record<Event['target']['type'], Read>> = {
  async organization(organizationId) {
    const now = await callApi(api.organizations.get, { params: { organizationId } })
    const { title, emailDomains, hostname = null, defaultRole = null, defaultContent = null } = now
    const { sso = false, secondFactor = 'optional', ai = false, inviteLinks, version } = now
    const logo = now.urls.logo ?? null
    return {
      fields: {
        title,
        emailDomains,
        hostname,
        defaultRole,
        defaultContent,
        sso,
        secondFactor,
        ai,
        inviteLinks,
        logo,
      },
      version,
    }
  },
  async space(_organizationId, { action, target, payload }) {
    const params = { spaceId: target.id }
    if (action === 'space.fields') return { fields: await valuesOf(target.id, valuesIn(payload.after ?? {})) }
    return spaceNow(await callApi(api.spaces.get, { params }), payload.after ?? {})
  },
  async collection(_organizationId, { target }) {
    const now = await callApi(api.collections.get, { params: { collectionId: target.id } })
    const { title, description = '', parent = null, version } = now
    return { fields: { title, description, parent, defaultLevel: ownLevel(now) }, version }
  },
  async site(organizationId, { target }) {
    const now = await callApi(api.sites.get, { params: { organizationId, siteId: target.id } })
    const { proxy, ...rest } = now
    return { fields: { ...rest, proxy: proxy ? proxy.origin + proxy.target : null }, version: now.version }
  },
  async member(organizationId, { target }) {
    const now = await callApi(api.members.get, { params: { organizationId, userId: target.id } })
    return { fields: { role: now.role, disabled: now.disabled }, version: now.version }
  },
  async team(organizationId, { action, target, payload }) {
    const params = { organizationId, teamId: target.id }
    if (action === 'team.members') return { fields: await rolesIn(params, Object.keys(payload.after ?? {})) }
    const { title, version } = await callApi(api.teams.get, { params })
    return { fields: { title }, version }
  },
  async invite(organizationId, { target }) {
    const now = await callApi(api.organizationInvites.get, {
      params: { organizationId, inviteId: target.id },
    })
    if ('role' in now) return { fields: { role: now.role } }
    const subject = 'space' in now ? { space: now.space.id } : { collection: now.collection.id }
    return { fields: { level: now.level, ...subject } }
  },
  async 'custom-field'(organizationId, { target }) {
    const { items } = await callApi(api.customFields.list, { params: { organizationId }, query: READ_ALL })
    const now = items.find(({ id, name }) => id === target.id || name === target.id)
    if (!now) {
      // An incomplete list cannot tell whether the target is gone.
      const params = { organizationId, fieldName: target.label ?? target.id }
      return fieldNow(await callApi(api.customFields.get, { params }))
    }
    return fieldNow(now)
  },
}

type Field = Awaited<ReturnType<typeof callApi<typeof api.customFields.get>>>

const fieldNow = ({
  name,
  title,
  description,
  placeholder,
  options,
  version,
}: Field): NonNullable<CurrentState> => ({
  fields: {
    name,
    title: title ?? null,
    description: description ?? null,
    placeholder: placeholder ?? null,
    options: options ?? null,
  },
  version,
})

/** The level set on the entity itself, as a PATCH would send it. */
const ownLevel = ({ id, defaultLevel, defaultLevelFrom }: Space | Collection) =>
  defaultLevelFrom?.id === id ? defaultLevel : 'inherit'

function spaceNow(space: Space, after: Side): NonNullable<CurrentState> {
  const { title, editMode, parent = null, deletedAt = null, version } = space
  // The API does not tell whether the default emoji was chosen or is a fallback.
  const emoji = space.emoji === DEFAULT_EMOJI ? (after.emoji ?? null) : space.emoji
  const icon = space.urls.icon ?? null
  return {
    fields: { title, emoji, icon, editMode, defaultLevel: ownLevel(space), parent, deletedAt },
    version,
  }
}

async function valuesOf(spaceId: string, names: Side): Promise<Side> {
  const entries = await callApi(api.customFields.listOfSpace, { params: { spaceId } })
  const valuesByName = new Map(entries.map(({ customField, value }) => [customField.name, value]))
  return Object.fromEntries(Object.keys(names).map((name) => [name, valuesByName.get(name) ?? null]))
}

/** Team roles of the users an event names; null for users who are not in the team. */
async function rolesIn(
  params: { organizationId: string; teamId: string },
  users: readonly string[],
): Promise<Side> {
  const userIds = new Set(users)
  const roles: Record<string, unknown> = Object.fromEntries(users.map((user) => [user, null]))
  let page: string | undefined
  do {
    const query = { ...READ_ALL, ...(page === undefined ? {} : { page }) }
    const list = await callApi(api.teamMembers.list, { params, query })
    for (const { organization, team } of list.items)
      if (userIds.has(organization.id)) roles[organization.id] = team.role
    page = list.next?.page
  } while (page !== undefined)
  return roles
}

/** Current grants of the users and teams an event names, by id, and the kind of resource they are on. */
async function readGrants(
  organizationId: string,
  { target, payload }: Event,
): Promise<NonNullable<CurrentState>> {
  const kind = accessTargetKind(target.type)
  const { to, roles } = grantsIn(payload.after ?? {})
  const now: Record<string, unknown> = { kind, ...Object.fromEntries(roles.map(([id]) => [id, null])) }
  let page: string | undefined
  do {
    const query = { ...READ_ALL, ...(page === undefined ? {} : { page }) }
    const list = await listGrants({ kind, id: target.id, organizationId }, to, query)
    for (const [id, role] of list.items) if (id in now) now[id] = role
    page = list.next?.page
  } while (page !== undefined)
  return { fields: now }
}

type Query = { limit: number; page?: string }

async function listGrants(on: AccessTarget, to: 'user' | 'team', query: Query) {
  const [routes, params] = [permissionRoutes(on), permissionParams(on)]
  if (to === 'user') {
    const list = await callApi(routes.listUsers, { params, query })
    return {
      next: list.next,
      items: list.items.map(({ user, permission }) => [user.id, permission] as const),
    }
  }
  const list = await callApi(routes.listTeams, { params, query })
  return { next: list.next, items: list.items.map(({ team, permission }) => [team.id, permission] as const) }
}
