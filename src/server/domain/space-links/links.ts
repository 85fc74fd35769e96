import type { Link } from '#contract/content-links.ts'
import type { Paging } from '#contract/shared/paging.ts'
import { type Content, contentOf } from '../../content/read.ts'
import type { Context } from '../../context.ts'
import { checkedSpaces } from './checked-spaces.ts'
import { fieldLinksIn } from './field-links.ts'
import { type LinkSelection, linkPage, type Overlay } from './link-queries.ts'
import { locationsIn, type Version } from './locations.ts'

/** The selection of links, and the version of the content, by default the head. */
type LinkOptions = Omit<LinkSelection, 'base' | 'spaces'> & {
  readonly paging: Paging
  readonly version?: (Version & { readonly overlay: Overlay }) | undefined
}

/** The links of a space or one of its pages, with their status and locations. */
export async function linksOf(ctx: Context, spaceId: string, { paging, version, ...selection }: LinkOptions) {
  const at = { organizationId: ctx.access.organizationId, spaceId }
  const overlay = version?.overlay ?? headOverlay(await contentOf(ctx.db, at))
  const spaces = await checkedSpaces(ctx, at.organizationId, [spaceId], overlay.links)
  const narrowed = { ...selection, base: ctx.urls.base, spaces }
  const { rows, next, count, total, broken, byRequest } = await linkPage(
    ctx.db,
    at,
    overlay,
    narrowed,
    paging,
  )
  const locations = await locationsIn(ctx, spaceId, version)
  const targetOf = await locations.targetsOf(rows)
  const items = rows.map((row): Link => {
    const target = targetOf(row)
    return {
      status: row.status,
      ...(row.status === 'broken' ? { missing: row.noAnchor ? 'anchor' : 'target' } : {}),
      relation: 'reference',
      ...(target === undefined ? {} : { targetReference: target }),
      locationReferences: row.pages.flatMap((page) => locations.page(page) ?? []),
      ...(row.total === undefined ? {} : { locationsTotal: row.total }),
    }
  })
  const ofRequest = version === undefined ? {} : { changeRequest: byRequest }
  return {
    ...(next ? { next } : {}),
    count,
    items,
    stats: { total, broken: { total: broken, ...ofRequest } },
  }
}

/** The overlay of the head itself: its links in fields, which are not in the database. */
export const headOverlay = ({ tree, at }: Content): Overlay => ({
  links: fieldLinksIn(tree, at.spaceId),
  rewritten: [],
  anchors: [],
  added: [],
  removed: [],
})
