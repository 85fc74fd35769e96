import { EditorState, Selection } from 'prosemirror-state'
import type { EditorView } from 'prosemirror-view'
import { type RefObject, useEffect, useRef } from 'react'
import { toast } from '../../../lib/toast.ts'
import { mergeDrafts, resolveMerge } from '../draft-merge.ts'
import { insertNodes } from './commands.ts'
import { nodesOf, openDocument, textOfDocument, type VisualDocument } from './visual-document.ts'
import { createVisualView, type VisualEvents } from './visual-view.ts'

/** What the rest of the editor can do with the visual editor. */
export type VisualHandle = {
  /** Reports the text as it is now, without waiting for a pause. */
  readonly flush: () => void
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
  handle: RefObject<VisualHandle | null>
  /** The offset in the text where the cursor starts. */
  start: () => number
  events: Omit<VisualEvents, 'onChange'>
}

/** Long enough that typing is not interrupted by writing the text of the page. */
const WRITE_DELAY_MS = 200

/** The view, which owns the text while it is open. Text that comes from elsewhere is opened anew. */
export function useVisualView({ markdown, onText, handle, start, events }: Options) {
  const host = useRef<HTMLDivElement>(null)
  const view = useRef<EditorView | null>(null)
  const opened = useRef<VisualDocument | null>(null)
  const shown = useRef(markdown)
  const latest = useRef({ onText, events, start })
  latest.current = { onText, events, start }
  useEffect(() => {
    if (host.current === null) return
    let timer: ReturnType<typeof setTimeout> | undefined
    const document = openDocument(shown.current)
    opened.current = document
    const warn = plainTextWarning()
    const flush = () => {
      if (timer === undefined || view.current === null || opened.current === null) return
      clearTimeout(timer)
      timer = undefined
      shown.current = textOfDocument(opened.current, view.current.state.doc, warn)
      latest.current.onText(shown.current)
    }
    const created = createVisualView(
      host.current,
      () => opened.current ?? document,
      () => ({
        ...latest.current.events,
        onChange: () => {
          clearTimeout(timer)
          timer = setTimeout(flush, WRITE_DELAY_MS)
        },
      }),
    )
    view.current = created
    handle.current = handleOf(created, flush, () => opened.current ?? document)
    window.addEventListener('pagehide', flush)
    putCursor(created, document, latest.current.start())
    latest.current.events.onUpdate()
    if (window.matchMedia('(hover: hover)').matches) created.focus()
    return () => {
      flush()
      window.removeEventListener('pagehide', flush)
      handle.current = null
      view.current = null
      created.destroy()
    }
  }, [handle])
  useEffect(() => {
    if (view.current === null || opened.current === null || markdown === shown.current) return
    // What was typed since the last pause is merged with the new text.
    const typed = textOfDocument(opened.current, view.current.state.doc)
    const next = typed === shown.current ? markdown : merged(shown.current, markdown, typed)
    shown.current = next
    opened.current = showDocument(view.current, openDocument(next))
    if (next !== markdown) latest.current.onText(next)
  }, [markdown])
  return { host, view, document: () => opened.current }
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

function merged(before: string, theirs: string, mine: string): string {
  const [base, now, draft] = [before, theirs, mine].map((markdown) => ({ title: '', markdown, revision: '' }))
  if (base === undefined || now === undefined || draft === undefined) return mine
  return resolveMerge(mergeDrafts(base, now, draft), {}).markdown
}

/** Puts the cursor into the block at an offset of the text. */
function putCursor(view: EditorView, { page }: VisualDocument, offset: number): void {
  if (offset <= page.lead.length) return
  let end = page.lead.length
  const index = page.blocks.findIndex(({ source, gap }) => {
    end += source.length + gap.length
    return end > offset
  })
  const { doc, tr } = view.state
  if (index < 0) return
  const selection = Selection.near(doc.resolve(Math.min(positionOf(doc, index) + 1, doc.content.size)), 1)
  view.dispatch(tr.setSelection(selection).scrollIntoView())
}

/** Replaces only what differs, so that the cursor stays and what was typed can still be undone. */
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
  view.dispatch(view.state.tr.replaceWith(first, after, nodes).setMeta('addToHistory', false))
  return adopt(view, next)
}

type Position = ReturnType<EditorView['state']['doc']['resolve']>

const lastIndex = ($at: Position): number => ($at.depth === 0 ? $at.index(0) : $at.index(0) + 1)

const positionOf = (doc: EditorView['state']['doc'], index: number): number =>
  doc.resolve(0).posAtIndex(index, 0)

/** The blocks that are shown represent those of the page that was opened. */
function adopt(view: EditorView, next: VisualDocument): VisualDocument {
  const { doc } = view.state
  if (!doc.eq(next.doc)) {
    view.updateState(EditorState.create({ doc: next.doc, plugins: view.state.plugins }))
    return next
  }
  return {
    ...next,
    indexes: new Map(doc.children.slice(0, next.page.blocks.length).map((node, index) => [node, index])),
  }
}

function handleOf(view: EditorView, flush: () => void, opened: () => VisualDocument): VisualHandle {
  const { schema } = view.state
  return {
    flush,
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
