import type { Node } from 'prosemirror-model'
import type { NodeView } from 'prosemirror-view'
import { icon } from '#markup/icons.ts'
import { toHtml } from '#markup/to-html.ts'
import { dataIn } from '#markup/visual/nodes.ts'
import { createDiagram } from './diagram-view.ts'
import {
  attributeText,
  controls,
  element,
  type NodeContext,
  nodeView,
  setAttributes,
  setValue,
  textField,
  withMember,
} from './node-fields.ts'
import { onOpen } from './open-block.ts'
import { textOf } from './schema.ts'

/** An item with a checkbox if it is a task. */
export function listItemView(node: Node, context: NodeContext): NodeView {
  const box = element('input', '')
  box.type = 'checkbox'
  box.ariaLabel = 'Done'
  box.addEventListener('change', () => setAttributes(context, { checked: box.checked }))
  const control = controls([box], 'visual-task')
  const contentDOM = element('div', 'flow')
  const dom = element('li', '', [control, contentDOM])
  return nodeView(node, {
    dom,
    contentDOM,
    show: ({ attrs }) => {
      const isTask = typeof attrs.checked === 'boolean'
      control.hidden = !isTask
      dom.classList.toggle('visual-task-item', isTask)
      box.checked = attrs.checked === true
    },
  })
}

/** Code with its language, title and line numbers. */
export function codeView(node: Node, context: NodeContext): NodeView {
  let current = node
  const change = (name: string, value: unknown) => setAttributes(context, withMember(current, name, value))
  const title = textField({
    label: 'Title of the code',
    placeholder: 'Title',
    className: 'grow',
    onChange: (value) => change('title', attributeText(value)),
  })
  const language = textField({
    label: 'Language',
    placeholder: 'Language',
    className: 'visual-language',
    onChange: (value) => change('syntax', value.replace(/[\s`]/g, '')),
  })
  const numbers = element('input', '')
  numbers.type = 'checkbox'
  numbers.addEventListener('change', () => change('lineNumbers', numbers.checked))
  const label = element('label', 'visual-check', [numbers, document.createTextNode('Line numbers')])
  const contentDOM = element('code', '')
  const diagram = createDiagram(context)
  const dom = element('div', 'code', [
    diagram.dom,
    controls([title, language, label], 'code-head visual-controls'),
    element('pre', '', [contentDOM]),
  ])
  contentDOM.spellcheck = false
  onOpen(dom, diagram.open)
  return nodeView(node, {
    dom,
    contentDOM,
    destroy: diagram.destroy,
    show: (next) => {
      current = next
      const data = dataIn(next.attrs.data)
      setValue(title, textOf(data, 'title'))
      setValue(language, textOf(data, 'syntax'))
      numbers.checked = data.lineNumbers === true
      diagram.show(next)
    },
  })
}

const hintStyles = ['info', 'success', 'warning', 'danger'] as const

/** A hint; its style can be changed at its corner. */
export function hintView(node: Node, context: NodeContext): NodeView {
  let current = node
  const style = element('select', 'visual-select')
  style.ariaLabel = 'Style of the hint'
  style.append(...hintStyles.map((name) => new Option(name[0]?.toUpperCase() + name.slice(1), name)))
  style.addEventListener('change', () => setAttributes(context, withMember(current, 'style', style.value)))
  const contentDOM = element('div', '')
  const shape = element('template', '')
  const dom = element('div', 'hint', [contentDOM, controls([style])])
  return nodeView(node, {
    dom,
    contentDOM,
    show: (next) => {
      current = next
      const kind = hintStyles.find((name) => name === textOf(next.attrs.data, 'style')) ?? 'info'
      setValue(style, kind)
      if (dom.classList.contains(kind)) return
      dom.className = `hint ${kind}`
      shape.innerHTML = toHtml({ type: 'root', children: [icon(kind)] })
      dom.querySelector(':scope > svg')?.remove()
      dom.prepend(shape.content)
    },
  })
}
