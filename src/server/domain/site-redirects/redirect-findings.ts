import type { SiteParams } from '#contract/shared/paths.ts'
import type { RedirectFinding, SiteRedirectWithFindings } from '#contract/site-redirects.ts'
import { contentOf } from '../../content/read.ts'
import type { Context } from '../../context.ts'
import { siteAddress } from '../sites/present.ts'
import type { Structure } from '../sites/structure/structure.ts'
import { structureOf } from '../sites/structure-queries.ts'
import { presentRedirect } from './present.ts'
import { allRedirects, type RedirectRow } from './queries.ts'
import { chainFrom, keyOnSite } from './rules.ts'
import { shadowedSources } from './shadowed-sources.ts'

/** The redirects of a site that don't work as they seem to, by source, each with its findings. */
export async function redirectFindings(ctx: Context, site: SiteParams): Promise<SiteRedirectWithFindings[]> {
  const structure = await structureOf(ctx.db, site.organizationId, site.siteId)
  const redirects = await allRedirects(ctx.db, site)
  const keys = redirects.map(({ sourceKey }) => sourceKey)
  const shadowed = await shadowedSources(ctx.db, structure, keys)
  const isTargetMissing = await missingTargets(ctx, structure, redirects)
  const address = siteAddress(structure.site, ctx.urls)
  const byKey = new Map(redirects.map((one) => [one.sourceKey, one]))
  // A redirect that a page shadows never applies, so no chain goes through it.
  const next = new Map(
    redirects
      .filter(({ sourceKey }) => !shadowed.has(sourceKey))
      .map((one) => [one.sourceKey, keyOnSite(address, one.destination)]),
  )
  return redirects.flatMap((row) => {
    const findings: RedirectFinding[] = []
    if (shadowed.has(row.sourceKey)) findings.push({ kind: 'shadowed' })
    if (isTargetMissing(row)) findings.push({ kind: 'gone' })
    const chain = shadowed.has(row.sourceKey) ? null : chainFrom(row.sourceKey, next)
    if (chain !== null) {
      const through = chain.keys.map((key) => byKey.get(key)?.source ?? `/${key}`)
      findings.push({ kind: chain.isLoop ? 'loop' : 'chain', through })
    }
    return findings.length === 0 ? [] : [{ ...presentRedirect(row, ctx.urls), findings }]
  })
}

/** Tells whether the section, space or page of a redirect is no longer on the site. */
async function missingTargets(
  { db }: Context,
  structure: Structure,
  redirects: readonly RedirectRow[],
): Promise<(row: RedirectRow) => boolean> {
  const siteSpaceIds = new Set(
    redirects.flatMap(({ destination: to }) => (to.kind === 'site-page' ? to.siteSpaceId : [])),
  )
  const { organizationId } = structure.site
  const pages = new Map<string, (id: string) => boolean>()
  for (const { id, spaceId } of structure.siteSpaces.filter((one) => siteSpaceIds.has(one.id))) {
    const { tree } = await contentOf(db, { organizationId, spaceId })
    pages.set(id, (page) => typeof tree.page(page)?.path === 'string')
  }
  return ({ destination: to }) => {
    if (to.kind === 'external') return false
    if (to.kind === 'site-section') return !structure.sections.some(({ id }) => id === to.siteSectionId)
    if (to.kind === 'site-space') return !structure.siteSpaces.some(({ id }) => id === to.siteSpaceId)
    return pages.get(to.siteSpaceId)?.(to.pageId) !== true
  }
}
