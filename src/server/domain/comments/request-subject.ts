import { recordContribution } from '../../content/request-rows.ts'
import type { Context } from '../../context.ts'
import type { Tx } from '../../db/client.ts'
import { changeRequestOf } from '../change-requests/queries.ts'
import { touchChangeRequest } from '../change-requests/write-queries.ts'
import type { Subject, SubjectOf } from './subject.ts'

type RequestPath = { readonly spaceId: string; readonly changeRequestId: string }

/** The change request of a path, which names it by id or number. */
export const requestSubject: SubjectOf<RequestPath> = async (ctx, db, { spaceId, changeRequestId }) => {
  const at = { organizationId: ctx.access.organizationId, spaceId }
  const { id, revision } = await changeRequestOf(db, at, changeRequestId)
  return { ...at, changeRequestId: id, revision }
}

/** Records the caller as a contributor to a change request, which has to be locked; does nothing for a space. */
export async function noteContributionOf(tx: Tx, ctx: Context, subject: Subject): Promise<void> {
  const { organizationId, changeRequestId } = subject
  if (changeRequestId === null) return
  const [by, now] = [ctx.caller.userId, ctx.now()]
  await touchChangeRequest(tx, organizationId, changeRequestId, now)
  await recordContribution(tx, { ...subject, changeRequestId }, { by, contribution: 'comment', now })
}
