import { sql } from 'kysely'
import type { AuditAction, AuditTarget } from '#contract/audit-events.ts'
import type { Db } from '../../db/client.ts'

/** An object and the action that changes its settings, as the audit log names them. */
export type AuditedTarget = {
  readonly kind: AuditTarget
  readonly id: string
  readonly action: AuditAction
  /** Only changes of this site space. */
  readonly siteSpaceId?: string
}

type LastUpdateRow = {
  readonly occurredAt: Date
  readonly userId: string | null
  readonly displayName: string | null
  readonly photoUrl: string | null
  /** Only of those who are still members. */
  readonly email: string | null
}

/** The latest change of an object's settings in the audit log, with the person who made it. */
export async function lastUpdateOf(
  db: Db,
  organizationId: string,
  { kind, id, action, siteSpaceId }: AuditedTarget,
): Promise<LastUpdateRow | undefined> {
  const ofSiteSpace =
    siteSpaceId === undefined ? sql`` : sql`and event.after ->> 'siteSpace' = ${siteSpaceId}`
  const { rows } = await sql<LastUpdateRow>`
    select event.occurred_at as "occurredAt", account.id as "userId",
      account.display_name as "displayName", account.photo_url as "photoUrl",
      case when member.user_id is null then null else account.email end as email
    from audit_event event
    left join user_account account on event.actor_kind = 'user' and account.id = event.actor_id
    left join member on member.organization_id = event.organization_id and member.user_id = account.id
    where event.organization_id = ${organizationId} and event.target_id = ${id}
      and event.target_kind = ${kind} and event.action = ${action} ${ofSiteSpace}
    order by event.occurred_at desc, event.id desc limit 1`.execute(db)
  return rows[0]
}

/** The site of a site space; undefined if the organization has no such site space. */
export async function siteOfSiteSpace(
  db: Db,
  organizationId: string,
  siteSpaceId: string,
): Promise<string | undefined> {
  const row = await db
    .selectFrom('site_space')
    .select('site_id as siteId')
    .where('organization_id', '=', organizationId)
    .where('id', '=', siteSpaceId)
    .executeTakeFirst()
  return row?.siteId
}
