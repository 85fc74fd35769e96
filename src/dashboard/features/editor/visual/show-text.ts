import { GapCursor } from 'prosemirror-gapcursor'
import type { Node } from 'prosemirror-model'
import { EditorState, Selection, TextSelection } from 'prosemirror-state'
import type { EditorView } from 'prosemirror-view'
import { changeText, REMOTE } from './remote-text.ts'
import { indexesOf, openDocument, type VisualDocument } from './visual-document.ts'

/** The document that is open in a view. Its plugins read it, so it changes before the view does. */
export type OpenDocument = { current: VisualDocument }

/** Shows another text. What does not differ stays as it is, with the selection. */
export function showText(view: EditorView, opened: OpenDocument, text: string): void {
  const change = changeText(opened.current, view.state, text)
  if (change === null) {
    opened.current = showDocument(view, openDocument(text))
    return
  }
  opened.current = change.next
  view.dispatch(change.tr)
  // A plugin changed more than that, such as the shape of a table.
  if (view.state.doc !== change.tr.doc) opened.current = showDocument(view, openDocument(text))
}

/** Replaces the blocks between the first and the last one that differ. */
function showDocument(view: EditorView, next: VisualDocument): VisualDocument {
  const { doc } = view.state
  const start = doc.content.findDiffStart(next.doc.content)
  const end = doc.content.findDiffEnd(next.doc.content)
  if (start === null || end === null) return adopt(view, next)
  const from = doc.resolve(start).index(0)
  const [last, lastNext] = [doc.resolve(end.a), next.doc.resolve(end.b)]
  const [to, toNext] = [lastIndex(last), lastIndex(lastNext)]
  const nodes = next.doc.children.slice(from, toNext)
  const [first, after] = [positionOf(doc, from), positionOf(doc, Math.max(from, to))]
  const { tr } = view.state
  view.dispatch(tr.replaceWith(first, after, nodes).setMeta('addToHistory', false).setMeta(REMOTE, true))
  return adopt(view, next)
}

type Position = ReturnType<Node['resolve']>

const lastIndex = ($at: Position): number => ($at.depth === 0 ? $at.index(0) : $at.index(0) + 1)

/** The position before the block with an index. */
export const positionOf = (doc: Node, index: number): number => doc.resolve(0).posAtIndex(index, 0)

/** The blocks that are shown represent those of the page that was opened. */
function adopt(view: EditorView, next: VisualDocument): VisualDocument {
  const { doc } = view.state
  if (!doc.eq(next.doc)) {
    view.updateState(EditorState.create({ doc: next.doc, plugins: view.state.plugins }))
    return next
  }
  return { ...next, indexes: indexesOf(doc.children.slice(0, next.page.blocks.length)) }
}

/** Puts the cursor into the block at an offset of the text, or before it. */
export function putCursor(view: EditorView, { page }: VisualDocument, offset: number): void {
  let end = page.lead.length
  const index = page.blocks.findIndex(({ source, gap }) => {
    end += source.length + gap.length
    return end > offset
  })
  const { doc, tr } = view.state
  if (index >= 0) view.dispatch(tr.setSelection(cursorIn(doc, index)).scrollIntoView())
}

/** Never selects a block, such as an image: the next key would replace it. */
function cursorIn(doc: Node, index: number): Selection {
  const $start = doc.resolve(positionOf(doc, index))
  const selection = Selection.near($start, 1)
  if (selection instanceof TextSelection) return selection
  return Selection.findFrom($start, -1, true) ?? new GapCursor($start)
}
