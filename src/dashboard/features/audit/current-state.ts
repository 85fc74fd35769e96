import { api } from '#contract/api.ts'
import type { AuditEventDetail } from '#contract/audit-events.ts'
import type { Collection } from '#contract/collections.ts'
import type { Space } from '#contract/spaces.ts'
import {
  type AccessTarget,
  accessTargetKind,
  permissionParams,
  permissionRoutes,
} from '#dashboard/data/access.ts'
import { callApi, isApiError } from '#dashboard/data/api.ts'
import { grantsIn, type Present, type Side, valuesIn } from './undo.ts'

type Event = Pick<AuditEventDetail, 'action' | 'target' | 'payload'>
type Read = (organizationId: string, event: Event) => Promise<NonNullable<Present>>

const most = { limit: 1000 }
/** What a space without an emoji of its own answers. */
const noEmoji = '1f4d8'

/** Reads what an event was about as it is now, in the names the log has; null when it is gone. */
export async function presentOf(organizationId: string, event: Event): Promise<Present> {
  const read = event.action.startsWith('access.') ? readGrants : readers[event.target.type]
  if (read === undefined) return { members: {} }
  try {
    return await read(organizationId, event)
  } catch (error) {
    if (isApiError(error, 404)) return null
    throw error
  }
}

const readers: Partial<Record<Event['target']['type'], Read>> = {
  async organization(organizationId) {
    const now = await callApi(api.organizations.get, { params: { organizationId } })
    const { title, emailDomains, hostname = null, defaultRole = null, defaultContent = null } = now
    const { sso = false, ai = false, inviteLinks, version } = now
    const logo = now.urls.logo ?? null
    return {
      members: { title, emailDomains, hostname, defaultRole, defaultContent, sso, ai, inviteLinks, logo },
      version,
    }
  },
  async space(_organizationId, { action, target, payload }) {
    const params = { spaceId: target.id }
    if (action === 'space.fields')
      return { members: await valuesOf(target.id, valuesIn(payload.after ?? {})) }
    return spaceNow(await callApi(api.spaces.get, { params }), payload.after ?? {})
  },
  async collection(_organizationId, { target }) {
    const now = await callApi(api.collections.get, { params: { collectionId: target.id } })
    const { title, description = '', parent = null, version } = now
    return { members: { title, description, parent, defaultLevel: ownLevel(now) }, version }
  },
  async site(organizationId, { target }) {
    const now = await callApi(api.sites.get, { params: { organizationId, siteId: target.id } })
    const { proxy, ...rest } = now
    return { members: { ...rest, proxy: proxy ? proxy.origin + proxy.target : null }, version: now.version }
  },
  async member(organizationId, { target }) {
    const now = await callApi(api.members.get, { params: { organizationId, userId: target.id } })
    return { members: { role: now.role, disabled: now.disabled }, version: now.version }
  },
  async team(organizationId, { action, target, payload }) {
    const params = { organizationId, teamId: target.id }
    if (action === 'team.members') return { members: await rolesIn(params, Object.keys(payload.after ?? {})) }
    const { title, version } = await callApi(api.teams.get, { params })
    return { members: { title }, version }
  },
  async invite(organizationId, { target }) {
    const now = await callApi(api.organizationInvites.get, {
      params: { organizationId, inviteId: target.id },
    })
    if ('role' in now) return { members: { role: now.role } }
    const subject = 'space' in now ? { space: now.space.id } : { collection: now.collection.id }
    return { members: { level: now.level, ...subject } }
  },
  async 'custom-field'(organizationId, { target }) {
    const { items } = await callApi(api.customFields.list, { params: { organizationId }, query: most })
    const now = items.find(({ id, name }) => id === target.id || name === target.id)
    if (!now) {
      // Also tells whether it is gone or the list is too long to have it.
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
}: Field): NonNullable<Present> => ({
  members: {
    name,
    title: title ?? null,
    description: description ?? null,
    placeholder: placeholder ?? null,
    options: options ?? null,
  },
  version,
})

/** The level that was given to the thing itself, as a PATCH would write it. */
const ownLevel = ({ id, defaultLevel, defaultLevelFrom }: Space | Collection) =>
  defaultLevelFrom?.id === id ? defaultLevel : 'inherit'

function spaceNow(space: Space, after: Side): NonNullable<Present> {
  const { title, editMode, parent = null, deletedAt = null, version } = space
  // Nobody can tell from outside whether the default emoji was chosen or is there for want of one.
  const emoji = space.emoji === noEmoji ? (after.emoji ?? null) : space.emoji
  const icon = space.urls.icon ?? null
  return {
    members: { title, emoji, icon, editMode, defaultLevel: ownLevel(space), parent, deletedAt },
    version,
  }
}

async function valuesOf(spaceId: string, names: Side): Promise<Side> {
  const entries = await callApi(api.customFields.listOfSpace, { params: { spaceId } })
  const found = new Map(entries.map(({ customField, value }) => [customField.name, value]))
  return Object.fromEntries(Object.keys(names).map((name) => [name, found.get(name) ?? null]))
}

/** Roles in a team of those that an event was about; null for who is not in it. */
async function rolesIn(
  params: { organizationId: string; teamId: string },
  users: readonly string[],
): Promise<Side> {
  const wanted = new Set(users)
  const roles: Record<string, unknown> = Object.fromEntries(users.map((user) => [user, null]))
  let page: string | undefined
  do {
    const query = { ...most, ...(page === undefined ? {} : { page }) }
    const list = await callApi(api.teamMembers.list, { params, query })
    for (const { organization, team } of list.items)
      if (wanted.has(organization.id)) roles[organization.id] = team.role
    page = list.next?.page
  } while (page !== undefined)
  return roles
}

/** The present grants of those that an event was about, by their id, and what they are on. */
async function readGrants(organizationId: string, { target, payload }: Event): Promise<NonNullable<Present>> {
  const kind = accessTargetKind(target.type)
  const { to, roles } = grantsIn(payload.after ?? {})
  const now: Record<string, unknown> = { kind, ...Object.fromEntries(roles.map(([id]) => [id, null])) }
  let page: string | undefined
  do {
    const query = { ...most, ...(page === undefined ? {} : { page }) }
    const list = await listGrants({ kind, id: target.id, organizationId }, to, query)
    for (const [id, role] of list.items) if (id in now) now[id] = role
    page = list.next?.page
  } while (page !== undefined)
  return { members: now }
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
