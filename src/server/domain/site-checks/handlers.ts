import { api } from '#contract/api.ts'
import { MAX_FINDING_PAGES, MAX_FINDING_PATHS, type SiteFinding } from '#contract/site-checks.ts'
import { viewerOf } from '../../auth/viewer.ts'
import { contentOf } from '../../content/read.ts'
import type { Db } from '../../db/client.ts'
import { handle } from '../../handle.ts'
import { publishingAuth } from '../site-publishing/queries.ts'
import { type ConditionalContent, conditionalContentOf, isUndecided } from '../sites/conditional-content.ts'
import {
  isDefaultSiteSpace,
  type SiteSpaceRow,
  type Structure,
  siteSpacesInOrder,
} from '../sites/structure/structure.ts'
import { structureOf } from '../sites/structure-queries.ts'
import { checkedSpaces } from '../space-links/checked-spaces.ts'
import { brokenLinksIn } from '../space-links/link-queries.ts'
import { spacesByIds } from '../spaces/queries.ts'
import { dashboardLinks, type HiddenPage, hiddenPages, spacesWithoutPages } from './queries.ts'
import { firstDocument, overlapsIn } from './rules.ts'

export const siteCheckHandlers = handle(api.siteChecks, {
  async list(ctx, { params }) {
    const { db } = ctx
    const { organizationId } = params
    const structure = await structureOf(db, organizationId, params.siteId)
    const hasVisitorAuth = structure.site.visibility === 'visitor-auth'
    const spaceIds = [...new Set(structure.siteSpaces.map(({ spaceId }) => spaceId))]
    const elsewhere = {
      base: ctx.urls.base,
      spaces: await checkedSpaces(ctx, organizationId, spaceIds),
    }
    const [empty, broken, dashboard, hidden, readable, auth, conditional] = await Promise.all([
      spacesWithoutPages(db, organizationId, spaceIds),
      brokenLinksIn(db, organizationId, spaceIds, elsewhere),
      dashboardLinks(db, organizationId, spaceIds, elsewhere),
      hiddenPagesBySpace(db, structure),
      spacesByIds(db, viewerOf(ctx), spaceIds),
      hasVisitorAuth ? publishingAuth(db, params) : undefined,
      isUndecided(structure.site) ? conditionalContentOf(db, structure) : undefined,
    ])
    const readableIds = new Set(readable.map(({ id }) => id))
    const ofSite: SiteFinding[] = []
    if (spaceIds.length === 0) ofSite.push({ kind: 'no-space' })
    if (hasVisitorAuth && !auth?.fallbackURL) ofSite.push({ kind: 'no-fallback' })
    if (conditional !== undefined) ofSite.push(...conditionalFinding(conditional, readableIds))
    const ofSpaces = siteSpacesInOrder(structure).flatMap((one): SiteFinding[] => {
      const at = siteSpaceReference(one)
      const links = broken.get(one.spaceId) ?? 0
      const leaving = dashboard.get(one.spaceId) ?? 0
      return [
        ...(empty.has(one.spaceId)
          ? [{ kind: 'empty-space' as const, ...at, default: isDefaultSiteSpace(structure, one) }]
          : []),
        ...(links > 0 ? [{ kind: 'broken-links' as const, ...at, count: links }] : []),
        ...(leaving > 0 ? [{ kind: 'dashboard-links' as const, ...at, count: leaving }] : []),
        ...[...(hidden.get(one.id) ?? [])].map(([by, paths]) => ({
          kind: 'hidden-pages' as const,
          ...at,
          count: paths.length,
          paths: readableIds.has(one.spaceId) ? paths.slice(0, MAX_FINDING_PATHS) : [],
          by,
        })),
      ]
    })
    return { findings: [...ofSite, ...ofSpaces] }
  },
})

function conditionalFinding(
  { pages, parts }: ConditionalContent,
  readableIds: ReadonlySet<string>,
): SiteFinding[] {
  if (pages.length + parts === 0) return []
  const first = pages.filter(({ space }) => readableIds.has(space)).slice(0, MAX_FINDING_PAGES)
  return [{ kind: 'conditional-content', count: pages.length, pages: first, parts }]
}

const siteSpaceReference = ({ id, spaceId, sectionId, title }: SiteSpaceRow) => ({
  siteSpace: id,
  space: spaceId,
  ...(sectionId === null ? {} : { siteSection: sectionId }),
  title,
})

/** Paths of unreachable pages by their site space, then by the site space whose address hides them. */
async function hiddenPagesBySpace(db: Db, structure: Structure) {
  const { organizationId } = structure.site
  const pages = await hiddenPages(db, organizationId, overlapsIn(structure))
  const spaceOf = new Map(structure.siteSpaces.map(({ id, spaceId }) => [id, spaceId]))
  const firsts = new Map<string, string | undefined>()
  const isFirst = async ({ siteSpaceId, pageId }: HiddenPage) => {
    const spaceId = spaceOf.get(siteSpaceId) ?? ''
    if (!firsts.has(spaceId)) {
      const { tree } = await contentOf(db, { organizationId, spaceId })
      firsts.set(spaceId, firstDocument(tree.pages)?.entry.id)
    }
    return firsts.get(spaceId) === pageId
  }
  const hidden = new Map<string, Map<string, string[]>>()
  for (const page of pages) {
    // The first page of a space is reachable at the root of the space.
    if (await isFirst(page)) continue
    const by = hidden.get(page.siteSpaceId) ?? new Map<string, string[]>()
    hidden.set(page.siteSpaceId, by.set(page.by, [...(by.get(page.by) ?? []), page.path]))
  }
  return hidden
}
