import { Annotation, type ChangeSet, Transaction } from '@codemirror/state'
import type { EditorView, ViewUpdate } from '@codemirror/view'
import type { TextEdit } from './shared-text.ts'
import { type TextChange, textChanges } from './text-changes.ts'

/** What was changed in the source editor. */
export function editOf(set: ChangeSet): TextEdit {
  const changes: TextChange[] = []
  set.iterChanges((from, to, _fromAfter, _toAfter, insert) =>
    changes.push({ from, to, insert: insert.toString() }),
  )
  return { changes, length: set.length }
}

const isShared = Annotation.define<true>()

/** Whether the source editor was only shown what is in the shared text already. */
export const isOnlyShared = ({ transactions }: ViewUpdate): boolean =>
  transactions.length > 0 && transactions.every((transaction) => transaction.annotation(isShared))

/** The shared text after some changes. */
type SharedChange = {
  readonly markdown: string
  readonly changes: readonly TextChange[]
  readonly isRemote: boolean
}

/**
 * Shows the shared text in the source editor. What changes while that is hidden is shown to it when the browser has
 * time, so that no one waits for it while typing, or with `update`.
 */
export function sharedSource(view: { readonly current: EditorView | null }) {
  let waiting: SharedChange[] = []
  const update = () => {
    const changes = waiting
    waiting = []
    for (const change of changes) if (view.current) showShared(view.current, change)
  }
  return {
    show: (change: SharedChange, isHidden: boolean) => {
      waiting.push(change)
      if (!isHidden) update()
      else if (waiting.length === 1) whenIdle(update)
    },
    update,
  }
}

const whenIdle = (run: () => void): unknown =>
  globalThis.requestIdleCallback === undefined ? setTimeout(run) : requestIdleCallback(run, { timeout: 1000 })

/**
 * Shows the shared text as it is after some changes, so that the cursor and what is on screen stay. What others wrote
 * is not undone here.
 */
function showShared(view: EditorView, { markdown, changes, isRemote }: SharedChange): void {
  const { doc } = view.state
  const added = changes.reduce((sum, { from, to, insert }) => sum + insert.length - (to - from), 0)
  const isBefore = doc.length + added === markdown.length && changes.every(({ to }) => to <= doc.length)
  const exact = isBefore ? changes : textChanges(doc.toString(), markdown)
  if (exact.length === 0) return
  view.dispatch({
    changes: [...exact],
    annotations: [
      isShared.of(true),
      ...(isRemote ? [Transaction.remote.of(true), Transaction.addToHistory.of(false)] : []),
    ],
  })
}
