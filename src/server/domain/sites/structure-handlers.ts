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
    // Members see the whole structure unless they ask for that of a visitor.
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

function presentItem(context: ViewerContext, item: Item): SiteSection | SiteSectionGroup | SiteSpace {
  if (item.kind === 'site-section') return presentSection(context, item)
  if (item.kind === 'site-section-group') return presentGroup(context, item)
  const [siteSpace] = presentSiteSpaces(context, [item])
  if (siteSpace === undefined) throw notFound('site space', item.id)
  return siteSpace
}
