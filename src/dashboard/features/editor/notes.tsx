import type { ContentAt } from '../../lib/content-at.ts'
import { ElsewhereNote, KeptNote, NotSaved } from './editor-notes.tsx'
import type { KeptDraft } from './kept-drafts.ts'
import { SaveAsNew } from './save-as-new.tsx'
import type { useKept } from './use-kept.ts'
import type { useSaving } from './use-saving.ts'
import type { useWriting } from './use-writing.ts'

type Props = {
  saving: ReturnType<typeof useSaving>
  writing: ReturnType<typeof useWriting>
  kept: ReturnType<typeof useKept>
  at: ContentAt
  onRetry: () => void
  onTake: (kept: KeptDraft) => void
}

/** What stands in the way of saving, and what an earlier visit or another tab has written. */
export function Notes({ saving, writing, kept, at, onRetry, onTake }: Props) {
  const { draft } = kept
  return (
    <>
      {saving.error && <NotSaved error={saving.error} onRetry={onRetry} />}
      {saving.trouble?.kind === 'gone' && (
        <SaveAsNew at={at} draft={writing.draft} onSaved={writing.forget} />
      )}
      {draft && !writing.isDirty && (
        <KeptNote at={draft.at} onTake={() => onTake(draft)} onDrop={kept.close} />
      )}
      {kept.isElsewhere && <ElsewhereNote onClose={kept.hideElsewhere} />}
    </>
  )
}
