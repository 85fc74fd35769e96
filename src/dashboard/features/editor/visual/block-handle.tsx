import {
  ArrowDown,
  ArrowUp,
  Copy,
  GripVertical,
  Heading2,
  Heading3,
  Pilcrow,
  Repeat2,
  Trash2,
} from 'lucide-react'
import { setBlockType } from 'prosemirror-commands'
import { type Command, NodeSelection, Selection } from 'prosemirror-state'
import type { EditorView } from 'prosemirror-view'
import { type DragEvent, type RefObject, useEffect, useRef, useState } from 'react'
import type { VisualPage } from '#markup/visual/page.ts'
import { writeNode } from '#markup/visual/rewrite.ts'
import { IconButton } from '../../../components/ui/button.tsx'
import { Menu, MenuItem, MenuSeparator } from '../../../components/ui/menu.tsx'
import type { SelectedBlocks } from '../use-pickers.tsx'
import { currentBlock, deleteBlock, duplicateBlock, insertNodes, moveBlock } from './commands.ts'
import { schema } from './schema.ts'
import styles from './visual.module.css'
import { nodesOf } from './visual-document.ts'

const { nodes } = schema

type Props = {
  view: EditorView
  pane: RefObject<HTMLElement | null>
  page: () => VisualPage | undefined
  onTurnIntoReusable: (selected: SelectedBlocks | null) => void
}

/** The handle beside a block: drag it, or open its menu. It follows the pointer, else the cursor. */
export function BlockHandle({ view, pane, page, onTurnIntoReusable }: Props) {
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
    element.addEventListener('pointermove', onMove, { passive: true })
    return () => element.removeEventListener('pointermove', onMove)
  }, [view, pane])
  const current = currentBlock(view.state.selection)?.from ?? null
  const isValid =
    hovered !== null && hovered < view.state.doc.content.size && view.state.doc.nodeAt(hovered) !== null
  const at = isValid ? hovered : current
  useEffect(() => {
    const block = at === null ? null : view.nodeDOM(at)
    const parent = root.current?.offsetParent
    if (!(block instanceof HTMLElement) || !parent || root.current === null) return
    const [box, frame] = [block.getBoundingClientRect(), parent.getBoundingClientRect()]
    root.current.style.top = `${box.top - frame.top + parent.scrollTop}px`
    root.current.style.left = `${view.dom.getBoundingClientRect().left - frame.left - 28}px`
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
    <div className={styles.handle} ref={root} draggable={at !== null} onDragStart={onDragStart}>
      <Menu
        trigger={
          <IconButton small className="btn-plain" icon={GripVertical} label="Move or change this block" />
        }
      >
        <MenuItem icon={Pilcrow} onSelect={() => run(setBlockType(nodes.paragraph))}>
          Turn into text
        </MenuItem>
        <MenuItem icon={Heading2} onSelect={() => run(setBlockType(nodes.heading, { level: 2 }))}>
          Turn into heading 2
        </MenuItem>
        <MenuItem icon={Heading3} onSelect={() => run(setBlockType(nodes.heading, { level: 3 }))}>
          Turn into heading 3
        </MenuItem>
        <MenuSeparator />
        <MenuItem icon={ArrowUp} keys="alt+arrowup" onSelect={() => run(moveBlock(-1))}>
          Move up
        </MenuItem>
        <MenuItem icon={ArrowDown} keys="alt+arrowdown" onSelect={() => run(moveBlock(1))}>
          Move down
        </MenuItem>
        <MenuItem icon={Copy} keys="mod+d" onSelect={() => run(duplicateBlock)}>
          Duplicate
        </MenuItem>
        <MenuItem
          icon={Repeat2}
          onSelect={() => {
            const current = page()
            if (at !== null && current) onTurnIntoReusable(selectedBlocks(view, at, current))
          }}
        >
          Turn into reusable content…
        </MenuItem>
        <MenuSeparator />
        <MenuItem icon={Trash2} onSelect={() => run(deleteBlock)}>
          Delete
        </MenuItem>
      </Menu>
    </div>
  )
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
