import { contentOf } from '../content/read.ts'
import { addressKey, relocationsOf } from '../content/relocations.ts'
import type { PageNode, Snapshot } from '../content/snapshot.ts'
import { siteAddress } from '../domain/sites/present.ts'
import { encodedAddress } from '../domain/sites/structure/addresses.ts'
import { spacesOnOtherSites } from './queries.ts'
import type { BaseVisit } from './visit.ts'

/** A space, or a page in it. */
export type ContentAddress = { readonly spaceId: string; readonly pageId: string | undefined }

/**
 * The URLs at which public sites other than this one show spaces and pages; undefined for what none of them shows to
 * everyone. A page that moves there later redirects, so an answer may be kept.
 */
export async function urlsOnOtherSites(
  visit: BaseVisit,
  addresses: readonly ContentAddress[],
): Promise<(address: ContentAddress) => string | undefined> {
  const { organizationId, shape } = visit.state
  const pages = addresses.flatMap(({ spaceId, pageId }) =>
    pageId === undefined ? [] : [{ spaceId, pageId }],
  )
  const relocated = await relocationsOf(visit.db, organizationId, pages)
  const currentAddressOf = ({ spaceId, pageId }: ContentAddress): ContentAddress =>
    (pageId === undefined ? undefined : relocated.get(addressKey({ spaceId, pageId }))) ?? { spaceId, pageId }
  const spaceIds = [...new Set(addresses.flatMap((one) => [one.spaceId, currentAddressOf(one).spaceId]))]
  const site = { organizationId, siteId: shape.structure.site.id }
  const shown = await spacesOnOtherSites(visit.db, site, spaceIds)
  const trees = new Map<string, Snapshot>()
  for (const spaceId of shown.keys())
    trees.set(spaceId, (await contentOf(visit.db, { organizationId, spaceId })).tree)
  const find = ({ spaceId, pageId }: ContentAddress): string | undefined => {
    const space = shown.get(spaceId)
    if (space === undefined) return undefined
    const root = `${siteAddress(space, visit.urls)}${encodedAddress(space.path)}`
    if (pageId === undefined) return root
    const path = pathForEveryone(trees.get(spaceId), pageId)
    return path === undefined ? undefined : `${root}${encodedAddress(path).replace(/\/$/, '')}`
  }
  return (address) => find(address) ?? find(currentAddressOf(address))
}

/** The path of a page that every visitor sees; undefined for others, whose path may say what they contain. */
function pathForEveryone(tree: Snapshot | undefined, pageId: string): string | undefined {
  const page = tree?.page(pageId)
  for (
    let node: PageNode | undefined = page;
    node;
    node = node.parent === null ? undefined : tree?.page(node.parent)
  )
    if (node.entry.condition !== undefined || node.entry.hidden === true) return undefined
  return page?.entry.type === 'document' ? (page.path ?? undefined) : undefined
}
