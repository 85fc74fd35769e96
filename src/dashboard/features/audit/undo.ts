import { api } from '#contract/api.ts'
import type { AuditEventDetail } from '#contract/audit-events.ts'
import type { Input, Route } from '#contract/route.ts'
import type { Role } from '#contract/shared/permissions.ts'
import { isSame } from '../../components/merge-fields.ts'
import { accessTargetKind, pathParams, permissionRoutes } from '../../data/access.ts'
import { mergeRulesRoutes, type RulesTarget } from '../../data/merge-rules.ts'
import { pluralize } from '../../lib/labels.ts'
import { fieldLabel } from './labels.ts'
import { neverUndoneReason } from './never-undone.ts'

export type Side = Readonly<Record<string, unknown>>

/** The current state of an event’s target, with the field names of the log. null if the target no longer exists. */
export type CurrentState = { readonly fields: Side; readonly version?: number | undefined } | null

/** One API call of an undo. */
export type Call = { readonly route: Route; readonly input: object; readonly ifMatch?: number }

export type Undo =
  | { readonly can: true; readonly calls: readonly Call[] }
  | { readonly can: false; readonly why: string }

type Event = Pick<AuditEventDetail, 'action' | 'target' | 'payload'>
type UndoInput = {
  readonly organizationId: string
  readonly id: string
  readonly before: Side
  readonly after: Side
  readonly version: number | undefined
  readonly now: Side
}
type Rule = (input: UndoInput) => Undo

/**
 * The calls that undo an event, or why it cannot be undone. Pure: depends only on the event and the current state. An
 * event can be undone only while the values it wrote are unchanged, so that no later change is lost.
 */
export function planUndo(organizationId: string, event: Event, currentState: CurrentState): Undo {
  const rule = setsMergeRules(event.payload) ? restoreMergeRules(event.target.type) : rules[event.action]
  if (rule === undefined) return cannotUndo(neverUndoneReason(event.action))
  if (currentState === null) return cannotUndo('It no longer exists.')
  const { before = {}, after = {} } = event.payload
  const { fields: now, version } = currentState
  return rule({ organizationId, id: event.target.id, before, after, now, version })
}

const cannotUndo = (why: string): Undo => ({ can: false, why })
const undoWith = (...calls: readonly Call[]): Undo => ({ can: true, calls })

const call = <R extends Route>(route: R, input: Input<R>, ifMatch?: number): Call => ({
  route,
  input,
  ...(ifMatch === undefined ? {} : { ifMatch }),
})

/** The first field that was changed again since the event. */
function changedField({ before, after, now }: UndoInput): string | undefined {
  return Object.keys(before).find((name) => !isSame(after[name], now[name]))
}

/** Writes the previous values back, unless one of the fields was changed again since. */
const restoreFields =
  (write: (input: UndoInput) => Call): Rule =>
  (input) => {
    const name = changedField(input)
    return name === undefined
      ? undoWith(write(input))
      : cannotUndo(`“${fieldLabel(name)}” has changed since.`)
  }

/** The log uses the field names of the API, so the logged values are the body of a PATCH. */
const bodyFrom = <R extends Route>(
  side: Side,
): NonNullable<Input<R> extends { body?: infer B } ? B : never> => side as never

const moveBack =
  (move: (input: UndoInput, body: NonNullable<Input<typeof api.spaces.move>['body']>) => Call): Rule =>
  (input) => {
    if (!isSame(input.after.parent, input.now.parent)) return cannotUndo('It has been moved since.')
    return undoWith(move(input, bodyFrom<typeof api.spaces.move>(input.before)))
  }

type Roles = readonly (readonly [string, Role | null])[]

/** The grants to users or teams in one side of an event. */
export function grantsIn(side: Side): { to: 'user' | 'team'; roles: Roles } {
  const { users, teams, user, role } = side
  if (typeof user === 'string') return { to: 'user', roles: [[user, (role ?? null) as Role | null]] }
  const namedGrants = (users ?? teams ?? {}) as Readonly<Record<string, Role | null>>
  return { to: teams === undefined ? 'user' : 'team', roles: Object.entries(namedGrants) }
}

/** The values of custom fields in one side of an event, by name. */
export function valuesIn({ values }: Side): Side {
  const entries = Object.entries((values ?? {}) as Readonly<Record<string, { value: unknown }>>)
  return Object.fromEntries(entries.map(([name, { value }]) => [name, value]))
}

/** Restores previous roles and removes grants that did not exist before. `now` maps ids to current roles. */
const restoreGrants: Rule = ({ organizationId, id, before, after, now }) => {
  const { to, roles } = grantsIn(after)
  const changed = roles.filter(([grantee, role]) => !isSame(role, now[grantee]))
  if (changed.length > 0) {
    const changedLabel = pluralize(changed.length, 'role')
    return cannotUndo(
      `${changed.length === 1 ? 'The role has' : `${changedLabel} of these have`} changed since.`,
    )
  }
  const previous = new Map(grantsIn(before).roles)
  const on = { kind: accessTargetKind(now.kind), id, organizationId }
  const [permissions, params] = [permissionRoutes(on), pathParams(on)]
  const withoutPrevious = roles.filter(([grantee]) => (previous.get(grantee) ?? null) === null)
  const input = Map.groupBy(
    roles.filter(([grantee]) => (previous.get(grantee) ?? null) !== null),
    ([grantee]) => previous.get(grantee),
  )
  const removal = to === 'user' ? permissions.removeUser : permissions.removeTeam
  return undoWith(
    ...[...input].map(([role, list]) => ({
      route: permissions.grant,
      input: { params, body: { role, [`${to}s`]: list.map(([grantee]) => grantee) } },
    })),
    ...withoutPrevious.map(([grantee]) => ({
      route: removal,
      input: { params: { ...params, [`${to}Id`]: grantee } },
    })),
  )
}

/** Restores the members of a team and their roles; `before` and `now` map users to roles. */
const restoreTeamMembers: Rule = ({ organizationId, id, before, after, now }) => {
  const changedUsers = Object.keys(after).filter((user) => !isSame(after[user], now[user]))
  if (changedUsers.length > 0)
    return cannotUndo(
      `${pluralize(changedUsers.length, 'membership')} of these ${changedUsers.length === 1 ? 'has' : 'have'} changed since.`,
    )
  const addedUsers = Object.keys(before).filter((user) => before[user] === null)
  const previousUsers = Object.keys(before).filter((user) => before[user] !== null)
  const memberships = Object.fromEntries(previousUsers.map((user) => [user, { role: before[user] }]))
  return undoWith({
    route: api.teamMembers.updateAll,
    input: {
      params: { organizationId, teamId: id },
      body: {
        ...(addedUsers.length > 0 ? { remove: addedUsers } : {}),
        ...(previousUsers.length > 0 ? { add: previousUsers, memberships } : {}),
      },
    },
  })
}

/** Merge rules are logged as an update of what they are set for. */
export const setsMergeRules = ({ after }: Event['payload']): boolean => after?.mergeRules !== undefined

/** What the merge rules of an event are set for. */
export const rulesTargetOf = (
  organizationId: string,
  { type, id }: Pick<Event['target'], 'type' | 'id'>,
): RulesTarget => ({
  type: type === 'space' || type === 'collection' ? type : 'organization',
  id,
  organizationId,
})

const restoreMergeRules = (type: Event['target']['type']): Rule =>
  restoreFields(({ organizationId, id, before, version }) => {
    const { type: kind } = rulesTargetOf(organizationId, { type, id })
    return {
      route: mergeRulesRoutes({ type: kind }).set,
      input: { params: { [`${kind}Id`]: id }, body: { rules: before.mergeRules } },
      ...(version === undefined ? {} : { ifMatch: version }),
    }
  })

const restoreMember = restoreFields(({ organizationId, id, before, version }) =>
  call(
    api.members.update,
    { params: { organizationId, userId: id }, body: bodyFrom<typeof api.members.update>(before) },
    version,
  ),
)

const rules: Partial<Record<Event['action'], Rule>> = {
  'organization.update': restoreFields(({ id, before, version }) =>
    call(
      api.organizations.update,
      { params: { organizationId: id }, body: bodyFrom<typeof api.organizations.update>(before) },
      version,
    ),
  ),
  'space.update': restoreFields(({ id, before, version }) =>
    call(
      api.spaces.update,
      { params: { spaceId: id }, body: bodyFrom<typeof api.spaces.update>(before) },
      version,
    ),
  ),
  'collection.update': restoreFields(({ id, before, version }) =>
    call(
      api.collections.update,
      { params: { collectionId: id }, body: bodyFrom<typeof api.collections.update>(before) },
      version,
    ),
  ),
  'site.update': restoreFields(({ organizationId, id, before, version }) =>
    call(
      api.sites.update,
      { params: { organizationId, siteId: id }, body: bodyFrom<typeof api.sites.update>(before) },
      version,
    ),
  ),
  'custom-field.update': restoreFields(({ organizationId, before, version, now }) =>
    call(
      api.customFields.update,
      {
        params: { organizationId, fieldName: String(now.name) },
        body: bodyFrom<typeof api.customFields.update>(withoutNulls(before)),
      },
      version,
    ),
  ),
  'space.fields': ({ id, before, after, now }) => {
    const previous = valuesIn(before)
    const name = Object.keys(valuesIn(after)).find((one) => !isSame(valuesIn(after)[one], now[one]))
    if (name !== undefined) return cannotUndo(`“${name}” has changed since.`)
    const values = Object.fromEntries(Object.entries(previous).map(([field, value]) => [field, { value }]))
    return undoWith({
      route: api.customFields.updateOfSpace,
      input: { params: { spaceId: id }, body: { values } },
    })
  },
  'space.move': moveBack(({ id, version }, body) =>
    call(api.spaces.move, { params: { spaceId: id }, body }, version),
  ),
  'collection.move': moveBack(({ id, version }, body) =>
    call(api.collections.move, { params: { collectionId: id }, body }, version),
  ),
  'space.delete': ({ id, now }) =>
    now.deletedAt === null
      ? cannotUndo('It has already been restored.')
      : undoWith(call(api.spaces.restore, { params: { spaceId: id } })),
  'space.restore': ({ id, now, version }) =>
    now.deletedAt === null
      ? undoWith(call(api.spaces.delete, { params: { spaceId: id } }, version))
      : cannotUndo('It’s already in the trash.'),
  'site.publish': ({ organizationId, id, now }) =>
    now.published === true
      ? undoWith(call(api.sites.unpublish, { params: { organizationId, siteId: id } }))
      : cannotUndo('It’s no longer published.'),
  'site.unpublish': ({ organizationId, id, now }) =>
    now.published === true
      ? cannotUndo('It’s already published again.')
      : undoWith(call(api.sites.publish, { params: { organizationId, siteId: id } })),
  'member.update': restoreMember,
  'member.suspend': restoreMember,
  'member.reinstate': restoreMember,
  'team.update': restoreFields(({ organizationId, id, before, version }) =>
    call(
      api.teams.update,
      { params: { organizationId, teamId: id }, body: bodyFrom<typeof api.teams.update>(before) },
      version,
    ),
  ),
  'team.members': restoreTeamMembers,
  'invite.update': restoreFields(({ organizationId, id, before }) => {
    const { role, level } = before
    const body = role === undefined ? { level: level as Role } : { role: role as Role }
    return call(api.organizationInvites.update, { params: { organizationId, inviteId: id }, body })
  }),
  'access.grant': restoreGrants,
  'access.update': restoreGrants,
  'access.remove': restoreGrants,
}

/** Custom fields use an empty string where other resources use null. */
const withoutNulls = (side: Side): Side =>
  Object.fromEntries(Object.entries(side).map(([name, value]) => [name, value ?? '']))
