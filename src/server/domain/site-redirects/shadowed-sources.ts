import type { Db, Tx } from '#server/db/client.ts'
import { pathMatches } from '../sites/structure/addresses.ts'
import type { Structure } from '../sites/structure/structure.ts'
import { pagesAt } from './queries.ts'

/** Those of some paths of a site at which a page or a space stands, which is shown instead of a redirect. */
export async function shadowedSources(
  db: Db | Tx,
  structure: Structure,
  keys: readonly string[],
): Promise<ReadonlySet<string>> {
  const readings = new Map(keys.map((key) => [key, pathMatches(structure, [], key)]))
  const all = [...readings.values()].flat().filter(({ pagePath }) => pagePath !== '')
  const pages = await pagesAt(
    db,
    structure.site.organizationId,
    [...new Set(all.map(({ spaceId }) => spaceId))],
    [...new Set(all.map(({ pagePath }) => pagePath))],
  )
  const isTaken = (key: string) =>
    readings.get(key)?.some(({ spaceId, pagePath }) => pagePath === '' || pages.has(`${spaceId} ${pagePath}`))
  return new Set(keys.filter(isTaken))
}
