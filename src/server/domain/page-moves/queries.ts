import { sql } from 'kysely'
import type { SpaceRef } from '../../content/space-ref.ts'
import { asJson, type Db, type Tx } from '../../db/client.ts'

/** The pages whose texts link to some pages of a space, by id or, with this prefix, by dashboard URL. */
export async function pagesLinkingTo(
  db: Db | Tx,
  { organizationId, spaceId }: SpaceRef,
  { pages, prefix }: { readonly pages: readonly string[]; readonly prefix: string },
): Promise<readonly string[]> {
  const { rows } = await sql<{ page: string }>`
    select distinct linking.page_id as page from unnest(${pages}::text[]) as linked (id)
    cross join lateral (select page_id from page_link where organization_id = ${organizationId}
      and space_id = ${spaceId} and kind = 'page' and target_id is not null
      and only_indexed(target_id) = linked.id collate "C" offset 0) as linking
    union select page_id from page_link where organization_id = ${organizationId} and space_id = ${spaceId}
      and kind = 'url' and starts_with(url, ${prefix})
      and split_part(substr(url, ${prefix.length + 1}::integer), '#', 1) = any(${pages}::text[])`.execute(db)
  return rows.map(({ page }) => page)
}

/** The pages that some pages link to by id. */
export async function pagesLinkedFrom(
  db: Db | Tx,
  { organizationId, spaceId }: SpaceRef,
  pages: readonly string[],
): Promise<readonly string[]> {
  const { rows } = await sql<{ page: string }>`select distinct target_id as page from page_link
    where organization_id = ${organizationId} and space_id = ${spaceId} and page_id = any(${pages}::text[])
      and kind = 'page' and target_id is not null`.execute(db)
  return rows.map(({ page }) => page)
}

/** The names of the variables of the space that some pages show. */
export async function variablesShownOn(
  db: Db | Tx,
  { organizationId, spaceId }: SpaceRef,
  pages: readonly string[],
): Promise<readonly string[]> {
  const { rows } = await sql<{ name: string }>`select distinct target_id as name from page_link
    where organization_id = ${organizationId} and space_id = ${spaceId} and page_id = any(${pages}::text[])
      and kind = 'variable' and anchor is null and target_id is not null order by name`.execute(db)
  return rows.map(({ name }) => name)
}

/** The number of comments on some pages of the space itself. */
export async function countComments(
  db: Db | Tx,
  { organizationId, spaceId }: SpaceRef,
  pages: readonly string[],
): Promise<number> {
  const { rows } = await sql<{ count: number }>`select count(*)::integer as count from comment
    where organization_id = ${organizationId} and space_id = ${spaceId} and change_request_id is null
      and page_id = any(${pages}::text[])`.execute(db)
  return rows[0]?.count ?? 0
}

/** A page with its ids, and the hash of its text before and after the move. */
export type MovedRow = {
  readonly page_id: string
  readonly to_page_id: string
  readonly body: string | null
  readonly to_body: string | null
}

type RowsOptions = {
  readonly from: SpaceRef
  readonly toSpaceId: string
  readonly pages: readonly MovedRow[]
  /** The revision in which the pages arrive. */
  readonly revision: string
}

/** Moves what belongs to pages but not to their content: comments, follows, notifications, owners and review dates. */
export async function moveRowsOfPages(
  tx: Tx,
  { from: { organizationId, spaceId }, toSpaceId, pages, revision }: RowsOptions,
): Promise<void> {
  const input = sql`jsonb_to_recordset(${asJson(pages)}::jsonb)
    as input (page_id text, to_page_id text, body text, to_body text)`
  const { rows } = await sql<{ id: string }>`update comment set space_id = ${toSpaceId},
      page_id = input.to_page_id, revision_id = ${revision},
      page_body = case when comment.page_body is not distinct from input.body then input.to_body
        else comment.page_body end
    from ${input} where comment.organization_id = ${organizationId} and comment.space_id = ${spaceId}
      and comment.change_request_id is null and comment.page_id = input.page_id returning comment.id`.execute(
    tx,
  )
  const comments = rows.map(({ id }) => id)
  for (const table of ['comment_reply', 'comment_reaction'] as const) {
    await sql`update ${sql.table(table)} set space_id = ${toSpaceId}
      where organization_id = ${organizationId} and comment_id = any(${comments}::text[])`.execute(tx)
  }
  await sql`update follow set space_id = ${toSpaceId} where organization_id = ${organizationId}
    and space_id = ${spaceId} and object_kind = 'comment' and object_id = any(${comments}::text[])`.execute(
    tx,
  )
  await sql`update notification set space_id = ${toSpaceId}, page_id = input.to_page_id,
      object_id = case when object_kind = 'page' then input.to_page_id else object_id end
    from ${input} where notification.organization_id = ${organizationId} and notification.space_id = ${spaceId}
      and notification.change_request_id is null and notification.page_id = input.page_id`.execute(tx)
  await sql`update follow set space_id = ${toSpaceId} from ${input} where follow.organization_id = ${organizationId}
    and follow.space_id = ${spaceId} and follow.object_kind = 'page' and follow.object_id = input.page_id
    and input.page_id = input.to_page_id`.execute(tx)
  await sql`insert into follow (organization_id, object_kind, object_id, user_id, space_id, state, automatic, created_at)
    select organization_id, object_kind, input.to_page_id, user_id, ${toSpaceId}, state, automatic, created_at
    from follow join ${input} on object_id = input.page_id and input.page_id <> input.to_page_id
    where organization_id = ${organizationId} and space_id = ${spaceId} and object_kind = 'page'
    on conflict do nothing`.execute(tx)
  // Pages that the target had before under these ids may have left some there.
  for (const table of ['page_freshness', 'page_confirmation'] as const) {
    await sql`delete from ${sql.table(table)} as leftover using ${input}
      where leftover.organization_id = ${organizationId} and leftover.space_id = ${toSpaceId}
        and leftover.page_id = input.to_page_id`.execute(tx)
    await sql`update ${sql.table(table)} as own set space_id = ${toSpaceId}, page_id = input.to_page_id
      from ${input} where own.organization_id = ${organizationId} and own.space_id = ${spaceId}
        and own.page_id = input.page_id`.execute(tx)
  }
}
