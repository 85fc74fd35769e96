import type { Viewer } from '../../auth/viewer.ts'
import type { Service } from '../../context.ts'
import type { Db } from '../../db/client.ts'
import { pageFromRows } from '../../db/page.ts'
import { freeName, keyOf, safeName } from '../../exporting/file-names.ts'
import { type ExportedFile, exportOf } from '../../exporting/space-files.ts'
import { collectionsByIds } from '../collections/queries.ts'
import { type LibraryRow, libraryPage } from '../library/queries.ts'
import { spacesByIds } from '../spaces/queries.ts'

type Item = { readonly kind: 'space' | 'collection'; readonly id: string; readonly title: string }
type LibraryContents = ReadonlyMap<string, readonly Item[]>

const batch = 200

/**
 * The spaces of a collection, or of the whole organization (null), that a viewer may see, as files in one folder
 * per space and collection. A space that the viewer can no longer see when its turn comes is left out.
 */
export async function* libraryFiles(
  source: Pick<Service, 'db' | 'blobs'>,
  viewer: Viewer,
  collectionId: string | null,
): AsyncGenerator<ExportedFile> {
  const contents = await contentsOf(source.db, viewer, collectionId)
  for (const { id, path } of foldersOf(contents, collectionId ?? '', '')) {
    const [space] = await spacesByIds(source.db, viewer, [id])
    if (space === undefined) continue
    const { entries } = await exportOf(source, { organizationId: viewer.organizationId, spaceId: id })
    for await (const entry of entries()) yield { ...entry, path: path + entry.path }
  }
}

/** The folder of each space below a parent; duplicate names get a number. */
function* foldersOf(
  contents: LibraryContents,
  parent: string,
  above: string,
): Generator<{ id: string; path: string }> {
  const names = new Set<string>()
  for (const { kind, id, title } of contents.get(parent) ?? []) {
    const name = freeName(safeName(title, 'Untitled'), names)
    names.add(keyOf(name))
    const path = `${above}${name}/`
    if (kind === 'space') yield { id, path }
    else yield* foldersOf(contents, id, path)
  }
}

/** All contents below a parent, by parent, in order. */
async function contentsOf(db: Db, viewer: Viewer, parentId: string | null): Promise<LibraryContents> {
  const contents = new Map<string, Item[]>()
  let page: string | undefined
  do {
    const matches = await libraryPage(db, viewer, { parentId, isNested: true }, batch, page)
    const { rows, next } = pageFromRows(matches, batch, (row) => [row.parent, row.orderKey, row.id])
    const titles = await titlesOf(db, viewer, rows)
    for (const { id, kind, parent } of rows) {
      const items = contents.get(parent) ?? []
      items.push({ id, kind, title: titles.get(id) ?? '' })
      contents.set(parent, items)
    }
    page = next?.page
  } while (page !== undefined)
  return contents
}

async function titlesOf(
  db: Db,
  viewer: Viewer,
  rows: readonly LibraryRow[],
): Promise<ReadonlyMap<string, string>> {
  const idsOf = (kind: Item['kind']) => rows.filter((row) => row.kind === kind).map(({ id }) => id)
  const [collections, spaces] = await Promise.all([
    collectionsByIds(db, viewer, idsOf('collection')),
    spacesByIds(db, viewer, idsOf('space')),
  ])
  return new Map([...collections, ...spaces].map(({ id, title }) => [id, title]))
}
