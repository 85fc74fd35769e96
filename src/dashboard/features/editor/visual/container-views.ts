import type { Node } from 'prosemirror-model'
import type { NodeView } from 'prosemirror-view'
import { dataIn } from '#markup/visual/nodes.ts'
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
import { schema, textOf } from './schema.ts'

const { nodes } = schema

const partTypes = {
  tabs: { type: nodes.tab, label: 'Add a tab' },
  stepper: { type: nodes.step, label: 'Add a step' },
  columns: { type: nodes.column, label: 'Add a column' },
  updates: { type: nodes.update, label: 'Add an update' },
} as const

const classes = { tabs: 'variants', stepper: 'steps', columns: 'columns', updates: 'updates' } as const

/** Tabs, steps, columns or updates, with a button for one more. The latest update comes first. */
export const containerView =
  (name: keyof typeof partTypes) =>
  (node: Node, { view, getPos }: NodeContext): NodeView => {
    const { type, label } = partTypes[name]
    const add = () => {
      const at = getPos()
      const current = at === undefined ? null : view.state.doc.nodeAt(at)
      const added = type.createAndFill(name === 'updates' ? { data: { date: today() } } : null)
      if (at === undefined || current === null || added === null) return
      view.dispatch(view.state.tr.insert(name === 'updates' ? at + 1 : at + current.nodeSize - 1, added))
      view.focus()
    }
    const contentDOM = element(name === 'stepper' ? 'ol' : 'div', classes[name])
    const dom = element('div', 'visual-container', [contentDOM, controls([button(label, 'btn btn-s', add)])])
    return nodeView(node, { dom, contentDOM, show: () => undefined })
  }

const today = (): string => new Date().toISOString().slice(0, 10)

/** A tab with its title; all tabs are shown below each other while they are edited. */
export const partView =
  (label: 'tab' | 'step' | 'column') =>
  (node: Node, context: NodeContext): NodeView => {
    let current = node
    const title = textField({
      label: 'Title of the tab',
      placeholder: 'Untitled',
      className: 'visual-tab-title',
      onChange: (value) => setAttributes(context, withMember(current, 'title', attributeText(value))),
    })
    const remove = button('Remove', 'btn btn-s visual-remove', () => removePart(context))
    remove.ariaLabel = `Remove this ${label}`
    const contentDOM = element('div', 'flow')
    const head = controls(label === 'tab' ? [title, remove] : [remove], 'visual-part-head')
    const dom = element(label === 'step' ? 'li' : 'div', `visual-part visual-${label}`, [head, contentDOM])
    return nodeView(node, {
      dom,
      contentDOM,
      show: (next) => {
        current = next
        setValue(title, textOf(next.attrs.data, 'title'))
      },
    })
  }

/** Removes a part; with the last one the whole block goes. */
export function removePart({ view, getPos }: NodeContext): void {
  const at = getPos()
  if (at === undefined) return
  const $at = view.state.doc.resolve(at)
  const { parent } = $at
  const [from, to] =
    parent.childCount > 1 ? [at, at + parent.child($at.index()).nodeSize] : [$at.before(), $at.after()]
  const tr = view.state.tr
  if (parent.childCount === 1 && $at.node(-1).childCount === 1)
    tr.replaceWith(from, to, nodes.paragraph.create())
  else tr.delete(from, to)
  view.dispatch(tr)
  view.focus()
}

/** An expandable is open while it is edited. */
export function expandableView(node: Node, context: NodeContext): NodeView {
  let current = node
  const open = element('input', '')
  open.type = 'checkbox'
  open.addEventListener('change', () =>
    setAttributes(context, withMember(current, 'defaultExpanded', open.checked)),
  )
  const label = element('label', 'visual-check', [open, document.createTextNode('Open at first')])
  const contentDOM = element('div', 'flow')
  const dom = element('div', 'expand visual-expandable', [contentDOM, controls([label])])
  return nodeView(node, {
    dom,
    contentDOM,
    show: (next) => {
      current = next
      open.checked = dataIn(next.attrs.data).defaultExpanded === true
    },
  })
}
