import { useRouteContext } from '@tanstack/react-router'
import { useEffect, useMemo, useRef, useState } from 'react'
import { isApiError } from '../../data/api.ts'
import type { ContentRef } from '../../data/content.ts'
import { useLastEditor } from '../../data/last-editor.ts'
import { errorMessage } from '../../data/query-client.ts'
import { useDocument } from '../../data/use-document.ts'
import { useLatest } from '../../hooks/use-debounced.ts'
import { toast } from '../../lib/toast.ts'
import { isSameDraft } from './draft-merge.ts'
import { type EditedDocument, type PageVersion, versionOf } from './queries.ts'
import type { useDraft } from './use-draft.ts'
import type { useSave } from './use-save.ts'

/** A version that someone else saved while this page is edited. */
export type OtherSave = {
  /** The beginning of a sentence, such as `Ada`. */
  readonly by: string
  readonly at: string | undefined
  readonly title: string
  readonly markdown: string
  /** Whether the editor shows it already, because nothing was typed here. */
  readonly isShown: boolean
}

type Options = {
  at: ContentRef
  document: EditedDocument
  draftState: Pick<ReturnType<typeof useDraft>, 'base' | 'isDirty'>
  saveState: Pick<ReturnType<typeof useSave>, 'isRunning' | 'problem' | 'merge' | 'dismissProblem'>
  /** The editor shows the same text to everyone, so that saves are no news. */
  isShared: boolean
  /** Called after a version was merged because the user asked for it. */
  onMerged: () => void
}

/**
 * Notices when someone else saves what is edited here. Without unsaved changes, the editor shows that version
 * right away; otherwise the user decides when to merge it.
 */
export function useOtherSaves({ at, document, draftState, saveState, isShared, onMerged }: Options) {
  const { base, isDirty } = draftState
  const isPaused = isShared || saveState.isRunning || saveState.problem !== null
  const { data, error } = useStoredVersion(at, document)
  const isDeleted = isApiError(error, 404)
  useWhenRestored(isDeleted, () => saveState.problem?.kind === 'deleted' && saveState.dismissProblem())
  const newer = isPaused ? undefined : newerVersion(data, base)
  const [shown, setShown] = useState<Version>()
  const [isMerging, setIsMerging] = useState(false)
  const other = isShared ? undefined : (newer ?? shown)
  const by = useEditorName(at, document, other !== undefined)
  const merge = async (): Promise<boolean> => {
    setIsMerging(true)
    try {
      return await saveState.merge()
    } finally {
      setIsMerging(false)
    }
  }
  const isPulled = newer !== undefined && !isDirty
  useEffect(() => {
    if (!isPulled) return
    // If it can't be read now, the notice stays, and its button tries again.
    merge().then(
      (isMerged) => isMerged && setShown(newer),
      () => undefined,
    )
  }, [isPulled, newer?.updatedAt])
  const save: OtherSave | undefined =
    other === undefined || by === undefined || (isPulled && isMerging)
      ? undefined
      : {
          by,
          at: other.updatedAt,
          title: other.title,
          markdown: other.markdown,
          isShown: newer === undefined,
        }
  return {
    save,
    isDeleted,
    isMerging,
    close: () => setShown(undefined),
    merge: () => {
      setShown(undefined)
      merge().then(
        (isMerged) => isMerged && onMerged(),
        (error: unknown) =>
          toast.refused('Couldn’t merge the saved version', { reason: errorMessage(error) }),
      )
    },
  }
}

/** Someone restored what was deleted, so that it can be saved again. */
function useWhenRestored(isDeleted: boolean, run: () => void): void {
  const wasDeleted = useRef(false)
  const latest = useLatest(run)
  useEffect(() => {
    if (wasDeleted.current && !isDeleted) latest.current()
    wasDeleted.current = isDeleted
  }, [isDeleted, latest])
}

type Version = ReturnType<typeof versionOf>

/** What is stored now, read again whenever it changes. */
function useStoredVersion(at: ContentRef, { kind, id }: EditedDocument) {
  const { data: stored, error } = useDocument(at, { id, isReusable: kind === 'reusable-content' })
  const data = useMemo(
    () =>
      stored === undefined || ('type' in stored && stored.type !== 'document')
        ? undefined
        : versionOf(stored),
    [stored],
  )
  return { data, error }
}

/** What is stored now, if it was saved after the version that the draft is based on and differs from it. */
export function newerVersion(version: Version | undefined, base: PageVersion): Version | undefined {
  if (version === undefined) return undefined
  const isNewer = (version.updatedAt ?? '') > (base.updatedAt ?? '')
  return isNewer && !isSameDraft(version, base) ? version : undefined
}

/** Who last saved it, as the beginning of a sentence; undefined while loading. Only pages have a known editor. */
export function useEditorName(
  at: ContentRef,
  { kind, id }: EditedDocument,
  isNeeded = true,
): string | undefined {
  const { session } = useRouteContext({ from: '/_app' })
  const isPage = kind === 'page'
  const editor = useLastEditor(at, id, isNeeded && isPage)
  if (!isPage) return 'Someone else'
  if (editor === undefined) return undefined
  if (editor === null) return 'Someone else'
  return editor.id === session.user.id ? 'You, in another window,' : editor.name
}
