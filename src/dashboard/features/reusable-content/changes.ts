import type { SemanticChange } from '#contract/semantic-changes.ts'
import type { ContentChangeKind } from './content-row.tsx'
import type { ReusableContentChanges } from './reusable-content-page.tsx'

/** What the changes of a change request do to reusable content. */
export function reusableContentChanges(
  revision: string,
  changes: readonly SemanticChange[],
): ReusableContentChanges {
  const kinds = new Map<string, ContentChangeKind>()
  const deleted = new Map<string, { id: string; title: string }>()
  for (const change of changes) {
    if (change.type === 'reusable_content_created') kinds.set(change.reusableContent.id, 'added')
    if (change.type === 'reusable_content_edited') kinds.set(change.reusableContent.id, 'edited')
    if (change.type === 'reusable_content_deleted')
      deleted.set(change.reusableContent.id, change.reusableContent)
  }
  return { revision, kinds, deleted: [...deleted.values()] }
}
