import { sql } from 'kysely'
import type { Db } from '../db/client.ts'

type Window = {
  readonly organizationId: string
  readonly spaceId: string
  readonly from: Date
  readonly to: Date
}

/** Changed pages whose followers are told. */
const MAX_PAGES = 500
const MAX_FOLLOWERS = 20_000

/** Who changed a space last in a window of time; undefined if it was not changed. */
export async function latestEditor(
  db: Db,
  { organizationId, spaceId, from, to }: Window,
): Promise<{ readonly by: string | null; readonly at: Date } | undefined> {
  return db
    .selectFrom('revision')
    .select(['created_by as by', 'created_at as at'])
    .where('organization_id', '=', organizationId)
    .where('space_id', '=', spaceId)
    .where('change_request_id', 'is', null)
    .where('replaced_at', 'is', null)
    .where('created_at', '>=', from)
    .where('created_at', '<', to)
    .orderBy('created_at', 'desc')
    .limit(1)
    .executeTakeFirst()
}

/** Pages whose latest change is in a window of time, up to 500, and how many there are. */
export async function changedPages(
  db: Db,
  { organizationId, spaceId, from, to }: Window,
): Promise<{ readonly pages: readonly { readonly id: string; readonly title: string }[]; count: number }> {
  const { rows } = await sql<{ id: string; title: string; count: string }>`
    select page_id as id, title, count(*) over () as count from page
    where organization_id = ${organizationId} and space_id = ${spaceId} and updated_at >= ${from}
      and updated_at < ${to}
    order by updated_at desc, page_id limit ${MAX_PAGES}`.execute(db)
  return { pages: rows.map(({ id, title }) => ({ id, title })), count: Number(rows[0]?.count ?? 0) }
}

/** Who follows some pages. */
export const followersOfPages = (db: Db, organizationId: string, pages: readonly string[]) =>
  pages.length === 0
    ? Promise.resolve([])
    : db
        .selectFrom('follow')
        .select(['object_id as pageId', 'user_id as userId'])
        .where('organization_id', '=', organizationId)
        .where('object_kind', '=', 'page')
        .where('object_id', 'in', pages)
        .where('state', '=', 'following')
        .limit(MAX_FOLLOWERS)
        .execute()

/** Requests of a space that are looked at for conflicts. */
const MAX_REQUESTS = 50

/** The most recently changed draft and open requests of a space that have an author. */
export async function openRequests(
  db: Db,
  { organizationId, spaceId }: Pick<Window, 'organizationId' | 'spaceId'>,
): Promise<readonly { readonly id: string; readonly revision: string; readonly author: string }[]> {
  const rows = await db
    .selectFrom('change_request')
    .select(['id', 'revision_id as revision', 'created_by as author'])
    .where('organization_id', '=', organizationId)
    .where('space_id', '=', spaceId)
    .where('status', 'in', ['draft', 'open'])
    .orderBy('updated_at', 'desc')
    .orderBy('id', 'desc')
    .limit(MAX_REQUESTS)
    .execute()
  return rows.flatMap(({ author, ...row }) => (author === null ? [] : [{ ...row, author }]))
}
