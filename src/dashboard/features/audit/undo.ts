import { api } from '#contract/api.ts'
import type { AuditEventDetail } from '#contract/audit-events.ts'
import type { Input, Route } from '#contract/route.ts'
import type { Role } from '#contract/shared/permissions.ts'
import { isSame } from '#dashboard/components/merge-fields.ts'
import { accessTargetKind, pathParams, permissionRoutes } from '#dashboard/data/access.ts'
import { pluralize } from '#dashboard/lib/labels.ts'
import { memberName } from './labels.ts'

export type Side = Readonly<Record<string, unknown>>

/** What an event was about, as it is now: the members the log knows of, by the same names; null when it is gone. */
export type Present = { readonly members: Side; readonly version?: number | undefined } | null

/** One call of those that take an act back. */
export type Call = { readonly route: Route; readonly input: object; readonly ifMatch?: number }

export type Undo =
  | { readonly can: true; readonly calls: readonly Call[] }
  | { readonly can: false; readonly why: string }

type Event = Pick<AuditEventDetail, 'action' | 'target' | 'payload'>
type Given = {
  readonly organizationId: string
  readonly id: string
  readonly before: Side
  readonly after: Side
  readonly version: number | undefined
  readonly now: Side
}
type Rule = (given: Given) => Undo

/**
 * What would take an act back, or why nothing can any more. Pure: the event and how things stand now decide. An act
 * is taken back only while what it wrote still stands, so that nobody's later change is lost.
 */
export function undoOf(organizationId: string, event: Event, present: Present): Undo {
  const rule = rules[event.action]
  if (rule === undefined) return not(whyNever(event.action))
  if (present === null) return not('It is there no more.')
  const { before = {}, after = {} } = event.payload
  const { members: now, version } = present
  return rule({ organizationId, id: event.target.id, before, after, now, version })
}

const not = (why: string): Undo => ({ can: false, why })
const by = (...calls: readonly Call[]): Undo => ({ can: true, calls })

const call = <R extends Route>(route: R, input: Input<R>, ifMatch?: number): Call => ({
  route,
  input,
  ...(ifMatch === undefined ? {} : { ifMatch }),
})

/** The first member that is no longer as the act left it. */
function changedSince({ before, after, now }: Given): string | undefined {
  return Object.keys(before).find((name) => !isSame(after[name], now[name]))
}

/** Writes what was there before, while what the act wrote still stands. */
const patched =
  (write: (given: Given) => Call): Rule =>
  (given) => {
    const name = changedSince(given)
    return name === undefined ? by(write(given)) : not(`“${memberName(name)}” was changed again since.`)
  }

/** The body of a PATCH is what the log has of before: it names members as the interface does. */
const bodyFrom = <R extends Route>(
  side: Side,
): NonNullable<Input<R> extends { body?: infer B } ? B : never> => side as never

const moved =
  (move: (given: Given, body: NonNullable<Input<typeof api.spaces.move>['body']>) => Call): Rule =>
  (given) => {
    if (!isSame(given.after.parent, given.now.parent)) return not('It was moved elsewhere since.')
    return by(move(given, bodyFrom<typeof api.spaces.move>(given.before)))
  }

type Roles = readonly (readonly [string, Role | null])[]

/** The grants that a side of an event names, to users or to teams. */
export function grantsIn(side: Side): { to: 'user' | 'team'; roles: Roles } {
  const { users, teams, user, role } = side
  if (typeof user === 'string') return { to: 'user', roles: [[user, (role ?? null) as Role | null]] }
  const named = (users ?? teams ?? {}) as Readonly<Record<string, Role | null>>
  return { to: teams === undefined ? 'user' : 'team', roles: Object.entries(named) }
}

/** The values of custom fields in a side of an event, by the name of the field. */
export function valuesIn({ values }: Side): Side {
  const entries = Object.entries((values ?? {}) as Readonly<Record<string, { value: unknown }>>)
  return Object.fromEntries(entries.map(([name, { value }]) => [name, value]))
}

/** Gives back the roles of before, and takes away those that were none. `now` has the present role by id. */
const regranted: Rule = ({ organizationId, id, before, after, now }) => {
  const { to, roles } = grantsIn(after)
  const changed = roles.filter(([grantee, role]) => !isSame(role, now[grantee]))
  if (changed.length > 0) {
    const them = pluralize(changed.length, 'role')
    return not(`${changed.length === 1 ? 'The role was' : `${them} of these were`} changed again since.`)
  }
  const were = new Map(grantsIn(before).roles)
  const on = { kind: accessTargetKind(now.kind), id, organizationId }
  const [permissions, params] = [permissionRoutes(on), pathParams(on)]
  const none = roles.filter(([grantee]) => (were.get(grantee) ?? null) === null)
  const given = Map.groupBy(
    roles.filter(([grantee]) => (were.get(grantee) ?? null) !== null),
    ([grantee]) => were.get(grantee),
  )
  const removal = to === 'user' ? permissions.removeUser : permissions.removeTeam
  return by(
    ...[...given].map(([role, list]) => ({
      route: permissions.grant,
      input: { params, body: { role, [`${to}s`]: list.map(([grantee]) => grantee) } },
    })),
    ...none.map(([grantee]) => ({ route: removal, input: { params: { ...params, [`${to}Id`]: grantee } } })),
  )
}

/** Puts back who was in a team and as what; `before` and `now` have roles by user. */
const remembered: Rule = ({ organizationId, id, before, after, now }) => {
  const again = Object.keys(after).filter((user) => !isSame(after[user], now[user]))
  if (again.length > 0) return not(`${pluralize(again.length, 'membership')} of these changed again since.`)
  const gone = Object.keys(before).filter((user) => before[user] === null)
  const stays = Object.keys(before).filter((user) => before[user] !== null)
  const memberships = Object.fromEntries(stays.map((user) => [user, { role: before[user] }]))
  return by({
    route: api.teamMembers.updateAll,
    input: {
      params: { organizationId, teamId: id },
      body: {
        ...(gone.length > 0 ? { remove: gone } : {}),
        ...(stays.length > 0 ? { add: stays, memberships } : {}),
      },
    },
  })
}

const inMember = patched(({ organizationId, id, before, version }) =>
  call(
    api.members.update,
    { params: { organizationId, userId: id }, body: bodyFrom<typeof api.members.update>(before) },
    version,
  ),
)

const rules: Partial<Record<Event['action'], Rule>> = {
  'organization.update': patched(({ id, before, version }) =>
    call(
      api.organizations.update,
      { params: { organizationId: id }, body: bodyFrom<typeof api.organizations.update>(before) },
      version,
    ),
  ),
  'space.update': patched(({ id, before, version }) =>
    call(
      api.spaces.update,
      { params: { spaceId: id }, body: bodyFrom<typeof api.spaces.update>(before) },
      version,
    ),
  ),
  'collection.update': patched(({ id, before, version }) =>
    call(
      api.collections.update,
      { params: { collectionId: id }, body: bodyFrom<typeof api.collections.update>(before) },
      version,
    ),
  ),
  'site.update': patched(({ organizationId, id, before, version }) =>
    call(
      api.sites.update,
      { params: { organizationId, siteId: id }, body: bodyFrom<typeof api.sites.update>(before) },
      version,
    ),
  ),
  'custom-field.update': patched(({ organizationId, before, version, now }) =>
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
    const were = valuesIn(before)
    const name = Object.keys(valuesIn(after)).find((one) => !isSame(valuesIn(after)[one], now[one]))
    if (name !== undefined) return not(`“${name}” was changed again since.`)
    const values = Object.fromEntries(Object.entries(were).map(([field, value]) => [field, { value }]))
    return by({ route: api.customFields.updateOfSpace, input: { params: { spaceId: id }, body: { values } } })
  },
  'space.move': moved(({ id, version }, body) =>
    call(api.spaces.move, { params: { spaceId: id }, body }, version),
  ),
  'collection.move': moved(({ id, version }, body) =>
    call(api.collections.move, { params: { collectionId: id }, body }, version),
  ),
  'space.delete': ({ id, now }) =>
    now.deletedAt === null
      ? not('It is out of the trash again.')
      : by(call(api.spaces.restore, { params: { spaceId: id } })),
  'space.restore': ({ id, now, version }) =>
    now.deletedAt === null
      ? by(call(api.spaces.delete, { params: { spaceId: id } }, version))
      : not('It is in the trash again.'),
  'site.publish': ({ organizationId, id, now }) =>
    now.published === true
      ? by(call(api.sites.unpublish, { params: { organizationId, siteId: id } }))
      : not('It is not published any more.'),
  'site.unpublish': ({ organizationId, id, now }) =>
    now.published === true
      ? not('It is published again.')
      : by(call(api.sites.publish, { params: { organizationId, siteId: id } })),
  'member.update': inMember,
  'member.suspend': inMember,
  'member.reinstate': inMember,
  'team.update': patched(({ organizationId, id, before, version }) =>
    call(
      api.teams.update,
      { params: { organizationId, teamId: id }, body: bodyFrom<typeof api.teams.update>(before) },
      version,
    ),
  ),
  'team.members': remembered,
  'invite.update': patched(({ organizationId, id, before }) => {
    const { role, level } = before
    const body = role === undefined ? { level: level as Role } : { role: role as Role }
    return call(api.organizationInvites.update, { params: { organizationId, inviteId: id }, body })
  }),
  'access.grant': regranted,
  'access.update': regranted,
  'access.remove': regranted,
}

/** Empty is how a field is taken away where the interface knows no null. */
const withoutNulls = (side: Side): Side =>
  Object.fromEntries(Object.entries(side).map(([name, value]) => [name, value ?? '']))

const made = 'What was made is deleted where it is, not from here.'
const forGood = 'It is gone for good.'
const theirs = 'Only they themselves can change their account.'

function whyNever(action: Event['action']): string {
  if (action.startsWith('change-request.')) return 'Take it back in the change request itself.'
  if (action.startsWith('comment.')) return 'Take it back in the conversation itself.'
  return reasons[action] ?? 'It is taken back where it was done, not from here.'
}

/** Why some acts have no way back at all. */
const reasons: Partial<Record<Event['action'], string>> = {
  'organization.create': made,
  'member.invite': 'An invitation that was sent cannot be called back. Remove the member instead.',
  'member.join': 'Who came in by themselves is removed among the members.',
  'member.remove': 'Who was removed has to be invited again.',
  'member.offboard': 'What was handed over has to be given back where it is.',
  'member.sign-out': 'They have to sign in again.',
  'invite.create': made,
  'invite.delete': 'A link that was revoked never works again. Make a new one.',
  'team.create': made,
  'team.delete': forGood,
  'collection.create': made,
  'collection.transfer': 'Transfer it back from the organization it is in now.',
  'collection.delete': 'Collections do not come back; spaces that were in it may be in the trash.',
  'space.create': made,
  'space.transfer': 'Transfer it back from the settings of the space.',
  'space.duplicate': made,
  'space.purge': forGood,
  'space.rollback': 'Roll back again in the history of the space.',
  'custom-field.create': made,
  'custom-field.delete': 'The field and its values are gone for good.',
  'site.create': made,
  'site.structure': 'Change the structure back on the site itself.',
  'site.structure-restore': 'Go back again in the history of the site’s structure.',
  'site.plan-change': 'Take steps back in the plan itself.',
  'site.plan-discard': 'Plan the steps again on the site itself.',
  'site.plan-publish': 'Go back in the history of the site’s structure.',
  'site.delete': forGood,
  'account.update': theirs,
  'account.password': theirs,
  'account.sign-out': 'They have to sign in again.',
  'token.create': 'Only who made the token can revoke it.',
  'token.delete': 'A token that was revoked never works again.',
}
