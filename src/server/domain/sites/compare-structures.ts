import type { AddressChanges, StructureMark } from '#contract/shared/structure-difference.ts'
import type { SiteStructure } from '#contract/site-structure.ts'
import type { Context } from '../../context.ts'
import type { Db, Tx } from '../../db/client.ts'
import { linksTo, pageCounts, redirectsAt } from './comparison-queries.ts'
import { type AddressDifference, addressDifference, removedSpaces } from './structure/address-changes.ts'
import { marksBetween } from './structure/differences.ts'
import type { Structure } from './structure/structure.ts'
import { presentStructure } from './structure-present.ts'
import { viewerContextOf } from './viewer-context.ts'

/** A possible structure of a site, compared with another one. */
export type StructureComparison = {
  readonly structure: SiteStructure
  readonly marks: StructureMark[]
  readonly addresses: AddressChanges
}

export async function compareStructures(
  db: Db | Tx,
  ctx: Context,
  before: Structure,
  after: Structure,
): Promise<StructureComparison> {
  return {
    structure: presentStructure(await viewerContextOf(db, ctx, after)),
    marks: marksBetween(before, after),
    addresses: await addressChanges(db, before, after),
  }
}

async function addressChanges(db: Db | Tx, before: Structure, after: Structure): Promise<AddressChanges> {
  const difference = addressDifference(before, after)
  const { changed, added, removed, unchanged } = difference
  const differences = [...changed, ...added, ...removed]
  const { organizationId } = before.site
  const pages = await pageCounts(db, organizationId, [
    ...new Set(differences.map((one) => one.siteSpace.spaceId)),
  ])
  const { removed: removedTitles, remaining } = removedSpaces(before, after)
  const links = await linksTo(db, organizationId, [...removedTitles.keys()], remaining)
  const withPages = <T extends { readonly siteSpace: AddressDifference['added'][number]['siteSpace'] }>(
    one: T,
  ) => ({
    ...one,
    siteSpace: { id: one.siteSpace.id, title: one.siteSpace.title },
    pages: pages.get(one.siteSpace.spaceId) ?? 0,
  })
  const changedAddresses = changed.map((one) => ({
    ...withPages(one),
    from: `/${one.from}`,
    to: `/${one.to}`,
  }))
  return {
    changed: changedAddresses,
    added: added.map((one) => ({ ...withPages(one), to: `/${one.to}` })),
    removed: removed.map((one) => ({ ...withPages(one), from: `/${one.from}` })),
    unchanged,
    redirects: changedAddresses.reduce((sum, one) => sum + (one.replacedBy === undefined ? one.pages : 0), 0),
    shadowed: await redirectsAt(db, before.site, newAddresses(difference)),
    brokenLinks: [...links].map(([id, count]) => ({
      space: { id, title: removedTitles.get(id) ?? '' },
      links: count,
    })),
  }
}

const newAddresses = ({ changed, added }: AddressDifference): readonly string[] =>
  [...changed, ...added].map(({ to }) => to).filter((to) => to !== '')
