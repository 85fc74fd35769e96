import type { SiteParams } from '#contract/shared/paths.ts'
import { grantsPermission } from '#contract/shared/permissions.ts'
import { type BulkRedirect, encodeSource } from '#contract/site-redirects.ts'
import { resolveAccess } from '../../auth/access.ts'
import { accessFacts } from '../../auth/grants.ts'
import type { Service } from '../../context.ts'
import type { Tx } from '../../db/client.ts'
import type { StoredRedirects } from '../../db/tables/imports.ts'
import { addressesOf } from '../sites/structure/addresses.ts'
import { type Structure, siteSpacesInOrder } from '../sites/structure/structure.ts'
import { lockSite } from '../sites/structure-queries.ts'
import { putRedirects } from './put-redirects.ts'
import { redirectsBySource, sitesWithSpace } from './queries.ts'
import { keyOfSource } from './rules.ts'

export type ImportedRedirects = {
  readonly organizationId: string
  readonly spaceId: string
  /** Id of the user who imports. */
  readonly by: string
  readonly redirects: readonly {
    /** A former path below the space, without slashes around it. */
    readonly from: string
    readonly to: { readonly page: string } | { readonly url: string } | null
  }[]
}

/** Redirects created on all sites, and sources that had one already. */
type ImportCounts = Omit<StoredRedirects, 'found'>

/**
 * Creates imported redirects on every site that shows the space and that the user may edit, with sources below the
 * address of the space on the site. Existing redirects don't change.
 */
export async function addImportedRedirects(
  tx: Tx,
  service: Pick<Service, 'urls' | 'newId' | 'now'>,
  { organizationId, spaceId, by, redirects }: ImportedRedirects,
): Promise<ImportCounts> {
  const siteIds = await sitesWithSpace(tx, organizationId, spaceId)
  if (siteIds.length === 0) return { made: 0, kept: 0, reason: 'no-site' }
  const total = { made: 0, kept: 0 }
  let canEditAny = false
  for (const siteId of siteIds) {
    if (!(await canEditSite(tx, siteId, by))) continue
    canEditAny = true
    const site = { organizationId, siteId }
    const structure = await lockSite(tx, organizationId, siteId)
    const { free, kept } = await withFreeSources(tx, site, redirectsOnSite(structure, spaceId, redirects))
    const writer = { ...service, access: { organizationId } }
    const results = free.length === 0 ? [] : await putRedirects(tx, writer, site, { redirects: free })
    total.made += results.filter(({ status }) => status === 'created').length
    total.kept += kept
  }
  return canEditAny ? total : { ...total, reason: 'no-permission' }
}

async function canEditSite(tx: Tx, siteId: string, userId: string): Promise<boolean> {
  const facts = await accessFacts(tx, { kind: 'site', id: siteId }, userId)
  if (facts === null || facts.member === null || facts.member.disabled) return false
  return grantsPermission(resolveAccess(facts).role, 'site.edit')
}

/** The redirects with sources on the site, below the first site space with this space. */
function redirectsOnSite(
  structure: Structure,
  spaceId: string,
  redirects: ImportedRedirects['redirects'],
): BulkRedirect[] {
  const siteSpace = siteSpacesInOrder(structure).find((one) => one.spaceId === spaceId)
  if (siteSpace === undefined) return []
  const address = addressesOf(structure).get(siteSpace.id) ?? ''
  return redirects.flatMap(({ from, to }): BulkRedirect[] => {
    if (to === null || from === '') return []
    const source = encodeSource(`/${[address, from].filter((part) => part !== '').join('/')}`)
    if ('url' in to) return [{ source, destination: { kind: 'external', url: to.url } }]
    return [{ source, destination: { kind: 'site-page', siteSpaceId: siteSpace.id, pageId: to.page } }]
  })
}

async function withFreeSources(tx: Tx, site: SiteParams, redirects: readonly BulkRedirect[]) {
  const keys = redirects.map(({ source }) => keyOfSource(source) ?? '')
  const existing = await redirectsBySource(tx, site, keys)
  const free = redirects.filter((_, index) => !existing.has(keys[index] ?? ''))
  return { free, kept: redirects.length - free.length }
}
