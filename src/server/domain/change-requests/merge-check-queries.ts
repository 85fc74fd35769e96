import { sql } from 'kysely'
import { type Hash, hashFrom } from '../../content/objects.ts'
import type { SpaceRef } from '../../content/space-ref.ts'
import type { Db } from '../../db/client.ts'
import type { StoredStatus } from '../../db/tables/change-requests.ts'

/** A draft or open request with the roots of its base and of its own content. */
export type Contender = {
  readonly id: string
  readonly number: number
  readonly subject: string
  readonly status: StoredStatus
  readonly base: Hash
  readonly ours: Hash
}

/** The most recently changed draft and open requests of a space, at most `limit`, and always `own`. */
export async function contenders(
  db: Db,
  { organizationId, spaceId }: SpaceRef,
  { own, limit }: { readonly own: string; readonly limit: number },
): Promise<readonly Contender[]> {
  const { rows } = await sql<Omit<Contender, 'base' | 'ours'> & { base: Buffer; ours: Buffer }>`
    with tried as (
      (select * from change_request where organization_id = ${organizationId} and id = ${own})
      union all
      (select * from change_request where organization_id = ${organizationId} and space_id = ${spaceId}
        and status in ('draft', 'open') and id <> ${own} order by updated_at desc, id desc limit ${limit})
    )
    select tried.id, tried.number, tried.subject, tried.status, base.root as base, ours.root as ours
    from tried
    join revision base on base.organization_id = tried.organization_id
      and base.id = coalesce(tried.revision_ancestor, tried.revision_initial)
    join revision ours on ours.organization_id = tried.organization_id and ours.id = tried.revision_id`.execute(
    db,
  )
  return rows.map(({ base, ours, ...row }) => ({ ...row, base: hashFrom(base), ours: hashFrom(ours) }))
}

/** How many revisions a space has had since one of them. */
export async function revisionsSince(
  db: Db,
  { organizationId, spaceId }: SpaceRef,
  revision: string,
): Promise<number> {
  const { rows } = await sql<{ count: number }>`select count(*) as count from revision r
    where r.organization_id = ${organizationId} and r.space_id = ${spaceId} and r.change_request_id is null
      and r.replaced_at is null and (r.created_at, r.id) > (select created_at, id from revision
        where organization_id = ${organizationId} and id = ${revision})`.execute(db)
  return rows[0]?.count ?? 0
}
