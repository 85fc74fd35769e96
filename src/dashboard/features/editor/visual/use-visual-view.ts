import type { EditorView } from 'prosemirror-view'
import { type RefObject, useEffect, useRef } from 'react'
import { toast } from '../../../lib/toast.ts'
import { insertNodes } from './commands.ts'
import type { OtherCursor } from './other-cursors.ts'
import { type OpenDocument, positionOf, putCursor } from './show-text.ts'
import { exchangeText, type TextExchange } from './text-exchange.ts'
import { nodesOf, openDocument, textOfDocument, type VisualDocument } from './visual-document.ts'
import { createVisualView, type VisualEvents } from './visual-view.ts'

/** What the rest of the editor can do with the visual editor. */
export type VisualHandle = {
  /** Reports the text as it is now, without waiting for a pause. */
  readonly flush: () => void
  /** Shows a text from elsewhere without waiting. Call `flush` before, so that it contains what was typed. */
  readonly receive: (markdown: string) => void
  readonly focus: () => void
  readonly cursor: () => number
  /** Where the block with the cursor begins in the text of the page. */
  readonly offset: () => number
  readonly insertBlocks: (markdown: string) => void
  /** Inserts a line of text. Returns a function that replaces it by blocks, wherever it is by then. */
  readonly insertPlaceholder: (at: number, text: string) => (markdown: string) => void
}

type Options = {
  markdown: string
  onText: (markdown: string) => void
  /** The cursors of others, with offsets in the text that is shown. */
  cursors?: readonly OtherCursor[] | undefined
  /** Reports the selection as offsets in the text that was reported last. */
  onSelection?: ((anchor: number, head: number) => void) | undefined
  handle: RefObject<VisualHandle | null>
  /** The offset in the text where the cursor starts. */
  start: () => number
  events: Omit<VisualEvents, 'onTransactions'>
}

const noCursors: readonly OtherCursor[] = []

/** The view, which owns the text while it is open. Of text that comes from elsewhere, it shows what differs. */
export function useVisualView(options: Options) {
  const { markdown, cursors = noCursors, handle } = options
  const host = useRef<HTMLDivElement>(null)
  const view = useRef<EditorView | null>(null)
  const opened = useRef<OpenDocument | null>(null)
  const exchange = useRef<TextExchange | null>(null)
  const initial = useRef(markdown)
  const latest = useRef(options)
  latest.current = options
  useEffect(() => {
    if (host.current === null) return
    const open = { current: openDocument(initial.current) }
    opened.current = open
    const created = createVisualView(
      host.current,
      () => open.current,
      () => ({
        ...latest.current.events,
        onTransactions: (...change) => exchange.current?.onTransactions(...change),
      }),
    )
    const text = exchangeText({
      view: created,
      opened: open,
      text: initial.current,
      onText: (next) => latest.current.onText(next),
      onSelection: (anchor, head) => latest.current.onSelection?.(anchor, head),
      onPlain: plainTextWarning(),
    })
    view.current = created
    exchange.current = text
    handle.current = handleOf(created, text, () => open.current)
    window.addEventListener('pagehide', text.flush)
    putCursor(created, open.current, latest.current.start())
    latest.current.events.onUpdate()
    if (window.matchMedia('(hover: hover)').matches) created.focus()
    return () => {
      text.destroy()
      initial.current = text.text()
      window.removeEventListener('pagehide', text.flush)
      handle.current = null
      view.current = null
      exchange.current = null
      created.destroy()
    }
  }, [handle])
  useEffect(() => exchange.current?.follow(markdown), [markdown])
  useEffect(() => exchange.current?.showCursors(cursors), [cursors])
  return { host, view, document: () => opened.current?.current ?? null }
}

/** Says once that formatting is lost. */
function plainTextWarning(): () => void {
  let isShown = false
  return () => {
    if (isShown) return
    isShown = true
    toast.refused('Some formatting can’t be saved', {
      reason: 'Markdown can’t express it, so the block is saved as plain text.',
    })
  }
}

function handleOf(
  view: EditorView,
  { flush, receive }: TextExchange,
  opened: () => VisualDocument,
): VisualHandle {
  const { schema } = view.state
  return {
    flush,
    receive,
    focus: () => view.focus(),
    cursor: () => view.state.selection.to,
    offset: () => {
      const { doc, selection } = view.state
      const before = doc.cut(0, positionOf(doc, selection.$from.index(0)))
      return before.childCount === 0 ? 0 : textOfDocument(opened(), before).length
    },
    insertBlocks: (markdown) => insertNodes(view, nodesOf(markdown, opened().page)),
    insertPlaceholder: (at, text) => {
      const $at = view.state.doc.resolve(Math.min(at, view.state.doc.content.size))
      const position = $at.depth === 0 ? $at.pos : $at.after(1)
      view.dispatch(view.state.tr.insert(position, schema.node('paragraph', null, schema.text(text))))
      return (markdown) => {
        view.state.doc.forEach((node, from) => {
          if (node.textContent !== text) return
          view.dispatch(
            view.state.tr.replaceWith(from, from + node.nodeSize, nodesOf(markdown, opened().page)),
          )
        })
      }
    },
  }
}
