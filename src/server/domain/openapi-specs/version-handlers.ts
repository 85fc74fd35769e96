import { LRUCache } from 'lru-cache'
import { api } from '#contract/api.ts'
import type { OperationListItem } from '#contract/openapi-operations.ts'
import type { Context } from '../../context.ts'
import { handle } from '../../handle.ts'
import type { Differences } from './parsing/compare-specs.ts'
import { readVersion } from './parsing/version-in-worker.ts'
import { type SpecRow, specBySlug, versionContent, versionOf } from './queries.ts'

/** Versions never change, so results are cached by their ids; concurrent requests share one. */
const operations = new LRUCache<string, Promise<OperationListItem[]>>({ max: 50 })
const comparisons = new LRUCache<string, Promise<Differences>>({ max: 50 })

export const openapiVersionHandlers = handle(api.openapiVersions, {
  async operations(ctx, { params: { organizationId, specSlug, versionId } }) {
    const spec = await specBySlug(ctx.db, organizationId, specSlug)
    await versionOf(ctx.db, spec, versionId)
    return {
      operations: await cached(operations, `${organizationId} ${versionId}`, () =>
        listOf(ctx, spec, versionId),
      ),
    }
  },

  async compare(ctx, { params: { organizationId, specSlug, versionId }, query: { since } }) {
    const spec = await specBySlug(ctx.db, organizationId, specSlug)
    await Promise.all([versionOf(ctx.db, spec, since), versionOf(ctx.db, spec, versionId)])
    const key = `${organizationId} ${since} ${versionId}`
    return {
      from: since,
      to: versionId,
      ...(await cached(comparisons, key, () => compare(ctx, spec, since, versionId))),
    }
  },
})

async function listOf(ctx: Context, spec: SpecRow, versionId: string): Promise<OperationListItem[]> {
  const { documents } = await versionContent(ctx.db, spec, versionId)
  return (await readVersion({ after: documents })).operations ?? []
}

async function compare(ctx: Context, spec: SpecRow, since: string, versionId: string): Promise<Differences> {
  const [older, newer] = await Promise.all([
    versionContent(ctx.db, spec, since),
    versionContent(ctx.db, spec, versionId),
  ])
  const { differences } = await readVersion({ before: older.documents, after: newer.documents })
  return differences ?? { breaking: 0, added: 0, changed: 0, changes: [], truncated: false }
}

/** A failure is not cached. */
function cached<T>(cache: LRUCache<string, Promise<T>>, key: string, make: () => Promise<T>): Promise<T> {
  const existing = cache.get(key)
  if (existing !== undefined) return existing
  const made = make()
  cache.set(key, made)
  made.catch(() => cache.delete(key))
  return made
}
