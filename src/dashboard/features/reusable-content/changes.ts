import type { SemanticChange } from '#contract/semantic-changes.ts'
import { changedReusableContent } from '../../components/diff/changed-pages.ts'
import type { ReusableContentChanges } from './reusable-content-page.tsx'

/** What the changes of a change request do to reusable content. */
export function reusableContentChanges(
  revision: string,
  changes: readonly SemanticChange[],
): ReusableContentChanges {
  const changed = changedReusableContent(changes)
  return {
    revision,
    kinds: new Map(
      changed.flatMap(({ id, kind }) => (kind === 'added' || kind === 'edited' ? [[id, kind] as const] : [])),
    ),
    deleted: changed.filter(({ kind }) => kind === 'removed'),
  }
}
