import { api } from '#contract/api.ts'
import type { Site } from '#contract/sites.ts'
import { handle } from '../../handle.ts'
import { heldLooks } from '../site-customization/handlers.ts'
import { overridesIn } from '../site-customization/queries.ts'
import { looksWith } from '../site-customization/rules.ts'
import { withShareKey } from '../site-share-links/rules.ts'
import { presentStructure } from '../site-structure/handlers.ts'
import { structureOf } from '../site-structure/queries.ts'
import { sightOf } from '../site-structure/sight.ts'
import { presentSite } from '../sites/present.ts'
import { siteWith } from '../sites/queries.ts'

export const publishedSiteHandlers = handle(api.publishedSites, {
  async get(ctx, { params, query: { shareKey } }) {
    const structure = await structureOf(ctx.db, params.organizationId, params.siteId)
    const [row, sight, { value: looks }, overrides] = await Promise.all([
      siteWith(ctx.db, params.organizationId, params.siteId),
      sightOf(ctx.db, ctx, structure, shareKey),
      heldLooks(ctx.db, structure.site),
      overridesIn(ctx.db, params),
    ])
    const different = [...overrides].filter(([, { value }]) => Object.keys(value).length > 0)
    return {
      object: 'published-content-site',
      site: keyed(presentSite(row, ctx.urls, ctx.access.organizationRole), shareKey),
      structure: presentStructure(sight),
      customizations: {
        site: looks,
        siteSpaces: Object.fromEntries(different.map(([id, { value }]) => [id, looksWith(looks, value)])),
      },
      scripts: [],
    }
  },
})

/** The site with the key of a share link in its published address. */
function keyed(site: Site, shareKey: string | undefined): Site {
  const { published } = site.urls
  if (shareKey === undefined || published === undefined) return site
  return { ...site, urls: { ...site.urls, published: withShareKey(published, shareKey) } }
}
