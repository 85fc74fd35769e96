import { sql } from 'kysely'
import type { Paging } from '#contract/shared/paging.ts'
import type { SpaceRef } from '../../content/space-ref.ts'
import type { Db } from '../../db/client.ts'
import { pageOf } from '../../db/page.ts'
import { type Addresses, byDashboardUrl } from '../space-links/across-queries.ts'

/** The other spaces with pages that link to one of the addresses. */
export async function spacesLinkingTo(db: Db, at: SpaceRef, target: Addresses): Promise<readonly string[]> {
  const { rows } = await sql<{ space: string }>`select distinct space_id as space
    from (${byDashboardUrl(at.organizationId, target)}) linking where space_id <> ${at.spaceId}`.execute(db)
  return rows.map(({ space }) => space)
}

export type LinkingPage = { readonly space: string; readonly page: string }

type Target = Addresses & {
  readonly pageId: string
  readonly byFields: readonly string[]
  /** The other spaces whose pages are included. */
  readonly spaces: readonly string[]
}

/** One page of the pages that link to a page, with their count: those of its space come first. */
export async function linkingPagesOf(
  db: Db,
  { organizationId, spaceId }: SpaceRef,
  target: Target,
  paging: Paging,
) {
  const pages = db.selectFrom(
    sql<LinkingPage & { isElsewhere: boolean }>`(
      select space_id <> ${spaceId} as "isElsewhere", space_id as space, page_id as page from (
        select ${spaceId}::text as space_id, page_id from page_link
        where organization_id = ${organizationId} and space_id = ${spaceId} and kind = 'page'
          and target_id is not null and only_indexed(target_id) = ${target.pageId}
        union select ${spaceId}, unnest(${target.byFields}::text[])
        union select space_id, page_id from (${byDashboardUrl(organizationId, target)}) by_url
          where space_id = ${spaceId} or space_id = any(${target.spaces}::text[])
      ) linking)`.as('linking'),
  )
  const [page, countResult] = await Promise.all([
    pageOf(
      pages.selectAll(),
      {
        columns: ['isElsewhere', 'space', 'page'],
        keyOf: (row) => [row.isElsewhere, row.space, row.page],
      },
      paging,
    ),
    pages.select((count) => count.fn.countAll<number>().as('count')).executeTakeFirst(),
  ])
  return { ...page, count: countResult?.count ?? 0 }
}

type LinkedPage = { readonly page: string; readonly linkedFrom: number }

/** One page of the pages that other pages of the space link to, the most linked first, with their count. */
export async function linkedPagesOf(db: Db, { organizationId, spaceId }: SpaceRef, paging: Paging) {
  const pages = db.selectFrom(
    sql<LinkedPage>`(select link.target_id as page, count(distinct link.page_id)::integer as "linkedFrom"
      from page_link link join page on page.organization_id = ${organizationId}
        and page.space_id = ${spaceId} and page.page_id = link.target_id
      where link.organization_id = ${organizationId} and link.space_id = ${spaceId} and link.kind = 'page'
        and link.target_id <> link.page_id
      group by link.target_id)`.as('linked'),
  )
  const [page, countResult] = await Promise.all([
    pageOf(
      pages.selectAll(),
      { columns: ['linkedFrom', 'page'], keyOf: (row) => [row.linkedFrom, row.page], direction: 'desc' },
      paging,
    ),
    pages.select((count) => count.fn.countAll<number>().as('count')).executeTakeFirst(),
  ])
  return { ...page, count: countResult?.count ?? 0 }
}
