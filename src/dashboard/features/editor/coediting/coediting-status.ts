import type { SaveState } from '../save-status.tsx'
import type { CoeditingState } from './session.ts'

/** Whether the shared text is saved. */
export function coeditingStatus({ phase, isStored, saving }: CoeditingState, draft: SaveState): SaveState {
  if (saving === undefined) return draft
  const isDirty = !isStored || !saving.isSaved
  const hasFailed = saving.problem !== undefined
  return {
    ...draft,
    isDirty,
    isSaving: isDirty && !hasFailed,
    isOffline: phase === 'lost',
    hasFailed,
    hasUnresolved: false,
    savedAt: saving.savedAt ?? draft.savedAt,
  }
}
