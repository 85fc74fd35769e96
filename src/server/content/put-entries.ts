import { uniqueSlug } from '#markup/slug.ts'
import type { PutEntries } from './changes.ts'
import { type Batch, type Draft, touch } from './draft.ts'
import { canonicalPage } from './entries.ts'
import { checkParent } from './page-rules.ts'

/**
 * Puts pages, files and reusable contents into the tree as they are: their texts are stored and their links resolved.
 * It is no edit, so their times stay.
 */
export async function putEntries({ tree }: Batch, draft: Draft, change: PutEntries): Promise<void> {
  for (const file of change.files) tree.putFile(file)
  for (const entry of change.reusables) {
    const did = (await tree.reusables.of(entry.id)) === null ? 'created' : 'updated'
    tree.reusables.put(entry)
    draft.reusables.set(entry.id, { did })
  }
  for (const { page, ...fields } of change.replaced) {
    const location = await tree.find(page)
    if (location === null) continue
    await tree.replace(canonicalPage({ ...location.entry, ...fields }))
    touch(draft, page)
  }
  for (const { entry, parent, at } of change.inserted) {
    await checkParent(tree, entry.type, parent)
    const { children: _, ...page } = entry
    const slug = entry.type === 'link' ? '' : uniqueSlug(entry.slug, await tree.slugsIn(parent))
    await tree.insert(canonicalPage({ ...page, slug }), parent, at)
    draft.outcomes.set(entry.id, { did: 'created', page: entry.id })
  }
}

/** The ids of pages that the change mentions. */
export const pagesPut = ({ inserted, replaced }: PutEntries): string[] => [
  ...inserted.flatMap(({ entry, parent }) => (parent === null ? [entry.id] : [entry.id, parent])),
  ...replaced.map(({ page }) => page),
]
