import { api } from '#contract/api.ts'
import type { SiteSectionGroup } from '#contract/site-section-groups.ts'
import type { SiteSection } from '#contract/site-sections.ts'
import type { SiteSpace } from '#contract/site-spaces.ts'
import { notFound } from '../../errors.ts'
import { handle } from '../../handle.ts'
import { structureForVisitor } from './adaptive-content.ts'
import { changeStructure } from './change-structure.ts'
import { type Item, itemOf } from './structure/positions.ts'
import { presentGroup, presentSection, presentSiteSpaces, presentStructure } from './structure-present.ts'
import { structureOf } from './structure-queries.ts'
import { type ViewerContext, viewerContextOf } from './viewer-context.ts'

export const siteStructureHandlers = handle(api.siteStructure, {
  async get(ctx, { params, query }) {
    const whole = await structureOf(ctx.db, params.organizationId, params.siteId)
    // Who arranges a site sees all of it; a visitor's part is answered where a visitor is named.
    const isForVisitor = ctx.caller.reader !== undefined || query.claims !== undefined
    const structure = isForVisitor ? structureForVisitor(ctx, whole, query.claims).structure : whole
    return presentStructure(await viewerContextOf(ctx.db, ctx, structure, query.shareKey))
  },

  async sort(ctx, { params, body }) {
    return ctx.write(async (tx) => {
      const { structure } = await changeStructure(tx, ctx, params, { type: 'move', ...body })
      return presentItem(
        await viewerContextOf(tx, ctx, structure),
        itemOf(structure, body.item.type, body.item.id),
      )
    })
  },
})

function presentItem(sight: ViewerContext, item: Item): SiteSection | SiteSectionGroup | SiteSpace {
  if (item.kind === 'site-section') return presentSection(sight, item)
  if (item.kind === 'site-section-group') return presentGroup(sight, item)
  const [shown] = presentSiteSpaces(sight, [item])
  if (shown === undefined) throw notFound('site space', item.id)
  return shown
}
