import type { Node } from 'prosemirror-model'
import { type EditorState, NodeSelection, Plugin, Selection, TextSelection } from 'prosemirror-state'
import { Decoration, DecorationSet, type EditorView } from 'prosemirror-view'
import { languageOfFence } from '#markup/languages.ts'
import {
  type DiagramPicture,
  onDiagramColors,
  renderDiagram,
} from '../../../components/page-text/diagrams.ts'
import { button, controls, element, type NodeContext } from './node-fields.ts'
import { selectBlock } from './open-block.ts'
import { textOf } from './schema.ts'

const DRAW_DELAY_MS = 250

const isDiagram = ({ type, attrs }: Node): boolean =>
  type.name === 'codeBlock' && languageOfFence(textOf(attrs.data, 'syntax')) === 'mermaid'

/** The picture above the code of a diagram, which is shown while the cursor is in it or if it is invalid. */
export function createDiagram(context: NodeContext) {
  const picture = element('img', 'diagram')
  const problem = element('output', 'visual-problem')
  const open = () => putCursorIn(context)
  const edit = button('Edit diagram', 'btn btn-s btn-outline visual-diagram-edit', open)
  const done = button('Done', 'btn btn-s btn-outline visual-diagram-done', () => selectBlock(context))
  const bar = controls([edit, done], 'visual-source-bar is-corner')
  const dom = controls([element('figure', '', [picture]), problem, bar], 'visual-diagram')
  let text: string | null = null
  let timer: ReturnType<typeof setTimeout> | undefined
  const draw = async () => {
    const drawn = text
    if (drawn === null) return
    const result = await renderDiagram(drawn)
    if (drawn === text) showPicture(dom, picture, problem, result)
  }
  const stop = onDiagramColors(draw)
  picture.addEventListener('mousedown', (event) => {
    event.preventDefault()
    if (event.detail === 1) selectBlock(context)
    else open()
  })
  return {
    dom,
    open,
    show: (node: Node) => {
      dom.hidden = !isDiagram(node)
      const next = dom.hidden ? null : node.textContent
      if (next === text) return
      const delay = text === null ? 0 : DRAW_DELAY_MS
      text = next
      clearTimeout(timer)
      timer = setTimeout(draw, delay)
    },
    destroy: () => {
      stop()
      clearTimeout(timer)
    },
  }
}

function showPicture(
  dom: HTMLElement,
  picture: HTMLImageElement,
  problem: HTMLElement,
  { svg, width = 0, height = 0, name, problem: message = '' }: DiagramPicture,
): void {
  problem.textContent = readable(message)
  problem.hidden = message === ''
  dom.classList.toggle('is-drawn', svg !== undefined)
  if (svg === undefined) return
  picture.src = `data:image/svg+xml;charset=utf-8,${encodeURIComponent(svg)}`
  picture.width = width
  picture.height = height
  picture.alt = name ?? 'Diagram'
}

/** The message of a parser, without the list of everything that it would have accepted. */
const readable = (message: string): string =>
  message.replace(/^Expecting .*, got '(.*)'$/m, (_, token: string) =>
    token === 'EOF' ? 'Unexpected end' : `Unexpected ${token}`,
  )

/** Puts the cursor into the code of a diagram, which opens it. */
function putCursorIn({ view, getPos }: NodeContext): void {
  const at = getPos()
  if (at === undefined) return
  view.dispatch(view.state.tr.setSelection(TextSelection.create(view.state.doc, at + 1)).scrollIntoView())
  view.focus()
}

/** Shows the code of the diagram with the cursor. Arrow keys stop at a diagram, and Esc returns from its code to it. */
export const openDiagram = new Plugin({
  props: {
    decorations: (state) => {
      const at = diagramAt(state)
      const node = at === null ? null : state.doc.nodeAt(at)
      if (at === null || node === null) return null
      return DecorationSet.create(state.doc, [Decoration.node(at, at + node.nodeSize, { class: 'is-open' })])
    },
    handleKeyDown: (view, event) => {
      const at = event.key === 'Escape' ? diagramAt(view.state) : nextDiagram(view, event)
      if (at === null || event.isComposing) return false
      event.stopPropagation()
      view.dispatch(view.state.tr.setSelection(NodeSelection.create(view.state.doc, at)).scrollIntoView())
      return true
    },
  },
})

/** Where the diagram with the cursor is. */
function diagramAt({ selection: { $from, $to } }: EditorState): number | null {
  return $from.sameParent($to) && isDiagram($from.parent) ? $from.before() : null
}

const directions = { ArrowUp: 'up', ArrowDown: 'down', ArrowLeft: 'left', ArrowRight: 'right' } as const

/** Where the diagram is that an arrow key goes to: its code is hidden, so that the browser would skip it. */
function nextDiagram(view: EditorView, event: KeyboardEvent): number | null {
  const direction = Object.entries(directions).find(([key]) => key === event.key)?.[1]
  const { selection, doc } = view.state
  const isPlain = !event.shiftKey && !event.altKey && !event.ctrlKey && !event.metaKey
  if (direction === undefined || !isPlain) return null
  const isNode = selection instanceof NodeSelection
  if (!isNode && !(selection.empty && view.endOfTextblock(direction))) return null
  const step = direction === 'up' || direction === 'left' ? -1 : 1
  const $from = step === 1 ? selection.$to : selection.$from
  const $start =
    isNode || $from.depth === 0 ? $from : doc.resolve(step === 1 ? $from.after() : $from.before())
  const next = Selection.findFrom($start, step)
  return next !== null && isDiagram(next.$from.parent) ? next.$from.before() : null
}
