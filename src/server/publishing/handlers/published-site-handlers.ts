import { api } from '#contract/api.ts'
import type { SiteCustomization } from '#contract/site-customization.ts'
import type { Site } from '#contract/sites.ts'
import { currentCustomization, overridesOf, withAllowedAi } from '../../domain/site-customization/queries.ts'
import { customizationWith } from '../../domain/site-customization/rules.ts'
import type { ConditionFilter } from '../../domain/sites/adaptive-content.ts'
import { structureForVisitor } from '../../domain/sites/adaptive-content.ts'
import { presentSite } from '../../domain/sites/present.ts'
import { siteById } from '../../domain/sites/queries.ts'
import { withShareKey } from '../../domain/sites/share-key.ts'
import { presentStructure } from '../../domain/sites/structure-present.ts'
import { structureOf } from '../../domain/sites/structure-queries.ts'
import { viewerContextOf } from '../../domain/sites/viewer-context.ts'
import { handle } from '../../handle.ts'

export const publishedSiteHandlers = handle(api.publishedSites, {
  async get(ctx, { params, query: { shareKey, claims } }) {
    const whole = await structureOf(ctx.db, params.organizationId, params.siteId)
    const { structure, shows } = structureForVisitor(ctx, whole, claims)
    const [row, viewerContext, { value: saved }, overrides] = await Promise.all([
      siteById(ctx.db, params.organizationId, params.siteId),
      viewerContextOf(ctx.db, ctx, structure, shareKey),
      currentCustomization(ctx.db, structure.site),
      overridesOf(ctx.db, params),
    ])
    const allowed = await withAllowedAi(ctx.db, params.organizationId, saved)
    const customization = { title: row.title, ...allowed }
    const isShown = (id: string) => structure.siteSpaces.some((one) => one.id === id)
    const overridden = [...overrides].filter(
      ([id, { value }]) => isShown(id) && Object.keys(value).length > 0,
    )
    const visible = (one: SiteCustomization) => withoutHidden(one, shows)
    return {
      object: 'published-content-site',
      site: keyed(
        presentSite(row, ctx.urls, ctx.caller.reader === undefined ? ctx.access.role : null),
        shareKey,
      ),
      structure: presentStructure(viewerContext),
      customizations: {
        site: visible(customization),
        siteSpaces: Object.fromEntries(
          overridden.map(([id, { value }]) => [id, visible(customizationWith(customization, value))]),
        ),
      },
      scripts: [],
    }
  },
})

/** A customization without header links that a condition hides. */
const withoutHidden = (customization: SiteCustomization, shows: ConditionFilter) => ({
  ...customization,
  socialAccounts: [],
  header: {
    ...customization.header,
    links: customization.header.links.filter(({ condition }) => shows(condition)),
  },
})

/** The site with the share key in its published URL. */
function keyed(site: Site, shareKey: string | undefined): Site {
  const { published } = site.urls
  if (shareKey === undefined || published === undefined) return site
  return { ...site, urls: { ...site.urls, published: withShareKey(published, shareKey) } }
}
