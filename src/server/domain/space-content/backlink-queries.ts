import { sql } from 'kysely'
import type { Paging } from '#contract/shared/paging.ts'
import type { SpaceRef } from '../../content/space-ref.ts'
import type { Db } from '../../db/client.ts'
import { pageOf } from '../../db/page.ts'

type Addresses = {
  /** `<space>/p/<page>`, as dashboard URLs have it: that of the page, and those that it had in other spaces. */
  readonly addresses: readonly string[]
  /** What dashboard URLs of spaces begin with. */
  readonly prefix: string
}

/** The pages whose texts link to one of the addresses by its dashboard URL. */
const byDashboardUrl = (organizationId: string, { addresses, prefix }: Addresses) => sql`
  select linking.space_id, linking.page_id from unnest(${addresses}::text[]) as linked (address)
    cross join lateral (select space_id, page_id, url from page_link where organization_id = ${organizationId}
      and kind = 'url' and url like '%/s/%/p/%' and only_indexed(page_in_url(url)) = linked.address
      offset 0) as linking
    where starts_with(linking.url, ${prefix})`

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
