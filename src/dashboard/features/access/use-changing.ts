import { useMutation, useQueryClient } from '@tanstack/react-query'
import { api } from '#contract/api.ts'
import { nameOf } from '#contract/route.ts'
import { ask } from '../../lib/api.ts'
import { paramsOf, permissionsOf } from '../../lib/granted.ts'
import { reasonOf, refresh } from '../../lib/query-client.ts'
import { toast } from '../../lib/toasts.ts'
import { type Change, inverseOf, saidOf } from './changes.ts'
import type { Subject } from './subject.ts'

/** Sends a change of access, says that it is done, and offers the way back. */
export function useChanging(subject: Subject) {
  const client = useQueryClient()
  const stale = () =>
    Promise.all(
      [nameOf(permissionsOf(subject).grant), `${subject.kind}s`].map((name) => refresh(client, name)),
    )
  const undo = async (change: Change, version: number | undefined) => {
    try {
      for (const back of inverseOf(change)) await send(subject, back, version)
    } catch (error) {
      toast.refused(saidOf(change, subject).refused, { reason: reasonOf(error) })
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
  const routes = permissionsOf(subject)
  const params = paramsOf(subject)
  const isUser = to === 'user'
  if (role === null) {
    for (const { id } of grantees) {
      if (isUser) await ask(routes.removeUser, { params: { ...params, userId: id } })
      else await ask(routes.removeTeam, { params: { ...params, teamId: id } })
    }
    return undefined
  }
  const fresh = grantees.filter(({ before }) => before === null).map(({ id }) => id)
  if (fresh.length > 0)
    await ask(routes.grant, { params, body: { role, ...(isUser ? { users: fresh } : { teams: fresh }) } })
  for (const { id, before } of grantees) {
    if (before === null) continue
    if (isUser) await ask(routes.updateUser, { params: { ...params, userId: id }, body: { role } })
    else await ask(routes.updateTeam, { params: { ...params, teamId: id }, body: { role } })
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
      ? await ask(api.spaces.update, { params: { spaceId: id }, body }, options)
      : await ask(api.collections.update, { params: { collectionId: id }, body }, options)
  return now.version
}
