import { EditorView } from '@codemirror/view'
import type { RemoteCursor } from './people.ts'

/** Scrolls to the cursor of someone else without moving one’s own: in the source editor, or else in the visual one. */
export function showCursor({ head, user }: RemoteCursor, source: EditorView | null): void {
  if (head === null) return
  if (source === null) {
    const carets = [...document.querySelectorAll<HTMLElement>('.other-caret')]
    carets.find(({ dataset }) => dataset.name === user.displayName)?.scrollIntoView({ block: 'center' })
    return
  }
  const offset = Math.min(head, source.state.doc.length)
  source.dispatch({ effects: EditorView.scrollIntoView(offset, { y: 'center' }) })
}
