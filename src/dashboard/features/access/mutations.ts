import { useMutation, useQueryClient } from '@tanstack/react-query'
import { api } from '#contract/api.ts'
import { resourceNameOf } from '#contract/route.ts'
import { permissionParams, permissionRoutes } from '../../data/access.ts'
import { callApi } from '../../data/api.ts'
import { invalidateResource } from '../../data/freshness.ts'
import { errorMessage } from '../../data/query-client.ts'
import { offerUndo } from '../../data/undo.ts'
import { toast } from '../../lib/toast.ts'
import { changeLabels } from './labels.ts'
import { type Change, type Resource, undoChanges } from './queries.ts'

/** Saves an access change and offers to undo it. */
export function useSaveAccessChange(resource: Resource) {
  const client = useQueryClient()
  const refreshLists = () =>
    Promise.all(
      [resourceNameOf(permissionRoutes(resource).grant), `${resource.kind}s`].map((name) =>
        invalidateResource(client, name),
      ),
    )
  const undo = async (change: Change, version: number | undefined) => {
    try {
      for (const undoChange of undoChanges(change)) await send(resource, undoChange, version)
    } catch (error) {
      toast.refused(changeLabels(change, resource).refused, { reason: errorMessage(error) })
    }
    await refreshLists()
  }
  return useMutation({
    mutationFn: (change: Change) => send(resource, change, resource.version),
    // The confirmation dialog shows the error.
    meta: { shown: 'in-form' },
    onSuccess: (version, change) =>
      offerUndo(changeLabels(change, resource).done, () => void undo(change, version)),
    onSettled: refreshLists,
  })
}

/** Returns the new version after a change of the default level. Grants have no version. */
async function send(resource: Resource, change: Change, ifMatch?: number): Promise<number | undefined> {
  if (change.kind === 'level') return sendLevel(resource, change, ifMatch)
  const { to, role, grantees } = change
  const routes = permissionRoutes(resource)
  const params = permissionParams(resource)
  const isUser = to === 'user'
  if (role === null) {
    for (const { id } of grantees) {
      if (isUser) await callApi(routes.removeUser, { params: { ...params, userId: id } })
      else await callApi(routes.removeTeam, { params: { ...params, teamId: id } })
    }
    return undefined
  }
  const newGrantees = grantees.filter(({ before }) => before === null).map(({ id }) => id)
  if (newGrantees.length > 0)
    await callApi(routes.grant, {
      params,
      body: { role, ...(isUser ? { users: newGrantees } : { teams: newGrantees }) },
    })
  for (const { id, before } of grantees) {
    if (before === null) continue
    if (isUser) await callApi(routes.updateUser, { params: { ...params, userId: id }, body: { role } })
    else await callApi(routes.updateTeam, { params: { ...params, teamId: id }, body: { role } })
  }
  return undefined
}

async function sendLevel(
  { kind, id }: Resource,
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
