import { sql } from 'kysely'
import { spacePrefix } from '../../content/dashboard-links.ts'
import { relocationsTo } from '../../content/relocations.ts'
import type { SpaceRef } from '../../content/space-ref.ts'
import type { Db, Tx } from '../../db/client.ts'
import type { UnstoredLink } from './field-links.ts'

/** The pages of other spaces that links can be checked against. */
export type Elsewhere = {
  /** The base URL of the service. */
  readonly base: string
  /** The other spaces whose pages are known to the reader. */
  readonly spaces: readonly string[]
}

const spaceOf = (address: ReturnType<typeof sql>) => sql`split_part(${address}, '/p/', 1)`
const pageOf = (address: ReturnType<typeof sql>) => sql`split_part(${address}, '/p/', 2)`

/** Whether a link `l` goes to a page of one of these spaces that is neither there nor in the space that it moved to. */
export function isMissingElsewhere({ base, spaces }: Elsewhere) {
  if (spaces.length === 0) return sql`false`
  const address = sql`page_in_url(l.url)`
  return sql`(l.kind = 'url' and l.url like '%/s/%/p/%' and starts_with(l.url, ${spacePrefix(base)})
    and ${spaceOf(address)} = any(${spaces}::text[]) and ${spaceOf(address)} <> l.space_id
    and not exists (select from page t where t.organization_id = l.organization_id
      and t.space_id = ${spaceOf(address)} and t.page_id = ${pageOf(address)})
    and not exists (select from relocated_page moved
      join page t on t.organization_id = moved.organization_id and t.space_id = moved.to_space_id
        and t.page_id = moved.to_page_id
      where moved.organization_id = l.organization_id and moved.space_id = ${spaceOf(address)}
        and moved.page_id = ${pageOf(address)}))`
}

type LinkingSpaces = {
  readonly organizationId: string
  readonly spaceIds: readonly string[]
  readonly base: string
  /** Links that are not in the database. */
  readonly links?: readonly UnstoredLink[]
}

/** The spaces of the organization, not in the trash, to whose pages some spaces link by dashboard URL. */
export async function spacesLinkedFrom(
  db: Db | Tx,
  { organizationId, spaceIds, base, links = [] }: LinkingSpaces,
): Promise<readonly string[]> {
  const prefix = spacePrefix(base)
  const urls = links.flatMap(({ url }) => (url?.startsWith(prefix) ? [url] : []))
  const { rows } = await sql<{ id: string }>`select id from space where organization_id = ${organizationId}
    and deleted_at is null and id in (
      select ${spaceOf(sql`page_in_url(url)`)} from page_link where organization_id = ${organizationId}
        and space_id = any(${spaceIds}::text[]) and kind = 'url' and url like '%/s/%/p/%'
        and starts_with(url, ${prefix})
      union select ${spaceOf(sql`page_in_url(url)`)} from unnest(${urls}::text[]) as own (url))`.execute(db)
  return rows.map(({ id }) => id)
}

export type Addresses = {
  /** `<space>/p/<page>`, as dashboard URLs have it. */
  readonly addresses: readonly string[]
  /** The base URL of the service. */
  readonly base: string
}

/** The addresses of pages of a space, with those in spaces that they were in before. */
export async function addressesOf(db: Db | Tx, at: SpaceRef, pages: readonly string[]): Promise<string[]> {
  const former = await relocationsTo(db, at, pages)
  const all = [...pages.map((pageId) => ({ spaceId: at.spaceId, pageId })), ...former]
  return all.map(({ spaceId, pageId }) => `${spaceId}/p/${pageId}`)
}

/** The pages whose texts link to one of the addresses by its dashboard URL. */
export const byDashboardUrl = (organizationId: string, { addresses, base }: Addresses) => sql`
  select linking.space_id, linking.page_id from unnest(${addresses}::text[]) as linked (address)
    cross join lateral (select space_id, page_id, url from page_link where organization_id = ${organizationId}
      and kind = 'url' and url like '%/s/%/p/%' and only_indexed(page_in_url(url)) = linked.address
      offset 0) as linking
    where starts_with(linking.url, ${spacePrefix(base)})`

/** The number of links to these addresses on pages of other spaces, not in the trash. */
export async function countLinksFromElsewhere(
  db: Db | Tx,
  { organizationId, spaceId }: SpaceRef,
  target: Addresses,
): Promise<number> {
  if (target.addresses.length === 0) return 0
  const { rows } = await sql<{ count: number }>`select count(*)::integer as count
    from (${byDashboardUrl(organizationId, target)}) link
    join space on space.organization_id = ${organizationId} and space.id = link.space_id
      and space.deleted_at is null
    where link.space_id <> ${spaceId}`.execute(db)
  return rows[0]?.count ?? 0
}
