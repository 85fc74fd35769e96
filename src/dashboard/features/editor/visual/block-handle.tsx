import { type Command, NodeSelection, Selection } from 'prosemirror-state'
import type { EditorView } from 'prosemirror-view'
import { type DragEvent, type RefObject, useEffect, useRef, useState } from 'react'
import type { VisualPage } from '#markup/visual/page.ts'
import { writeNode } from '#markup/visual/rewrite.ts'
import type { LinkContext } from '../../../components/page-text/page-links.ts'
import type { SelectedBlocks } from '../use-pickers.tsx'
import { BlockMenu } from './block-menu.tsx'
import { currentBlock, insertNodes } from './commands.ts'
import styles from './visual.module.css'
import { nodesOf, type VisualDocument } from './visual-document.ts'

type Props = {
  view: EditorView
  pane: RefObject<HTMLElement | null>
  document: () => VisualDocument | null
  pageContext: LinkContext
  onTurnIntoReusable: (selected: SelectedBlocks | null) => void
}

const OPEN_MENU_EVENT = 'openblockmenu'

/** Opens the menu of the block with the cursor. */
export const openBlockMenu: Command = (_state, _dispatch, view) =>
  view?.dom.dispatchEvent(new CustomEvent(OPEN_MENU_EVENT)) === true

/** The handle beside a block: drag it, or open its menu. It follows the pointer, else the cursor. */
export function BlockHandle({ view, pane, document, pageContext, onTurnIntoReusable }: Props) {
  const [hovered, setHovered] = useState<number | null>(null)
  const root = useRef<HTMLDivElement>(null)
  useEffect(() => {
    const element = pane.current
    if (element === null) return
    const onMove = ({ clientX, clientY }: PointerEvent) => {
      const { left, right } = view.dom.getBoundingClientRect()
      const x = Math.min(Math.max(clientX, left + 4), right - 4)
      const at = view.posAtCoords({ left: x, top: clientY })
      if (at === null) return
      const $at = view.state.doc.resolve(at.inside >= 0 ? at.inside : at.pos)
      setHovered($at.depth === 0 ? $at.pos : $at.before(1))
    }
    const listening = new AbortController()
    const options = { passive: true, signal: listening.signal }
    element.addEventListener('pointermove', onMove, options)
    for (const type of ['dragover', 'drop'] as const)
      element.addEventListener(type, (event) => dragBesideText(view, event), { signal: listening.signal })
    return () => listening.abort()
  }, [view, pane])
  useEffect(() => {
    const open = () => {
      setHovered(null)
      // A key opens the menu with its first item focused.
      requestAnimationFrame(() =>
        root.current
          ?.querySelector('button')
          ?.dispatchEvent(
            new KeyboardEvent('keydown', { key: 'ArrowDown', bubbles: true, cancelable: true }),
          ),
      )
    }
    view.dom.addEventListener(OPEN_MENU_EVENT, open)
    return () => view.dom.removeEventListener(OPEN_MENU_EVENT, open)
  }, [view])
  const current = currentBlock(view.state.selection)?.from ?? null
  const isValid =
    hovered !== null && hovered < view.state.doc.content.size && view.state.doc.nodeAt(hovered) !== null
  const at = isValid ? hovered : current
  useEffect(() => {
    // In the next frame, and without an effect on the layout: both take long on a page of thousands of blocks.
    const placing = requestAnimationFrame(() => {
      const block = at === null || view.isDestroyed ? null : view.nodeDOM(at)
      const parent = root.current?.offsetParent
      if (!(block instanceof HTMLElement) || !parent || root.current === null) return
      const [box, frame] = [block.getBoundingClientRect(), parent.getBoundingClientRect()]
      const left = view.dom.getBoundingClientRect().left - frame.left - 28
      root.current.style.translate = `${left}px ${box.top - frame.top + parent.scrollTop}px`
    })
    return () => cancelAnimationFrame(placing)
  })
  const run = (command: Command) => {
    if (at === null) return
    const { doc, tr } = view.state
    if (currentBlock(view.state.selection)?.from !== at) view.dispatch(tr.setSelection(selectionOf(doc, at)))
    command(view.state, view.dispatch, view)
    view.focus()
  }
  const onDragStart = (event: DragEvent) => {
    if (at === null) return
    const selection = NodeSelection.create(view.state.doc, at)
    view.dispatch(view.state.tr.setSelection(selection))
    view.dragging = { slice: selection.content(), move: true }
    event.dataTransfer.effectAllowed = 'move'
    event.dataTransfer.setData('text/plain', view.state.doc.nodeAt(at)?.textContent ?? '')
    const block = view.nodeDOM(at)
    if (block instanceof HTMLElement) event.dataTransfer.setDragImage(block, 0, 0)
  }
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: its menu moves the block by keyboard
    <div
      className={styles.handle}
      ref={root}
      draggable={at !== null}
      onDragStart={onDragStart}
      // A drag that was canceled must not be dropped with the next one.
      onDragEnd={() => {
        view.dragging = null
      }}
    >
      <BlockMenu
        view={view}
        at={at}
        document={document}
        pageContext={pageContext}
        run={run}
        onTurnIntoReusable={() => {
          const opened = document()
          if (at !== null && opened) onTurnIntoReusable(selectedBlocks(view, at, opened.page))
        }}
      />
    </div>
  )
}

/** A block that is dragged straight up or down, beside the text, is dropped at the line there. */
function dragBesideText(view: EditorView, event: globalThis.DragEvent): void {
  const isInText = event.target instanceof Node && view.dom.contains(event.target)
  if (view.dragging === null || isInText) return
  const { left, right } = view.dom.getBoundingClientRect()
  const inText = new globalThis.DragEvent(event.type, {
    cancelable: true,
    clientX: Math.min(Math.max(event.clientX, left + 4), right - 4),
    clientY: event.clientY,
    dataTransfer: event.dataTransfer,
  })
  if (!view.dom.dispatchEvent(inText)) event.preventDefault()
}

function selectionOf(doc: EditorView['state']['doc'], at: number): Selection {
  const node = doc.nodeAt(at)
  return node?.isAtom === true ? NodeSelection.create(doc, at) : Selection.near(doc.resolve(at + 1), 1)
}

/** The block at a position, or all blocks of the selection if it is one of them. */
function selectedBlocks(view: EditorView, at: number, page: VisualPage): SelectedBlocks {
  const { doc, selection } = view.state
  const { $from, $to } = selection
  const [start, end] = [positionBefore($from), positionAfter($to)]
  const isSelected = !selection.empty && start <= at && at < end
  const from = isSelected ? start : at
  const to = isSelected ? end : at + (doc.nodeAt(at)?.nodeSize ?? 0)
  const slice = doc.slice(from, to)
  return {
    markdown: slice.content.content.map((node) => writeNode(page, node.toJSON())).join('\n\n'),
    replace: (markdown) => {
      const nodes = nodesOf(markdown, page)
      const now = view.state.doc
      // What was saved elsewhere in the meantime may have changed it.
      if (to > now.content.size || !now.slice(from, to).eq(slice)) return insertNodes(view, nodes)
      view.dispatch(view.state.tr.replaceWith(from, to, nodes))
      view.focus()
    },
  }
}

type Position = ReturnType<EditorView['state']['doc']['resolve']>

const positionBefore = ($at: Position): number => ($at.depth === 0 ? $at.pos : $at.before(1))
const positionAfter = ($at: Position): number => ($at.depth === 0 ? $at.pos : $at.after(1))
