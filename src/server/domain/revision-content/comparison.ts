import type { SemanticChange } from '#contract/semantic-changes.ts'
import { diffFiles } from '../../content/file-diff.ts'
import { type Hash, objectsOf } from '../../content/objects.ts'
import { readRoot } from '../../content/page-tree.ts'
import { diffReusables } from '../../content/reusables.ts'
import { changedVariables, diffTags } from '../../content/space-values.ts'
import { diffTrees } from '../../content/tree-diff.ts'
import type { Context } from '../../context.ts'
import { reusableChangesOf, semanticChangesOf, valueChangesOf } from './semantic-changes.ts'

/** The first `limit` changes from one root to another, all of them without a limit; null means an empty root. */
export async function compareRoots(
  ctx: Context,
  { spaceId, from, to, limit }: { spaceId: string; from: Hash | null; to: Hash; limit?: number },
): Promise<{ changes: SemanticChange[]; more?: number }> {
  const objects = objectsOf(ctx.db, ctx.access.organizationId)
  const [before, after] = [from === null ? {} : await readRoot(objects, from), await readRoot(objects, to)]
  const [pages, files] = [await diffTrees(objects, before, after), await diffFiles(objects, before, after)]
  const reusables = await diffReusables(objects, before, after)
  const values = {
    variables: await changedVariables(objects, before, after),
    tags: await diffTags(objects, before, after),
  }
  const context = { urls: ctx.urls, spaceId }
  const all = [
    ...semanticChangesOf(pages, files, context),
    ...reusableChangesOf(reusables),
    ...valueChangesOf(values),
  ]
  if (limit === undefined) return { changes: all }
  const more = all.length - limit
  return { changes: all.slice(0, limit), ...(more > 0 ? { more } : {}) }
}
