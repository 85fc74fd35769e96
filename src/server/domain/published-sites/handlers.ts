import { api } from '#contract/api.ts'
import type { SiteCustomization } from '#contract/site-customization.ts'
import type { Site } from '#contract/sites.ts'
import { handle } from '../../handle.ts'
import type { Shows } from '../../publishing/audience.ts'
import { heldLooks } from '../site-customization/handlers.ts'
import { overridesIn } from '../site-customization/queries.ts'
import { looksWith } from '../site-customization/rules.ts'
import { withShareKey } from '../site-share-links/rules.ts'
import { presentSite } from '../sites/present.ts'
import { siteById } from '../sites/queries.ts'
import { presentStructure } from '../sites/structure-handlers.ts'
import { structureOf } from '../sites/structure-queries.ts'
import { viewerContextOf } from '../sites/viewer-context.ts'
import { partSeen } from './visiting.ts'

export const publishedSiteHandlers = handle(api.publishedSites, {
  async get(ctx, { params, query: { shareKey, claims } }) {
    const whole = await structureOf(ctx.db, params.organizationId, params.siteId)
    const { structure, shows } = partSeen(ctx, whole, claims)
    const [row, sight, { value: looks }, overrides] = await Promise.all([
      siteById(ctx.db, params.organizationId, params.siteId),
      viewerContextOf(ctx.db, ctx, structure, shareKey),
      heldLooks(ctx.db, structure.site),
      overridesIn(ctx.db, params),
    ])
    const isShown = (id: string) => structure.siteSpaces.some((one) => one.id === id)
    const different = [...overrides].filter(([id, { value }]) => isShown(id) && Object.keys(value).length > 0)
    const seen = (one: SiteCustomization) => withoutHidden(one, shows)
    return {
      object: 'published-content-site',
      site: keyed(
        presentSite(row, ctx.urls, ctx.caller.reader === undefined ? ctx.access.role : null),
        shareKey,
      ),
      structure: presentStructure(sight),
      customizations: {
        site: seen(looks),
        siteSpaces: Object.fromEntries(
          different.map(([id, { value }]) => [id, seen(looksWith(looks, value))]),
        ),
      },
      scripts: [],
    }
  },
})

/** Looks without the links of the header that a condition hides. */
const withoutHidden = (looks: SiteCustomization, shows: Shows): SiteCustomization => ({
  ...looks,
  header: { ...looks.header, links: looks.header.links.filter(({ condition }) => shows(condition)) },
})

/** The site with the key of a share link in its published address. */
function keyed(site: Site, shareKey: string | undefined): Site {
  const { published } = site.urls
  if (shareKey === undefined || published === undefined) return site
  return { ...site, urls: { ...site.urls, published: withShareKey(published, shareKey) } }
}
