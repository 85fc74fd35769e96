import type { Db, Tx } from '../../db/client.ts'
import { pathMatches } from '../sites/structure/addresses.ts'
import type { Structure } from '../sites/structure/structure.ts'
import { pagesAt } from './queries.ts'
import { isWildcard } from './rules.ts'

/** The paths at which the site has a page or a space, which wins over a redirect. */
export async function shadowedSources(
  db: Db | Tx,
  structure: Structure,
  keys: readonly string[],
): Promise<ReadonlySet<string>> {
  // A wildcard applies only where there is no page.
  const matches = new Map(
    keys.filter((key) => !isWildcard(key)).map((key) => [key, pathMatches(structure, [], key)]),
  )
  const all = [...matches.values()].flat().filter(({ pagePath }) => pagePath !== '')
  const pages = await pagesAt(
    db,
    structure.site.organizationId,
    [...new Set(all.map(({ spaceId }) => spaceId))],
    [...new Set(all.map(({ pagePath }) => pagePath))],
  )
  const isShadowed = (key: string) =>
    matches.get(key)?.some(({ spaceId, pagePath }) => pagePath === '' || pages.has(`${spaceId} ${pagePath}`))
  return new Set(keys.filter(isShadowed))
}
