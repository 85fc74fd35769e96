import type { Node } from 'prosemirror-model'
import { TextSelection } from 'prosemirror-state'
import { isInTable } from 'prosemirror-tables'
import type { NodeView } from 'prosemirror-view'
import { addressIn } from '#markup/document/references.ts'
import { inlineTex } from '#markup/visual/formula.ts'
import { dataIn } from '#markup/visual/nodes.ts'
import type { LinkContext } from '../../../components/page-text/page-links.ts'
import { createFormula, createFormulaField } from './formula-field.ts'
import { type IconEvents, iconView, isIconOrButton } from './icon-view.ts'
import { element, type NodeContext, setAttributes } from './node-fields.ts'
import { onOpen } from './open-block.ts'
import { createPopover } from './popover.ts'
import { inlineLabel, textOf } from './schema.ts'
import { schemeImages } from './scheme-images.ts'

type PlaceEvents = { readonly place: () => LinkContext }

/** An inline that is shown as a whole. Formulas, icons, buttons and images are drawn, others have a label. */
export function inlineView(
  node: Node,
  context: NodeContext,
  events: () => IconEvents & PlaceEvents,
): NodeView {
  if (node.attrs.kind === 'inline-math') return inlineFormulaView(node, context)
  if (isIconOrButton(node)) return iconView(node, context, events)
  if (node.attrs.kind === 'inline-image') return inlineImageView(node, events().place())
  return { dom: element('span', 'visual-inline', [document.createTextNode(inlineLabel(node))]) }
}

/** An image in a sentence, or one of several in a row, as readers see it; its text if it has no file. */
function inlineImageView({ attrs }: Node, place: LinkContext): NodeView {
  const data = dataIn(attrs.data)
  const images = schemeImages(addressIn(data), addressIn(data, 'refDark'), place)
  for (const image of images) {
    image.alt = textOf(data, 'alt')
    if (data.size === 'line') image.classList.add('is-line')
    if (typeof data.width === 'number') image.width = data.width
  }
  const label = () => document.createTextNode(textOf(data, 'alt') || 'Image')
  return images.length === 0
    ? { dom: element('span', 'visual-inline', [label()]) }
    : { dom: element('span', 'visual-inline-image', images), ignoreMutation: () => true }
}

/** A formula in a sentence as readers see it; a click or Enter opens its TeX next to it. */
function inlineFormulaView(node: Node, context: NodeContext): NodeView {
  let data = node.attrs.data
  const tex = createFormulaField({
    isBlock: false,
    onChange: (text) => {
      const formula = inlineTex(text, isInTable(context.view.state))
      if (formula === '') drawn.show('')
      else setAttributes(context, { data: { ...data, formula } })
      popover.place()
    },
    onDone: () => popover.close(),
  })
  const drawn = createFormula(false, tex.showProblem)
  const popover = createPopover('Formula', drawn.dom, [tex.field, tex.problem], (isReturning) =>
    leave(context, tex.field.value.trim() === '', isReturning),
  )
  const dom = element('span', 'visual-formula', [drawn.dom, popover.dom])
  dom.contentEditable = 'false'
  const open = () => {
    tex.show(textOf(data, 'formula'))
    popover.open()
    tex.field.focus()
    tex.field.select()
  }
  drawn.dom.addEventListener('click', open)
  onOpen(dom, open)
  const show = ({ attrs }: Node) => {
    data = attrs.data
    drawn.show(textOf(data, 'formula'))
  }
  show(node)
  return {
    dom,
    update: (next) => {
      if (next.type !== node.type || next.attrs.kind !== node.attrs.kind) return false
      show(next)
      return true
    },
    stopEvent: ({ target }) => target instanceof Element && popover.dom.contains(target),
    ignoreMutation: () => true,
    selectNode: () => dom.classList.add('is-selected'),
    deselectNode: () => dom.classList.remove('is-selected'),
  }
}

/** Removes an empty formula, and returns to the text behind it. */
function leave({ view, getPos }: NodeContext, isEmpty: boolean, isReturning: boolean): void {
  const at = getPos()
  const node = at === undefined ? null : view.state.doc.nodeAt(at)
  if (at === undefined || node === null) return
  const { tr } = view.state
  if (isEmpty) tr.delete(at, at + node.nodeSize)
  if (isReturning) tr.setSelection(TextSelection.create(tr.doc, isEmpty ? at : at + node.nodeSize))
  if (isEmpty || isReturning) view.dispatch(tr)
  if (isReturning) view.focus()
}
