import { library } from '#contract/library.ts'
import { DEFAULT_PAGE_SIZE } from '#contract/shared/paging.ts'
import { viewerOf } from '../../auth/viewer.ts'
import { listResponse, pageFromRows } from '../../db/page.ts'
import { notFound } from '../../errors.ts'
import { handle } from '../../handle.ts'
import { presentCollection } from '../collections/present.ts'
import { collectionsByIds } from '../collections/queries.ts'
import { presentSpace } from '../spaces/present.ts'
import { spacesByIds, trashPage } from '../spaces/queries.ts'
import { trashCutoff } from '../trash/trash.ts'
import { countLibraryItems, libraryPage } from './queries.ts'

export const libraryHandlers = handle(library, {
  async list(ctx, { query }) {
    const viewer = viewerOf(ctx)
    const parentId = query.parent ?? null
    if (parentId !== null && (await collectionsByIds(ctx.db, viewer, [parentId])).length === 0) {
      throw notFound('collection', parentId)
    }
    const selection = { parentId, isNested: query.nested }
    const limit = query.limit ?? DEFAULT_PAGE_SIZE
    const [matches, count] = await Promise.all([
      libraryPage(ctx.db, viewer, selection, limit, query.page),
      countLibraryItems(ctx.db, viewer, selection),
    ])
    const { rows, next } = pageFromRows(matches, limit, (row) => [row.parent, row.orderKey, row.id])
    const [collections, spaces] = await Promise.all([
      collectionsByIds(ctx.db, viewer, idsOf(rows, 'collection')),
      spacesByIds(ctx.db, viewer, idsOf(rows, 'space')),
    ])
    const items = new Map<string, ReturnType<typeof presentCollection> | ReturnType<typeof presentSpace>>()
    for (const row of collections) items.set(row.id, presentCollection(row, ctx.urls))
    for (const row of spaces) items.set(row.id, presentSpace(row, ctx.urls, ctx.access.organizationRole))
    const shown = rows.flatMap(({ id }) => items.get(id) ?? [])
    return listResponse({ rows: shown, ...(next ? { next } : {}), count }, (item) => item)
  },

  async trash(ctx, { query }) {
    return listResponse(await trashPage(ctx.db, viewerOf(ctx), query, trashCutoff(ctx.now())), (row) =>
      presentSpace(row, ctx.urls, ctx.access.organizationRole),
    )
  },
})

const idsOf = (rows: readonly { id: string; kind: string }[], kind: string): string[] =>
  rows.filter((row) => row.kind === kind).map(({ id }) => id)
