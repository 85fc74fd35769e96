import { sql } from 'kysely'
import type { Paging } from '#contract/shared/paging.ts'
import type { Db } from '../../db/client.ts'
import { type Page, pageOf } from '../../db/page.ts'
import type { Subject } from '../comments/subject.ts'
import { type MemberRow, membersOf, withMemberCounts } from '../members/queries.ts'

/** One page of the members who wrote on a subject, the latest to join first, with their count. */
export async function commenterPage(
  db: Db,
  { organizationId, spaceId, changeRequestId }: Subject,
  paging: Paging,
): Promise<Page<MemberRow> & { readonly count: number }> {
  const comments = sql`select c.organization_id, c.id, c.created_by from comment c
    where c.organization_id = ${organizationId} and c.space_id = ${spaceId}
      and c.change_request_id is not distinct from ${changeRequestId}::text`
  const writers = sql`with written as (${comments})
    select created_by from written
    union select r.created_by from comment_reply r join written on written.organization_id = r.organization_id
      and written.id = r.comment_id`
  const members = membersOf(db, organizationId).where(sql<boolean>`m.user_id in (${writers})`)
  const [page, counted] = await Promise.all([
    pageOf(
      members,
      {
        columns: ['m.joined_at', 'm.user_id'],
        keyOf: (row) => [row.joinedAt, row.userId],
        direction: 'desc',
      },
      paging,
    ),
    members
      .clearSelect()
      .select((count) => count.fn.countAll<number>().as('count'))
      .executeTakeFirst(),
  ])
  return {
    ...page,
    rows: await withMemberCounts(db, organizationId, page.rows),
    count: counted?.count ?? 0,
  }
}
