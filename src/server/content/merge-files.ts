import type { FileEntry, Root } from './entries.ts'
import { diffFiles } from './file-diff.ts'
import type { Objects } from './objects.ts'
import type { PageTree } from './page-tree.ts'

type Roots = Readonly<Record<'base' | 'theirs' | 'ours', Root>>

/**
 * Merges the request's file changes into the space's tree. Name and bytes are merged separately; if both sides replaced
 * the same, the request's version wins and the space's stays in its history. A file that one side removed and the other
 * changed stays.
 */
export async function mergeFiles(tree: PageTree, objects: Objects, roots: Roots): Promise<void> {
  const ours = await diffFiles(objects, roots.base, roots.ours)
  const theirs = await diffFiles(objects, roots.base, roots.theirs)
  const changed = new Map(theirs.edited.map(({ after }) => [after.id, after]))
  const addedByTheirs = new Set(theirs.added.map(({ id }) => id))
  for (const file of ours.added) if (!addedByTheirs.has(file.id)) tree.putFile(file)
  for (const { id } of ours.removed) if (!changed.has(id)) tree.removeFile(id)
  for (const { before, after } of ours.edited) {
    tree.putFile(merged(before, changed.get(after.id) ?? before, after))
  }
}

function merged(base: FileEntry, theirs: FileEntry, ours: FileEntry): FileEntry {
  const bytes = ours.blob === base.blob ? theirs : ours
  return { ...bytes, name: ours.name === base.name ? theirs.name : ours.name }
}
