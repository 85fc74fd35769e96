import type { Change } from '../../content/changes.ts'
import type { CommitResult, EditOptions } from '../../content/commit.ts'
import { commitToRequest } from '../../content/commit-to-request.ts'
import type { Context } from '../../context.ts'
import type { Tx } from '../../db/client.ts'
import { presentChangeRequest } from '../change-requests/present.ts'
import { changeRequestOf } from '../change-requests/queries.ts'
import { advanceSeen } from '../change-requests-seen/queries.ts'

type Path = { readonly spaceId: string; readonly changeRequestId: string }

/** Edits a change request and returns it as it is afterwards. */
export async function commitChanges(
  ctx: Context,
  { spaceId, changeRequestId }: Path,
  changes: readonly Change[],
  options: EditOptions = {},
) {
  const at = { organizationId: ctx.access.organizationId, spaceId }
  return ctx.write(async (tx) => {
    const { id } = await changeRequestOf(tx, at, changeRequestId)
    const result = await commitByCaller(tx, ctx, { spaceId, changeRequestId: id }, changes, options)
    return { result, request: await presentChangeRequest(ctx, await changeRequestOf(tx, at, id), tx) }
  })
}

/** Edits a change request, which the path names by its id, as the caller, who then has seen these edits. */
export async function commitByCaller(
  tx: Tx,
  ctx: Context,
  { spaceId, changeRequestId }: Path,
  changes: readonly Change[],
  options: EditOptions = {},
): Promise<CommitResult> {
  const at = { organizationId: ctx.access.organizationId, spaceId, changeRequestId }
  const by = ctx.caller.userId
  const result = await commitToRequest(tx, {
    ...at,
    ...options,
    changes,
    by,
    now: ctx.now(),
    newId: ctx.newId,
  })
  await advanceSeen(tx, { ...at, userId: by }, { from: result.previous, to: result.revision })
  return result
}
