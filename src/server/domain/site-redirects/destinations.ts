import type { RedirectDestination } from '#contract/site-redirects.ts'
import { contentOf } from '../../content/read.ts'
import type { PageNode } from '../../content/snapshot.ts'
import type { Db } from '../../db/client.ts'
import type { Urls } from '../../urls.ts'
import { siteAddress } from '../sites/present.ts'
import { addressesOf, addressOfSection, encodedAddress, pageAddresses } from '../sites/structure/addresses.ts'
import type { Structure } from '../sites/structure/structure.ts'

/** The absolute URL of a destination; null if it no longer exists. */
export async function destinationUrl(
  db: Db,
  urls: Urls,
  structure: Structure,
  destination: RedirectDestination,
): Promise<string | null> {
  if (destination.kind === 'external') return destination.url
  const path = await destinationPath(db, structure, destination)
  return path === null ? null : siteAddress(structure.site, urls) + path
}

/** The page of a destination; undefined if it doesn't exist or has no address, as links in the page tree. */
export async function destinationPage(
  db: Db,
  structure: Structure,
  { siteSpaceId, pageId }: Extract<RedirectDestination, { kind: 'site-page' }>,
): Promise<{ readonly node: PageNode; readonly isFirst: boolean } | undefined> {
  const siteSpace = structure.siteSpaces.find(({ id }) => id === siteSpaceId)
  if (siteSpace === undefined) return undefined
  const { organizationId } = structure.site
  const { tree } = await contentOf(db, { organizationId, spaceId: siteSpace.spaceId })
  const node = tree.page(pageId)
  if (node === undefined || node.path === null) return undefined
  return { node, isFirst: firstPageIn(tree.pages) === node }
}

async function destinationPath(
  db: Db,
  structure: Structure,
  destination: Exclude<RedirectDestination, { kind: 'external' }>,
): Promise<string | null> {
  if (destination.kind === 'site-section') {
    const section = structure.sections.find(({ id }) => id === destination.siteSectionId)
    return section === undefined ? null : encodedAddress(addressOfSection(structure, section))
  }
  const siteSpace = structure.siteSpaces.find(({ id }) => id === destination.siteSpaceId)
  if (siteSpace === undefined) return null
  const addresses = addressesOf(structure)
  if (destination.kind === 'site-space') return encodedAddress(addresses.get(siteSpace.id) ?? '')
  const page = await destinationPage(db, structure, destination)
  if (page === undefined) return null
  if (page.isFirst) return encodedAddress(addresses.get(siteSpace.id) ?? '')
  const path = page.node.path ?? ''
  return encodedAddress(pageAddresses({ structure, addresses }, siteSpace)(path)) + encodedPath(path)
}

const encodedPath = (path: string): string => path.split('/').map(encodeURIComponent).join('/')

/** The page at the root of a space. */
function firstPageIn(nodes: readonly PageNode[]): PageNode | undefined {
  for (const node of nodes) {
    if (node.entry.hidden) continue
    const first = node.entry.type === 'document' ? node : firstPageIn(node.pages)
    if (first !== undefined) return first
  }
  return undefined
}
