import type { EditorView } from '@codemirror/view'
import { type RefObject, useEffect, useMemo, useRef, useState } from 'react'
import type { ContentRef } from '../../../data/content.ts'
import { sessionLost } from '../../../data/session-lost.ts'
import type { Draft, EditedDocument } from '../queries.ts'
import type { useDraft } from '../use-draft.ts'
import type { OtherCursor } from '../visual/other-cursors.ts'
import type { VisualHandle } from '../visual/use-visual-view.ts'
import type { RemoteCursor } from './people.ts'
import type { CoeditingSession, CoeditingState } from './session.ts'
import type { TextEdit } from './shared-text.ts'
import { sharedSource } from './source-binding.ts'
import { showCursors } from './source-cursors.ts'

type Options = {
  at: ContentRef
  document: EditedDocument
  /** Whether this person’s text is shared while they type. */
  isOn: boolean
  draftState: ReturnType<typeof useDraft>
  /** The source editor, which has the shared text also while it is hidden. */
  view: RefObject<EditorView | null>
  /** The visual editor, while it is open. */
  visual: RefObject<VisualHandle | null>
}

type Selected = { readonly anchor: number; readonly head: number }

const LEAVE_MS = 2000
const connecting: CoeditingState = { phase: 'connecting', isStored: true, saving: undefined, cursors: [] }
const over: CoeditingState = { ...connecting, phase: 'over' }

export type Coediting = ReturnType<typeof useCoediting>

/** Edits a page together with everyone who has it open. Without a connection in time, the visit goes on without that. */
export function useCoediting(options: Options) {
  const { at, document, isOn, view, visual } = options
  const [state, setState] = useState(isOn ? connecting : over)
  const latest = useRef(options)
  latest.current = options
  const session = useRef<CoeditingSession | undefined>(undefined)
  /** Where the cursor is, also before the session begins. */
  const selected = useRef<Selected | null>(null)
  /** The source editor has the change already. */
  const isFromSource = useRef(false)
  const [source] = useState(() => sharedSource(view))
  const { spaceId, change } = at
  useEffect(() => {
    if (!isOn) return
    const stopping = new AbortController()
    const { signal } = stopping
    setState(connecting)
    const flush = () => visual.current?.flush()
    const start = async () => {
      const { startPage } = await import('./start-page.ts')
      if (signal.aborted) return
      const { draftState } = latest.current
      const started = startPage({ spaceId, change }, document.id, {
        local: () => ({ draft: draftState.latest.current, base: draftState.latestBase.current }),
        flush,
        onMarkdown: (markdown, changes, isRemote) => {
          if (!isFromSource.current) source.show({ markdown, changes, isRemote }, visual.current !== null)
          // At once: what is typed before the next rendering would be on top of the text before.
          if (isRemote) visual.current?.receive(markdown)
        },
        onText: (draft, base) => {
          if (signal.aborted) return
          draftState.write(draft)
          draftState.rebase(base)
        },
        onState: (next) => !signal.aborted && setState(next),
        onEnded: (reason) => reason === 'signedOut' && sessionLost(),
      })
      session.current = started
      started.setCursor(selected.current)
      listen(started, flush, signal)
      signal.addEventListener('abort', () => {
        // The visual editor writes what was typed last when it closes, which is later.
        setTimeout(() => {
          started.close()
          if (session.current === started) session.current = undefined
        })
      })
    }
    // The script can't be loaded, such as without a network.
    start().catch(() => !signal.aborted && setState(over))
    return () => {
      stopping.abort()
      setState(over)
    }
  }, [isOn, spaceId, change, document.id, visual, source])
  useEffect(() => {
    if (view.current) showCursors(view.current, state.cursors)
  }, [view, state.cursors])
  const cursors = useMemo(() => state.cursors.flatMap(placedCursor), [state.cursors])
  return {
    ...state,
    /** The cursors that are in the text, as the visual editor shows them. */
    placedCursors: cursors,
    /** Whether the shared text is what is saved, instead of the draft. */
    isActive: isOn && state.phase !== 'over',
    /** Writes a change of the draft to the shared text; the source editor names what it changed. */
    edit: (change: Partial<Draft>, edit?: TextEdit) => {
      isFromSource.current = edit !== undefined
      try {
        session.current?.edit(change, edit)
      } finally {
        isFromSource.current = false
      }
    },
    /** Shows the source editor what it does not show yet because it was hidden. */
    updateSource: source.update,
    setCursor: (range: Selected | null) => {
      selected.current = range
      session.current?.setCursor(range)
    },
    /** Saves the text and completes its revision. Returns whether everything is stored. */
    save: (): Promise<boolean> => session.current?.save(LEAVE_MS) ?? Promise.resolve(false),
  }
}

function placedCursor({ connection, user, color, anchor, head }: RemoteCursor): OtherCursor[] {
  return anchor === null || head === null ? [] : [{ connection, name: user.displayName, color, anchor, head }]
}

/** Follows the network, and sends what is left when the tab is hidden or closed. */
function listen(session: CoeditingSession, flush: () => void, signal: AbortSignal): void {
  const send = () => {
    flush()
    session.flush()
  }
  const onVisibility = () => (window.document.visibilityState === 'hidden' ? send() : session.retry())
  window.addEventListener('online', () => session.retry(), { signal })
  window.addEventListener('offline', () => session.lose(), { signal })
  const onExit = () => {
    flush()
    session.exit()
  }
  // What is sent when the page is gone already may not arrive.
  window.addEventListener('beforeunload', send, { signal })
  window.addEventListener('pagehide', onExit, { signal })
  window.document.addEventListener('visibilitychange', onVisibility, { signal })
}
