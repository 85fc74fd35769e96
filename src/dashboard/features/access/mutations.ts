import { useMutation, useQueryClient } from '@tanstack/react-query'
import { api } from '#contract/api.ts'
import { type Input, resourceNameOf } from '#contract/route.ts'
import type { Role } from '#contract/shared/permissions.ts'
import { permissionParams, permissionRoutes } from '#dashboard/data/access.ts'
import { callApi } from '#dashboard/data/api.ts'
import { errorMessage, invalidateResource } from '#dashboard/data/query-client.ts'
import { toast } from '#dashboard/lib/toast.ts'
import { saidOf } from './labels.ts'
import type { Level, Subject } from './queries.ts'

export type Grantee = {
  readonly id: string
  readonly name: string /** None yet when null. */
  readonly before: Role | null
}

/** What somebody is about to do to who may do what; nothing of it is done before they saw what comes of it. */
export type Change =
  | { readonly kind: 'level'; readonly level: Level; readonly before: Level }
  | {
      readonly kind: 'roles'
      readonly to: 'user' | 'team'
      readonly grantees: readonly Grantee[]
      /** Null takes away what was given. */
      readonly role: Role | null
    }

export type Proposed = NonNullable<Input<typeof api.spacePermissions.preview>['body']>

/** A change as its outcome is asked for. */
export function proposedOf(change: Change): Proposed {
  if (change.kind === 'level') return { defaultLevel: change.level }
  const roles = Object.fromEntries(change.grantees.map(({ id }) => [id, change.role]))
  return change.to === 'user' ? { users: roles } : { teams: roles }
}

/** Back to what was before. */
export function inverseOf(change: Change): readonly Change[] {
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

/** Sends a change of access, says that it is done, and offers the way back. */
export function useChanging(subject: Subject) {
  const client = useQueryClient()
  const stale = () =>
    Promise.all(
      [resourceNameOf(permissionRoutes(subject).grant), `${subject.kind}s`].map((name) =>
        invalidateResource(client, name),
      ),
    )
  const undo = async (change: Change, version: number | undefined) => {
    try {
      for (const back of inverseOf(change)) await send(subject, back, version)
    } catch (error) {
      toast.refused(saidOf(change, subject).refused, { reason: errorMessage(error) })
    }
    await stale()
  }
  return useMutation({
    mutationFn: (change: Change) => send(subject, change, subject.version),
    // The dialog that asks shows the refusal.
    meta: { shown: 'in-form' },
    onSuccess: (version, change) =>
      void toast.undoable(saidOf(change, subject).done, () => void undo(change, version)),
    onSettled: stale,
  })
}

/** Answers the version that a change of the level made; grants have none. */
async function send(subject: Subject, change: Change, ifMatch?: number): Promise<number | undefined> {
  if (change.kind === 'level') return sendLevel(subject, change, ifMatch)
  const { to, role, grantees } = change
  const routes = permissionRoutes(subject)
  const params = permissionParams(subject)
  const isUser = to === 'user'
  if (role === null) {
    for (const { id } of grantees) {
      if (isUser) await callApi(routes.removeUser, { params: { ...params, userId: id } })
      else await callApi(routes.removeTeam, { params: { ...params, teamId: id } })
    }
    return undefined
  }
  const fresh = grantees.filter(({ before }) => before === null).map(({ id }) => id)
  if (fresh.length > 0)
    await callApi(routes.grant, { params, body: { role, ...(isUser ? { users: fresh } : { teams: fresh }) } })
  for (const { id, before } of grantees) {
    if (before === null) continue
    if (isUser) await callApi(routes.updateUser, { params: { ...params, userId: id }, body: { role } })
    else await callApi(routes.updateTeam, { params: { ...params, teamId: id }, body: { role } })
  }
  return undefined
}

async function sendLevel(
  { kind, id }: Subject,
  { level }: Extract<Change, { kind: 'level' }>,
  ifMatch: number | undefined,
): Promise<number> {
  const body = { defaultLevel: level }
  const options = ifMatch === undefined ? {} : { ifMatch }
  const now =
    kind === 'space'
      ? await callApi(api.spaces.update, { params: { spaceId: id }, body }, options)
      : await callApi(api.collections.update, { params: { collectionId: id }, body }, options)
  return now.version
}
