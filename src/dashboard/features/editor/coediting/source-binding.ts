import { type ChangeSet, Transaction } from '@codemirror/state'
import type { EditorView } from '@codemirror/view'
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

/**
 * Shows the shared text as it is after some changes, so that the cursor and what is on screen stay. What others wrote
 * is not undone here.
 */
export function showShared(
  view: EditorView,
  markdown: string,
  changes: readonly TextChange[],
  isRemote: boolean,
): void {
  const { doc } = view.state
  const added = changes.reduce((sum, { from, to, insert }) => sum + insert.length - (to - from), 0)
  const isBefore = doc.length + added === markdown.length && changes.every(({ to }) => to <= doc.length)
  const exact = isBefore ? changes : textChanges(doc.toString(), markdown)
  if (exact.length === 0) return
  view.dispatch({
    changes: [...exact],
    annotations: isRemote ? [Transaction.remote.of(true), Transaction.addToHistory.of(false)] : [],
  })
}
