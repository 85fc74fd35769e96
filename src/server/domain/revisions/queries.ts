import type { Paging } from '#contract/shared/paging.ts'
import { type Revision, revisionColumns, revisionOf } from '../../content/revision-rows.ts'
import type { SpaceRef } from '../../content/space-ref.ts'
import type { Db } from '../../db/client.ts'
import { type Page, pageOf } from '../../db/page.ts'

/** One page of the revisions of a space itself, newest first, with their count. */
export async function revisionPage(
  db: Db,
  { organizationId, spaceId }: SpaceRef,
  paging: Paging,
): Promise<Page<Revision> & { readonly count: number }> {
  const revisions = db
    .selectFrom('revision')
    .where('organization_id', '=', organizationId)
    .where('space_id', '=', spaceId)
    .where('change_request_id', 'is', null)
    .where('replaced_at', 'is', null)
  const [page, countResult] = await Promise.all([
    pageOf(
      revisions.select(revisionColumns),
      { columns: ['created_at', 'id'], keyOf: (row) => [row.created_at, row.id], direction: 'desc' },
      paging,
    ),
    revisions.select((count) => count.fn.countAll<number>().as('count')).executeTakeFirst(),
  ])
  const { rows, next } = page
  return { rows: rows.map(revisionOf), ...(next ? { next } : {}), count: countResult?.count ?? 0 }
}
