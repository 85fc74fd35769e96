import type { Node } from 'prosemirror-model'
import type { EditorView, NodeView } from 'prosemirror-view'
import { dataIn } from '#markup/visual/nodes.ts'
import type { VisualPage } from '#markup/visual/page.ts'

/** What a node view gets from the editor. */
export type NodeContext = {
  readonly view: EditorView
  readonly getPos: () => number | undefined
  readonly page: () => VisualPage
}

export function element<K extends keyof HTMLElementTagNameMap>(
  tag: K,
  className: string,
  children: readonly globalThis.Node[] = [],
): HTMLElementTagNameMap[K] {
  const created = document.createElement(tag)
  if (className !== '') created.className = className
  created.append(...children)
  return created
}

/** Changes attributes of the node, as one step to undo. */
export function setAttributes({ view, getPos }: NodeContext, attrs: Readonly<Record<string, unknown>>): void {
  const at = getPos()
  const node = at === undefined ? null : view.state.doc.nodeAt(at)
  if (at === undefined || node === null) return
  view.dispatch(view.state.tr.setNodeMarkup(at, null, { ...node.attrs, ...attrs }))
}

/** The data of a node with one member changed; an empty text removes it. */
export function withMember(
  node: Node,
  name: string,
  value: unknown,
  attribute = 'data',
): Record<string, unknown> {
  const { [name]: _, ...rest } = dataIn(node.attrs[attribute])
  return {
    [attribute]: value === '' || value === false || value === undefined ? rest : { ...rest, [name]: value },
  }
}

/** Attributes of tags are one line and have one kind of quotes. */
export const attributeText = (value: string): string => value.replace(/[\r\n]|%\}/g, ' ').replaceAll('"', '’')

type FieldOptions = {
  label: string
  placeholder: string
  className?: string
  onChange: (value: string) => void
}

/** A line of text that is an attribute of a node. */
export function textField({ label, placeholder, className = '', onChange }: FieldOptions): HTMLInputElement {
  const field = element('input', `visual-field ${className}`)
  field.ariaLabel = label
  field.placeholder = placeholder
  field.autocomplete = 'off'
  field.dir = 'auto'
  field.addEventListener('input', () => onChange(field.value))
  return field
}

export function button(label: string, className: string, run: () => void): HTMLButtonElement {
  const created = element('button', className)
  created.type = 'button'
  created.textContent = label
  created.addEventListener('click', run)
  return created
}

/** A part of the view that is not text of the page. */
export function controls(
  children: readonly globalThis.Node[],
  className = 'visual-controls',
): HTMLDivElement {
  const row = element('div', className, children)
  row.contentEditable = 'false'
  return row
}

export const setValue = (field: HTMLInputElement | HTMLSelectElement, value: string): void => {
  if (field.value !== value) field.value = value
}

const isControl = (target: EventTarget | null): boolean =>
  target instanceof Element && target.closest('input, select, button, textarea, summary') !== null

type Parts = Pick<NodeView, 'dom'> & {
  readonly contentDOM?: HTMLElement
  readonly show: (node: Node) => void
  readonly destroy?: () => void
}

/** A node view that shows its node again after each change. Its fields and buttons keep their events. */
export function nodeView(node: Node, { dom, contentDOM, show, destroy }: Parts): NodeView {
  show(node)
  return {
    dom,
    ...(contentDOM === undefined ? {} : { contentDOM }),
    ...(destroy === undefined ? {} : { destroy }),
    update: (next) => {
      if (next.type !== node.type) return false
      show(next)
      return true
    },
    stopEvent: ({ target }) => isControl(target),
    ignoreMutation: (mutation) =>
      mutation.type !== 'selection' && (contentDOM === undefined || !contentDOM.contains(mutation.target)),
  }
}
