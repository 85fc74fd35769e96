import { api } from '#contract/api.ts'
import type { SiteSectionGroup } from '#contract/site-section-groups.ts'
import type { SiteSection } from '#contract/site-sections.ts'
import type { SiteSpace } from '#contract/site-spaces.ts'
import type { SiteStructure } from '#contract/site-structure.ts'
import { notFound } from '../../errors.ts'
import { handle } from '../../handle.ts'
import { partSeen } from '../published-sites/visiting.ts'
import { presentGroup } from '../site-section-groups/present.ts'
import { presentSection } from '../site-sections/present.ts'
import { presentSiteSpaces } from '../site-spaces/present.ts'
import { arrange } from './arranging.ts'
import { type Item, itemOf } from './placement.ts'
import { structureOf } from './queries.ts'
import { type Sight, sightOf } from './sight.ts'
import { rootOf, siteSpacesIn } from './structure.ts'

export const siteStructureHandlers = handle(api.siteStructure, {
  async get(ctx, { params, query }) {
    const whole = await structureOf(ctx.db, params.organizationId, params.siteId)
    // Who arranges a site sees all of it; a visitor's part is answered where a visitor is named.
    const isForVisitor = ctx.caller.reader !== undefined || query.claims !== undefined
    const structure = isForVisitor ? partSeen(ctx, whole, query.claims).structure : whole
    return presentStructure(await sightOf(ctx.db, ctx, structure, query.shareKey))
  },

  async sort(ctx, { params, body }) {
    return ctx.write(async (tx) => {
      const { structure } = await arrange(tx, ctx, params, { type: 'move', ...body })
      return presentItem(await sightOf(tx, ctx, structure), itemOf(structure, body.item.type, body.item.id))
    })
  },
})

/** A whole structure, as the interface answers it. */
export function presentStructure(sight: Sight): SiteStructure {
  const { structure } = sight
  if (structure.sections.length === 0 && structure.groups.length === 0) {
    return { type: 'siteSpaces', structure: presentSiteSpaces(sight, siteSpacesIn(structure, null)) }
  }
  const root = rootOf(structure).map((item) =>
    item.kind === 'site-section' ? presentSection(sight, item) : presentGroup(sight, item),
  )
  return { type: 'sections', structure: root }
}

function presentItem(sight: Sight, item: Item): SiteSection | SiteSectionGroup | SiteSpace {
  if (item.kind === 'site-section') return presentSection(sight, item)
  if (item.kind === 'site-section-group') return presentGroup(sight, item)
  const [shown] = presentSiteSpaces(sight, [item])
  if (shown === undefined) throw notFound('site space', item.id)
  return shown
}
