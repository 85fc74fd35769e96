import { type RawBuilder, sql } from 'kysely'
import { MAX_LINK_LOCATIONS } from '#contract/content-links.ts'
import { DEFAULT_PAGE_SIZE, type Paging } from '#contract/shared/paging.ts'
import type { SpaceRef } from '../../content/space-ref.ts'
import { asJson, type Db, type Tx } from '../../db/client.ts'
import { decodeCursor, pageFromRows } from '../../db/page.ts'
import { type Elsewhere, isMissingElsewhere } from './across-queries.ts'
import type { UnstoredLink } from './field-links.ts'

export type LinkStatus = 'ok' | 'broken' | 'in-app'

/** A link target with the pages that link to it, at most `MAX_LINK_LOCATIONS`. */
export type LinkRow = {
  readonly kind: 'page' | 'file' | 'anchor' | 'url' | 'unresolved'
  readonly targetId: string | null
  readonly anchor: string | null
  readonly url: string | null
  readonly status: LinkStatus
  /** The page exists, but not the anchor. */
  readonly noAnchor?: boolean
  readonly pages: readonly string[]
  readonly position: string
  /** How many pages link to it. */
  readonly total?: number
}

/** Links below the base URL of the service go to the app. */
export type LinkSelection = {
  /** Only links on this page. */
  readonly pageId?: string | undefined
  readonly status?: LinkStatus | undefined
  /** Only broken links: those broken by the change request, or those broken without it. */
  readonly brokenContext?: 'change-request' | 'space' | undefined
} & Elsewhere

/** How content differs from the head, whose links, pages and files are in the database. */
export type Overlay = {
  /** Links that are not in the database. */
  readonly links: readonly UnstoredLink[]
  /** Pages whose links in the database are replaced. */
  readonly rewritten: readonly string[]
  /** The anchors on the rewritten pages. */
  readonly anchors: readonly { readonly page_id: string; readonly anchor: string }[]
  readonly added: readonly string[]
  readonly removed: readonly string[]
}

/** One page of the links of a space or page, one row per target, in the order of first mention. */
export async function linkPage(
  db: Db,
  at: SpaceRef,
  overlay: Overlay,
  selection: LinkSelection,
  { page, limit = DEFAULT_PAGE_SIZE }: Paging,
) {
  const items = linkItems(at, overlay, selection)
  const only = onlySelected(selection)
  const after = page === undefined ? sql`true` : sql`position > ${decodeCursor(page, 1)[0]}`
  const [matches, countResult] = await Promise.all([
    sql<LinkRow>`${items} select kind, target_id as "targetId", anchor, url, status, no_anchor as "noAnchor",
      pages, total, position from item
      where ${only} and ${after} order by position limit ${limit === 0 ? 0 : limit + 1}`.execute(db),
    sql<Counted>`${items} select count(*) as total, count(*) filter (where status = 'broken') as broken,
      count(*) filter (where by_request) as "byRequest", count(*) filter (where ${only}) as count from item`.execute(
      db,
    ),
  ])
  const rows = pageFromRows(matches.rows, limit, (row) => [row.position])
  return { ...rows, ...(countResult.rows[0] ?? { total: 0, broken: 0, byRequest: 0, count: 0 }) }
}

/** One page of the pages with selected links, by id, with their count. */
export async function linkingPagesOf(
  db: Db,
  at: SpaceRef,
  overlay: Overlay,
  selection: LinkSelection,
  { page, limit = DEFAULT_PAGE_SIZE }: Paging,
) {
  const selected = sql`${linkItems(at, overlay, selection)}, selected as (
    select page_id from link where ${matchesSelection(overlay, selection)} group by page_id)`
  const after = page === undefined ? sql`true` : sql`page_id > ${decodeCursor(page, 1)[0]} collate "C"`
  const [matches, countResult] = await Promise.all([
    sql<{ page: string }>`${selected} select page_id as page from selected where ${after}
      order by page_id limit ${limit === 0 ? 0 : limit + 1}`.execute(db),
    sql<{ count: number }>`${selected} select count(*) as count from selected`.execute(db),
  ])
  return { ...pageFromRows(matches.rows, limit, (row) => [row.page]), count: countResult.rows[0]?.count ?? 0 }
}

/** One occurrence of a link; `ordinal` counts those of the text and is null for fields. */
export type LinkOccurrence = {
  readonly pageId: string
  readonly ordinal: number | null
  readonly kind: LinkRow['kind']
  readonly targetId: string | null
  readonly anchor: string | null
  readonly url: string | null
  readonly status: LinkStatus
  readonly missing: 'target' | 'anchor' | null
}

/** The selected links on some pages, in order. */
export async function linksOnPages(
  db: Db,
  at: SpaceRef,
  overlay: Overlay,
  selection: LinkSelection,
  pages: readonly string[],
): Promise<readonly LinkOccurrence[]> {
  if (pages.length === 0) return []
  const { rows } = await sql<LinkOccurrence>`${linkItems(at, overlay, selection)}
    select page_id as "pageId", kind, target_id as "targetId", anchor, url, status, missing,
      case when strpos(position, '~') = 0 then right(position, 7)::integer end as ordinal
    from link where page_id = any(${pages}::text[]) and ${matchesSelection(overlay, selection)}
    order by position`.execute(db)
  return rows
}

export type BrokenLink = Pick<LinkOccurrence, 'pageId' | 'kind' | 'targetId' | 'anchor' | 'url'> & {
  readonly missing: 'target' | 'anchor'
}

/** The first links that an overlay breaks, one row per page and target, with their count. */
export async function linksBrokenBy(
  db: Db | Tx,
  at: SpaceRef,
  overlay: Overlay,
  { limit, ...elsewhere }: Elsewhere & { readonly limit: number },
): Promise<{ readonly count: number; readonly items: readonly BrokenLink[] }> {
  const selection = { ...elsewhere, brokenContext: 'change-request' } as const
  const { rows } = await sql<BrokenLink & { total: number }>`${linkItems(at, overlay, selection)}, broken as (
      select page_id, kind, target_id, anchor, url, missing, min(position) as position from link
      where ${matchesSelection(overlay, selection)} group by page_id, kind, target_id, anchor, url, missing)
    select page_id as "pageId", kind, target_id as "targetId", anchor, url, missing, count(*) over () as total
    from broken order by position limit ${limit}`.execute(db)
  return { count: rows[0]?.total ?? 0, items: rows.map(({ total: _, ...link }) => link) }
}

const isByRequest = (removed: readonly string[]) =>
  sql`(status = 'broken' and (is_new or lost_anchor or ${isAmong(sql`target_id`, removed)}) is true)`

/** As `onlySelected`, for single occurrences. */
const matchesSelection = ({ removed }: Overlay, { status, brokenContext }: LinkSelection) => {
  const state = status === undefined ? sql`true` : sql`status = ${status}`
  if (brokenContext === undefined) return state
  const byRequest = isByRequest(removed)
  return brokenContext === 'change-request'
    ? sql`${state} and ${byRequest}`
    : sql`${state} and status = 'broken' and not ${byRequest}`
}

type Counted = { total: number; broken: number; byRequest: number; count: number }

function onlySelected({ status, brokenContext }: LinkSelection) {
  const state = status === undefined ? sql`true` : sql`status = ${status}`
  if (brokenContext === undefined) return state
  const broken =
    brokenContext === 'change-request' ? sql`by_request` : sql`status = 'broken' and not by_request`
  return sql`${state} and ${broken}`
}

/** A subquery is hashed once, while an array would be scanned for every link. */
const isAmong = (column: RawBuilder<unknown>, ids: readonly string[]) =>
  sql`(${column} in (select unnest(${ids}::text[])))`

/** The links of the head without those of rewritten pages, and the links of the overlay. */
const currentLinks = (
  { organizationId, spaceId }: SpaceRef,
  { links, rewritten }: Overlay,
  { pageId }: LinkSelection,
) => {
  const onPage = pageId === undefined ? sql`true` : sql`page_id = ${pageId}`
  return sql`select organization_id, space_id, page_id, (page_id || ' ' || lpad(ordinal::text, 7, '0')) collate "C" as position,
      kind, target_id, anchor, url, false as is_new
    from page_link
    where organization_id = ${organizationId} and space_id = ${spaceId} and kind not in ('reusable', 'openapi', 'variable') and ${onPage}
      and ${rewritten.length === 0 ? sql`true` : sql`not ${isAmong(sql`page_id`, rewritten)}`}
    union all
    select ${organizationId}::text, ${spaceId}::text, page_id, position collate "C", kind, target_id, anchor, url, "isNew"
    from jsonb_to_recordset(${asJson(links)}::jsonb) as input
      (page_id text, position text, kind text, target_id text, anchor text, url text, "isNew" boolean)
    where ${onPage}`
}

const linkItems = (
  at: SpaceRef,
  overlay: Overlay,
  selection: LinkSelection,
) => sql`with current as (${currentLinks(at, overlay, selection)}), checked as (
    select *, ${missingPart(overlay, selection)} as missing from current l
  ), link as (
    select *, case
        when missing is not null then 'broken'
        when kind = 'url' and (url = ${selection.base} or starts_with(url, ${`${selection.base}/`})) then 'in-app'
        else 'ok'
      end as status,
      ${overlay.rewritten.length === 0 ? sql`false` : sql`missing = 'anchor' and ${isAnchorInHead}`} as lost_anchor
    from checked l
  ), item as (
    select kind, target_id, anchor, url, status, min(position) as position, count(distinct page_id) as total,
      (array_agg(distinct page_id))[1:${sql.lit(MAX_LINK_LOCATIONS)}] as pages, bool_or(missing = 'anchor') as no_anchor,
      bool_or(status = 'broken' and (is_new or lost_anchor
        or ${isAmong(sql`target_id`, overlay.removed)}) is true) as by_request
    from link
    group by kind, target_id, anchor, url, status, case when kind = 'anchor' then page_id end
  )`

const unchanged: Overlay = { links: [], rewritten: [], anchors: [], added: [], removed: [] }

/** The number of broken link targets in the heads of some spaces, by space id; spaces without any are missing. */
export async function brokenLinksIn(
  db: Db,
  organizationId: string,
  spaceIds: readonly string[],
  elsewhere: Elsewhere,
): Promise<ReadonlyMap<string, number>> {
  const { rows } = await sql<{ space: string; count: number }>`
    select space_id as space, count(*)::integer as count from (
      select distinct space_id, kind, target_id, anchor, url, case when kind = 'anchor' then page_id end
      from page_link l
      where organization_id = ${organizationId} and space_id = any(${spaceIds}::text[]) and kind <> 'reusable'
        and ${missingPart(unchanged, elsewhere)} is not null
    ) as broken group by space_id`.execute(db)
  return new Map(rows.map(({ space, count }) => [space, count]))
}

/** The missing part of a link `l`: `target` or `anchor`, or null. */
const missingPart = (overlay: Overlay, elsewhere: Elsewhere) => sql`(case
        when kind = 'page' and not (${isThere('page', overlay)}) then 'target'
        when kind = 'file' and not (${isThere('file', overlay)}) then 'target'
        when kind = 'unresolved' then 'target'
        when ${isMissingElsewhere(elsewhere)} then 'target'
        when ${asksForAnchor} and not (${isAnchorThere(overlay)}) then 'anchor'
      end)`

/** Browsers handle `#top` and text fragments (`:~:`) without an anchor on the page. */
const asksForAnchor = sql`(kind in ('page', 'anchor') and coalesce(anchor, '') not in ('', 'top')
  and not starts_with(anchor, ':~:'))`

/** The page that has to have the anchor. */
const holder = sql`coalesce(l.target_id, l.page_id)`

/** As `anchorAliases`: an anchor that begins with a digit can have `id-` before it, and lack its dots. */
const isAliasOfSection = sql`(l.anchor ~ '^id-[0-9]' and s.anchor ~ '^[0-9]' and substr(l.anchor, 4) in
      (s.anchor, regexp_replace(replace(s.anchor, '.', ''), '-{2,}', '-', 'g')))`

/** Whether the page has a heading or an HTML element with this anchor. */
const isAnchorInHead = sql`(exists (select from page_section s where s.organization_id = l.organization_id
      and s.space_id = l.space_id and s.page_id = ${holder} and (s.anchor = l.anchor or ${isAliasOfSection}))
    or exists (select from page p join content_object o on o.organization_id = p.organization_id and o.hash = p.body
      where p.organization_id = l.organization_id and p.space_id = l.space_id and p.page_id = ${holder}
        and (strpos(o.body, 'id="' || l.anchor || '"') > 0 or strpos(o.body, 'name="' || l.anchor || '"') > 0)))`

function isAnchorThere({ rewritten, anchors }: Overlay) {
  if (rewritten.length === 0) return isAnchorInHead
  const rewrittenAnchor = sql`((${holder}, l.anchor) in (select page_id, anchor
    from jsonb_to_recordset(${asJson(anchors)}::jsonb) as input (page_id text, anchor text)))`
  return sql`${rewrittenAnchor} or not ${isAmong(holder, rewritten)} and ${isAnchorInHead}`
}

/** Whether the target of a link `l` exists in the head or in the overlay. */
function isThere(table: 'page' | 'file', { added, removed }: Overlay) {
  const inHead = sql`exists (select from ${sql.table(table)} t where t.organization_id = l.organization_id
    and t.space_id = l.space_id and t.${sql.raw(`${table}_id`)} = l.target_id)`
  if (added.length + removed.length === 0) return inHead
  const target = sql`l.target_id`
  return sql`${isAmong(target, added)} or not ${isAmong(target, removed)} and ${inHead}`
}
