import type { Draft, PageVersion } from '../queries.ts'
import { fromBase64 } from './bytes.ts'
import { type Connection, type EndReason, type Notice, type Opened, openConnection } from './connection.ts'
import { ownCursor } from './own-cursor.ts'
import { openPeople, type RemoteCursor } from './people.ts'
import { rebaseDraft } from './rebase-text.ts'
import { openSharedText, type SharedText, type TextEdit } from './shared-text.ts'
import { type TextChange, textChanges } from './text-changes.ts'

type Saving = Pick<Opened, 'isSaved' | 'revision' | 'savedAt' | 'problem'>

export type CoeditingState = {
  /** `connecting` for the first time, or `lost` after that; `over` if this visit goes on without it. */
  readonly phase: 'connecting' | 'open' | 'lost' | 'over'
  /** Whether the service has everything that was written here. */
  readonly isStored: boolean
  /** Undefined until the connection is open for the first time. */
  readonly saving: Saving | undefined
  readonly cursors: readonly RemoteCursor[]
}

export const connectingState: CoeditingState = {
  phase: 'connecting',
  isStored: true,
  saving: undefined,
  cursors: [],
}

type Options = {
  address: string
  /** The draft and the version that it is based on. */
  local: () => { readonly draft: Draft; readonly base: PageVersion }
  /** Writes what the editor shows to the draft. Called before others’ changes are applied. */
  flush: () => void
  /** The Markdown changed other than in the source editor. */
  onMarkdown: (markdown: string, changes: readonly TextChange[], isRemote: boolean) => void
  /** The draft, and what of it is stored as its new base. */
  onText: (draft: Draft, base: PageVersion) => void
  onState: (state: CoeditingState) => void
  onEnded: (reason: EndReason) => void
  probe: () => Promise<EndReason | undefined>
  /** Sends an update of a shared text in another way than over the connection, which ends with the page. */
  sendLast: (last: LastUpdate) => void
  times?: Parameters<typeof openConnection>[0]['times']
}

/** What the service may not have of a shared text. */
export type LastUpdate = { readonly text: string; readonly update: Uint8Array }

export type CoeditingSession = ReturnType<typeof startCoediting>

/** Edits a page together with others, until it is closed. */
export function startCoediting(options: Options) {
  let shared: SharedText | undefined
  let state = connectingState
  let isAdopting = false
  let isSaveRequested = false
  const people = openPeople()
  const waiting = new Set<() => void>()
  const set = (change: Partial<CoeditingState>) => {
    state = { ...state, ...change }
    options.onState(state)
    requestSave()
    for (const check of waiting) check()
  }
  /** The service saves what it has stored, so the request waits until it has everything. */
  const requestSave = () => {
    if (!isSaveRequested || state.phase !== 'open' || !state.isStored) return
    if (connection.request({ type: 'save' })) isSaveRequested = false
  }
  /** Whether something holds, at the latest after some milliseconds. */
  const until = (holds: () => boolean, ms: number): Promise<boolean> =>
    new Promise((resolve) => {
      const end = () => {
        clearTimeout(timer)
        waiting.delete(check)
        resolve(holds())
      }
      const check = () => holds() && end()
      const timer = setTimeout(end, ms)
      waiting.add(check)
      check()
    })
  const cursors = () => (shared ? people.cursors(shared) : [])
  /** The draft and its base, as the shared text is now. */
  const publish = () => {
    if (shared === undefined) return
    const { base } = options.local()
    const { revision = base.revision, savedAt = base.updatedAt } = state.saving ?? {}
    options.onText(shared.draft(), { ...shared.storedDraft(), revision, updatedAt: savedAt })
  }

  const onWritten = (update: Uint8Array) => {
    set({ isStored: false })
    connection.send(update)
  }
  const onMarkdown = (changes: readonly TextChange[], isRemote: boolean) => {
    if (shared && !isAdopting) options.onMarkdown(shared.draft().markdown, changes, isRemote)
  }
  /** Starts with another shared text than before, if any, and puts what was written here on top of it. */
  const adopt = (text: string, content: Uint8Array) => {
    const { draft, base } = options.local()
    shared?.close()
    shared = openSharedText(text, { onWritten, onMarkdown })
    isAdopting = true
    shared.applyRemote(content)
    const merged = rebaseDraft(base, draft, shared.draft())
    shared.edit(merged)
    isAdopting = false
    options.onMarkdown(merged.markdown, textChanges(draft.markdown, merged.markdown), true)
  }
  const onOpened = ({ text, stateVector, ...saving }: Opened, lacking: Uint8Array) => {
    options.flush()
    people.clear()
    const wasStored = state.isStored
    // Until what was written without a connection is on its way.
    set({ phase: 'open', isStored: false, saving: savingOf(saving) })
    const isSameText = shared?.id === text
    if (shared !== undefined && isSameText) {
      shared.applyRemote(lacking)
      const theirs = fromBase64(stateVector)
      // A deletion is in no state vector, so what was not confirmed is sent again.
      if (!wasStored || shared.isLackedBy(theirs)) connection.send(shared.lackedBy(theirs))
    } else adopt(text, lacking)
    own.resend(isSameText)
    set({ isStored: connection.isIdle(), cursors: cursors() })
    publish()
  }
  const onNotice = (notice: Notice) => {
    if (notice.type === 'saving') {
      set({ saving: savingOf(notice) })
      return publish()
    }
    if (notice.type === 'cursor') people.put(notice)
    else people.remove(notice.connection)
    set({ cursors: cursors() })
  }
  const connection: Connection = openConnection({
    address: options.address,
    known: () => shared && { text: shared.id, stateVector: shared.stateVector() },
    onOpened,
    onUpdate: (update) => {
      options.flush()
      shared?.applyRemote(update)
      set({ cursors: cursors() })
      publish()
    },
    onStored: (update) => {
      shared?.confirm(update)
      set({ isStored: connection.isIdle() })
      publish()
    },
    onNotice,
    onLost: () => {
      people.clear()
      set({ phase: 'lost', cursors: [] })
    },
    onEnded: (reason) => {
      set({ phase: 'over', cursors: [] })
      options.onEnded(reason)
    },
    probe: options.probe,
    ...(options.times ? { times: options.times } : {}),
  })
  const own = ownCursor(
    () => shared,
    () => connection,
  )

  return {
    /** Writes to the shared text, once there is one. */
    edit: (change: Partial<Draft>, edit?: TextEdit) => {
      if (shared === undefined || state.phase === 'over') return
      shared.edit(change, edit)
      if (state.cursors.length > 0) set({ cursors: cursors() })
    },
    /** Shows others where the cursor is; null while the editor is not focused. */
    setCursor: own.set,
    /** Sends what waits now. */
    flush: connection.flush,
    /** The page goes away. What the connection may not send anymore is also sent in another way. */
    exit: () => {
      connection.flush()
      if (shared === undefined || state.phase === 'over' || state.isStored) return
      options.sendLast({ text: shared.id, update: connection.unconfirmed() ?? shared.unconfirmed() })
    },
    retry: connection.retry,
    lose: connection.lose,
    /**
     * Saves the text and completes its revision, also of what is saved already; without a connection, as soon as there is
     * one. Returns whether everything is stored, at the latest after twice the time.
     */
    save: async (ms: number): Promise<boolean> => {
      isSaveRequested = true
      connection.flush()
      requestSave()
      await until(() => state.phase === 'over' || (shared !== undefined && state.isStored), ms)
      if (shared === undefined || !state.isStored) return false
      const isSaved = () => state.saving?.isSaved === true || state.saving?.problem !== undefined
      if (!isSaveRequested) await until(isSaved, ms)
      return true
    },
    close: () => {
      connection.flush()
      own.close()
      connection.close()
      shared?.close()
      shared = undefined
    },
  }
}

const savingOf = ({ isSaved, revision, savedAt, problem }: Saving): Saving => ({
  isSaved,
  revision,
  savedAt,
  problem,
})
