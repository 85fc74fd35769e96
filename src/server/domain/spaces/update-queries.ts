import { sql } from 'kysely'
import { type Context, expectVersion } from '../../context.ts'
import { prepared, writes } from '../../db/client.ts'
import { databaseFault } from '../../db/database-error.ts'
import { recordedIf } from '../audit-events/record-queries.ts'
import { editorColumn, editorJoin } from '../users/people-queries.ts'
import { updateAuditEvents } from './audit-events.ts'
import { authorizedSpace } from './authorized-queries.ts'
import type { SpaceChange, SpaceRow } from './queries.ts'

/** Settings that nothing but the space itself depends on. */
type OwnSettings = Pick<SpaceChange, 'title' | 'emoji' | 'icon' | 'edit_mode'>

type Updated = Pick<
  SpaceRow,
  | 'parentId'
  | 'orderKey'
  | 'visibility'
  | 'revisionId'
  | 'comments'
  | 'changeRequests'
  | 'changeRequestsOpen'
  | 'changeRequestsDraft'
  | 'version'
  | 'updatedAt'
  | 'updatedBy'
>

/**
 * Changes settings and records the audit event in one statement, which is a transaction of its own: it holds the row only
 * while it commits. Null if it changed nothing, because another write came between or no setting differs; then a
 * transaction that locks the space has to decide.
 * @throws {DomainError} 412 if the caller saw another version
 */
export async function updateAtOnce(
  ctx: Context,
  spaceId: string,
  change: OwnSettings,
): Promise<SpaceRow | null> {
  const { defaultLevel } = ctx.access
  if (defaultLevel === undefined) return null
  const before = await authorizedSpace(ctx.db, { ...ctx.access, defaultLevel }, spaceId)
  expectVersion(ctx, before.version)
  const after = {
    ...before,
    title: change.title ?? before.title,
    emoji: change.emoji === undefined ? before.emoji : change.emoji,
    icon: change.icon === undefined ? before.icon : change.icon,
    editMode: change.edit_mode ?? before.editMode,
  }
  // The default level is not among these settings: the same on both sides.
  const [event] = updateAuditEvents(
    { ...before, defaultLevel: 'inherit' },
    { ...after, defaultLevel: 'inherit' },
  )
  if (event === undefined) return null
  const { rows } = await sql<Updated>`${prepared}${writes}with changed as (
      update space set title = ${after.title}, emoji = ${after.emoji}, icon = ${after.icon},
        edit_mode = ${after.editMode}, updated_at = ${ctx.now()},
        updated_by = ${ctx.caller.userId}, version = version + 1
      where organization_id = ${before.organizationId} and id = ${spaceId} and version = ${before.version}
        and deleted_at is null
      returning parent_id as "parentId", order_key as "orderKey", visibility, revision_id as "revisionId", comments,
        change_requests as "changeRequests", change_requests_open as "changeRequestsOpen",
        change_requests_draft as "changeRequestsDraft", version, updated_at as "updatedAt", updated_by
    ), recorded as (${recordedIf(sql`changed`, ctx, event)})
    select changed.*, ${editorColumn} as "updatedBy" from changed ${editorJoin(sql`changed`)}`
    .execute(ctx.db)
    .catch(whenContended)
  const [updated] = rows
  return updated === undefined ? null : { ...after, ...updated }
}

/** After a deadlock nothing was changed, and the transaction that follows is repeated if need be. */
function whenContended(error: unknown): { readonly rows: Updated[] } {
  if (databaseFault(error) === 'contended') return { rows: [] }
  throw error
}
