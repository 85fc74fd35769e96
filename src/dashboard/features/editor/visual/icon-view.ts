import type { Node } from 'prosemirror-model'
import { NodeSelection } from 'prosemirror-state'
import type { NodeView } from 'prosemirror-view'
import { drawIcon, type IconShape } from '#markup/font-icons.ts'
import { toHtml } from '#markup/to-html.ts'
import { HTML_ICON } from '#markup/visual/html-icons.ts'
import type { IconShapes } from './icon-shapes.ts'
import { element, type NodeContext } from './node-fields.ts'
import { onOpen } from './open-block.ts'
import { textOf } from './schema.ts'

export type IconEvents = {
  readonly icons: IconShapes
  /** Opens the field for the selected icon or button. */
  readonly onEditInline: () => void
}

/** Whether a field opens for an inline: for icons and buttons. */
export const isIconOrButton = ({ type, attrs }: Node): boolean =>
  type.name === 'inlineNode' && ['icon', HTML_ICON, 'button'].includes(attrs.kind)

/** An icon, or a button with its icon and label, as readers see it. A click or Enter opens its field. */
export function iconView(node: Node, { view, getPos }: NodeContext, events: () => IconEvents): NodeView {
  const dom = element('span', '')
  dom.contentEditable = 'false'
  let shown = node
  const draw = () => drawInline(dom, shown, events().icons.known)
  const show = (next: Node) => {
    shown = next
    draw()
    const name = textOf(next.attrs.data, 'icon')
    if (name !== '')
      void events()
        .icons.load([name])
        .then((isNew) => isNew && draw())
  }
  const open = () => {
    const at = getPos()
    if (at === undefined) return
    view.dispatch(view.state.tr.setSelection(NodeSelection.create(view.state.doc, at)))
    events().onEditInline()
  }
  dom.addEventListener('click', open)
  onOpen(dom, open)
  show(node)
  return {
    dom,
    update: (next) => {
      if (next.type !== node.type || next.attrs.kind !== node.attrs.kind) return false
      if (next !== shown) show(next)
      return true
    },
    ignoreMutation: () => true,
    selectNode: () => dom.classList.add('is-selected'),
    deselectNode: () => dom.classList.remove('is-selected'),
  }
}

function drawInline(dom: HTMLElement, { attrs }: Node, known: IconShapes['known']): void {
  const name = textOf(attrs.data, 'icon')
  const shape = known.get(name)
  const label = textOf(attrs.data, 'label')
  const isButton = attrs.kind === 'button'
  dom.className = `visual-icon${isButton ? ` button ${textOf(attrs.data, 'kind')}` : ''}`
  dom.ariaLabel = isButton ? `Button: ${label}` : `Icon: ${name}`
  dom.role = 'img'
  const text = isButton ? label : shape ? '' : `:${name}:`
  dom.innerHTML = shape ? svgOf(shape) : ''
  dom.append(text)
}

const svgOf = (shape: IconShape): string => toHtml({ type: 'root', children: [drawIcon(shape)] })
