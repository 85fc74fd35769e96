import type { Node } from 'prosemirror-model'
import type { NodeView } from 'prosemirror-view'
import { removePart } from './container-views.ts'
import {
  attributeText,
  button,
  controls,
  element,
  type NodeContext,
  nodeView,
  setAttributes,
  setValue,
  textField,
  withMember,
} from './node-fields.ts'
import { textOf } from './schema.ts'

type Field = {
  /** Name of the attribute. */
  readonly name: string
  readonly label: string
  readonly placeholder: string
  readonly className?: string
  readonly type?: 'date'
  readonly toValue: (text: string) => string
}

/** Fields for attributes of a block. */
function fieldsOf(fields: readonly Field[], context: NodeContext, current: () => Node) {
  const inputs = fields.map(({ name, label, placeholder, className = '', type, toValue }) => {
    const change = (value: string) => setAttributes(context, withMember(current(), name, toValue(value)))
    const input = textField({ label, placeholder, className, onChange: change })
    if (type !== undefined) input.type = type
    return { name, input }
  })
  return {
    elements: inputs.map(({ input }) => input),
    show: (node: Node) => {
      for (const { name, input } of inputs) setValue(input, textOf(node.attrs.data, name))
    },
  }
}

type Shape = {
  readonly className: string
  readonly fields: readonly Field[]
  /** Before the fields. */
  readonly label?: string
  readonly remove: { readonly label: string; readonly run: (context: NodeContext) => void }
}

/** A block with its attributes in a line above its content. */
const attributedView =
  ({ className, fields, label, remove }: Shape) =>
  (node: Node, context: NodeContext): NodeView => {
    let current = node
    const { elements, show } = fieldsOf(fields, context, () => current)
    const removal = button(remove.label, 'btn btn-s visual-remove', () => remove.run(context))
    const text =
      label === undefined ? [] : [element('span', 'visual-label', [document.createTextNode(label)])]
    const contentDOM = element('div', 'flow')
    const head = controls([...text, ...elements, removal], 'visual-part-head')
    const dom = element('div', className, [head, contentDOM])
    return nodeView(node, {
      dom,
      contentDOM,
      show: (next) => {
        current = next
        show(next)
      },
    })
  }

/** Blocks that only some visitors see. */
export const conditionView = attributedView({
  className: 'visual-condition',
  label: 'Shown if',
  fields: [
    {
      name: 'expression',
      label: 'Condition',
      placeholder: 'visitor.claims.plan == "pro"',
      className: 'visual-expression',
      toValue: (text) => text.replace(/[\r\n]|%\}/g, ' '),
    },
  ],
  remove: { label: 'Show to everyone', run: unwrap },
})

/** An entry of a changelog. */
export const updateView = attributedView({
  className: 'visual-part visual-update',
  fields: [
    { name: 'date', label: 'Date', placeholder: '', type: 'date', toValue: attributeText },
    {
      name: 'title',
      label: 'Title of the update',
      placeholder: 'Title',
      className: 'visual-tab-title',
      toValue: attributeText,
    },
    { name: 'tags', label: 'Tags', placeholder: 'Tags, such as new', toValue: attributeText },
  ],
  remove: { label: 'Remove', run: removePart },
})

/** A text for readers to copy into an assistant. */
export const promptView = attributedView({
  className: 'visual-prompt',
  fields: [
    {
      name: 'description',
      label: 'Title of the prompt',
      placeholder: 'Title',
      className: 'visual-tab-title',
      toValue: attributeText,
    },
  ],
  remove: { label: 'Remove', run: unwrap },
})

/** Replaces a block by its content. */
function unwrap({ view, getPos }: NodeContext): void {
  const at = getPos()
  const node = at === undefined ? null : view.state.doc.nodeAt(at)
  if (at === undefined || node === null) return
  view.dispatch(view.state.tr.replaceWith(at, at + node.nodeSize, node.content))
  view.focus()
}
