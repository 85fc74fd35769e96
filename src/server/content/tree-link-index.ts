import type { Db, Tx } from '../db/client.ts'
import { formerPagesAt, type LinkIndex } from './link-rows.ts'
import { type PageTree, pathOfBreadcrumbs } from './page-tree.ts'
import type { SpaceRef } from './space-ref.ts'

type TreeLinkIndexOptions = {
  readonly db: Db | Tx
  readonly at: SpaceRef
  readonly tree: PageTree
}

/**
 * Looks up link targets in a tree that is not in the tables, in its current state. A former path of a page of the space
 * still refers to that page if the tree contains it.
 */
export function treeLinkIndex({ db, at, tree }: TreeLinkIndexOptions): LinkIndex {
  const present = async (ids: readonly string[]) => {
    await tree.prepare(ids)
    const found = new Set<string>()
    for (const id of ids) if ((await tree.find(id)) !== null) found.add(id)
    return found
  }
  const files = async (ids: readonly string[]) => {
    const found = new Set<string>()
    for (const id of ids) if ((await tree.fileOf(id)) !== null) found.add(id)
    return found
  }
  return {
    async lookUp({ pageIds, fileIds, paths }) {
      const found = new Map<string, string>()
      const walk = pageFinder(tree)
      for (const path of paths) {
        const page = await walk(path)
        if (page !== null) found.set(path, page)
      }
      const former = await formerPagesAt(
        db,
        at,
        paths.filter((path) => !found.has(path)),
      )
      const existing = await present([...former.values()])
      for (const [path, page] of former) if (existing.has(page)) found.set(path, page)
      return { pages: await present(pageIds), files: await files(fileIds), paths: found }
    },
    async pathsOf(ids) {
      const paths = new Map<string, string>()
      for (const id of await present(ids)) {
        const path = pathOfBreadcrumbs(await tree.lineOf(id))
        if (path !== null) paths.set(id, path)
      }
      return paths
    },
  }
}

/** Finds the page at a path, segment by segment; each folder on the path is indexed once. */
function pageFinder(tree: PageTree): (path: string) => Promise<string | null> {
  const folders = new Map<string | null, ReadonlyMap<string, string>>()
  const slugsIn = async (parent: string | null) => {
    const known = folders.get(parent)
    if (known !== undefined) return known
    const pages = (await tree.childrenOf(parent)).filter(({ type }) => type !== 'link')
    const slugs = new Map(pages.map(({ slug, id }) => [slug, id]))
    folders.set(parent, slugs)
    return slugs
  }
  return async (path) => {
    let at: string | null = null
    for (const step of path.split('/')) {
      const next: string | undefined = (await slugsIn(at)).get(step)
      if (next === undefined) return null
      at = next
    }
    return at
  }
}
