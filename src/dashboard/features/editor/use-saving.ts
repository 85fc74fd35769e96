import { useEffect, useRef } from 'react'
import type { ContentRef } from '../../data/content.ts'
import { useLatest } from '../../hooks/use-debounced.ts'
import { toast } from '../../lib/toast.ts'
import { coeditingStatus } from './coediting/coediting-status.ts'
import type { Coediting } from './coediting/use-coediting.ts'
import type { Draft, EditedDocument } from './queries.ts'
import type { SaveState } from './save-status.tsx'
import { type SavingMode, useAutosave, useEditingSession } from './use-autosave.ts'
import { type useDraft, useLeaveGuard } from './use-draft.ts'
import { useSave } from './use-save.ts'

type Options = {
  at: ContentRef
  document: EditedDocument
  draftState: ReturnType<typeof useDraft>
  mode: SavingMode
  /** Replaces the text in the editor. */
  show: (draft: Draft) => void
  /** Writes what the editor shows to the draft. */
  flush: () => void
  isUploading: boolean
  coediting: Coediting
}

/** Saves the draft: as the person types or when they ask for it, and before they leave. */
export function useSaving(options: Options) {
  const { at, document, draftState, mode, show, flush, isUploading, coediting } = options
  const { draft, isDirty } = draftState
  const session = useEditingSession()
  const isAutomatic = mode === 'automatic'
  const saveState = useSave({
    at,
    document,
    draftState,
    show,
    editingSession: isAutomatic ? session : undefined,
  })
  const { problem, error, hasUnresolved } = saveState
  const isUntitled = draft.title.trim() === ''
  const hasConflicts = problem?.kind === 'conflicts'
  const isWaiting = problem !== null || hasUnresolved || isUntitled
  const store = () => {
    flush()
    draftState.storeNow()
  }
  useAutosave({
    at,
    isOn: isAutomatic && !isWaiting && !coediting.isActive,
    sendsOnExit: isAutomatic && !isWaiting && (!coediting.isActive || coediting.phase === 'connecting'),
    draft,
    isDirty,
    isBusy: saveState.isRunning || isUploading,
    othersSave: saveState.othersSave,
    save: () => {
      flush()
      return saveState.saveQuietly()
    },
    store,
    pendingEdit: saveState.pendingEdit,
  })
  const { phase } = coediting
  /** Save was pressed before it was known whether the text is shared. */
  const isSaveRequested = useRef(false)
  const save = () => {
    if (hasConflicts) return
    flush()
    if (isUploading) toast.refused('Not saved yet', { reason: 'A file is still being uploaded.' })
    else if (phase === 'connecting') isSaveRequested.current = true
    else if (coediting.isActive) void coediting.save()
    else void saveState.save()
  }
  const saveNow = useLatest(save)
  useEffect(() => {
    if (phase === 'connecting' || !isSaveRequested.current) return
    isSaveRequested.current = false
    saveNow.current()
  }, [phase, saveNow])
  const own: SaveState = {
    isDirty,
    isSaving: saveState.isSaving,
    isAutomatic,
    isOffline: isAutomatic && error instanceof TypeError,
    hasFailed: error !== null,
    hasUnresolved,
    isUntitled,
    savedAt: saveState.savedAt,
  }
  const status = coediting.isActive ? coeditingStatus(coediting, own) : own
  useLeaveGuard({
    // What is stored but not saved yet would be missing on the page for a moment.
    isDirty: isDirty || status.isDirty,
    isAutomatic,
    asksBeforeClosing: isDirty && (!isAutomatic || isWaiting || status.hasFailed || status.isOffline),
    discard: draftState.discard,
    store,
    save: () => {
      flush()
      if (hasConflicts || isUploading) return Promise.resolve(false)
      return coediting.isActive ? coediting.save() : saveState.save()
    },
  })
  return { saveState, status, save, hasConflicts }
}
