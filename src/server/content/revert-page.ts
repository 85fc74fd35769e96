import { uniqueSlug } from '#markup/slug.ts'
import { invalid, notFound } from '../errors.ts'
import { type Batch, type Draft, touch } from './draft.ts'
import { checkSlug } from './page-rules.ts'
import type { PageNode, Snapshot } from './snapshot.ts'
import { currentIndex } from './three-way.ts'

/** Restores a page from a revision, except for its position; a removed page is restored with its descendants. */
export async function revertPage(batch: Batch, draft: Draft, id: string, revision?: string): Promise<void> {
  const { tree, now } = batch
  const target = revision ?? batch.revertTo
  if (target === null) {
    throw invalid([{ path: ['body', 'changes'], message: 'Enter the revision to restore the page from' }])
  }
  const then = await batch.revision(target)
  const old = then.page(id)
  const location = await tree.find(id)
  if (old === undefined) throw notFound('page', id)
  if (location === null) return restorePage(batch, draft, then, old)
  if (old.entry.slug !== location.entry.slug) await checkSlug(tree, location.parent, old.entry.slug)
  const { children: _, ...fields } = old.entry
  const { children } = location.entry
  const next = {
    ...fields,
    createdAt: location.entry.createdAt,
    ...(children === undefined ? {} : { children }),
  }
  await tree.replace({ ...next, updatedAt: now.toISOString() })
  draft.texts.delete(id)
  draft.reverted.set(id, old.entry.body)
  touch(draft, id)
}

/** Inserts the page after its former neighbor, with the descendants that do not exist elsewhere now. */
async function restorePage(batch: Batch, draft: Draft, then: Snapshot, node: PageNode): Promise<void> {
  const { tree } = batch
  const { children: _, ...entry } = node.entry
  const parent = node.parent !== null && (await tree.find(node.parent)) === null ? null : node.parent
  const slug = entry.type === 'link' ? '' : uniqueSlug(entry.slug, await tree.slugsIn(parent))
  const siblings = then.below(node.parent)
  const now = (await tree.childrenOf(parent)).map(({ id }) => id)
  await tree.insert({ ...entry, slug }, parent, currentIndex(siblings, now, siblings.indexOf(entry.id)))
  draft.reverted.set(entry.id, entry.body)
  draft.outcomes.set(entry.id, { did: 'created', page: entry.id })
  for (const below of node.pages) {
    if ((await tree.find(below.entry.id)) === null) await restorePage(batch, draft, then, below)
  }
}
