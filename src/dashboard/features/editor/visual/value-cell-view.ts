import type { Node } from 'prosemirror-model'
import type { NodeView } from 'prosemirror-view'
import type { ValueColumn } from '#markup/visual/value-cells.ts'
import type { LinkContext } from '../../../components/page-text/page-links.ts'
import { CONTROLS, goToCell } from './card-commands.ts'
import styles from './grid.module.css'
import { isGridCell, shownColumns } from './grid-views.ts'
import { element, type NodeContext, setAttributes } from './node-fields.ts'
import { schema } from './schema.ts'
import { checkboxControl, type ValueControl, type ValueOptions } from './value-controls.ts'
import { linksControl } from './value-links.ts'
import { optionsControl } from './value-options.ts'
import { ratingControl } from './value-rating.ts'

const controls: Readonly<Record<string, (options: ValueOptions) => ValueControl>> = {
  checkbox: checkboxControl,
  rating: ratingControl,
  select: optionsControl,
  files: linksControl,
  image: linksControl,
  'content-ref': linksControl,
}

/** A cell of a column with a type: a checkbox, stars, options, or links to files and pages. */
export function valueCellView(node: Node, context: NodeContext, place: () => LinkContext): NodeView {
  const column = columnOfCell(context)
  const dom = element('div', `visual-value ${styles.value}`)
  dom.contentEditable = 'false'
  if (isGridCell(context)) dom.role = 'cell'
  const create = column && Object.hasOwn(controls, column.type) ? controls[column.type] : undefined
  const control = column && create?.({ column, place, onChange: (html) => setAttributes(context, { html }) })
  if (control) dom.append(control.dom)
  dom.addEventListener('keydown', (event) => onCellKey(event, dom, context))
  const show = ({ attrs }: Node) => {
    if (control) control.show(String(attrs.html))
    else dom.textContent = String(attrs.html).replace(/<[^>]*>/g, '')
  }
  show(node)
  return {
    dom,
    update: (next) => {
      if (next.type !== node.type) return false
      show(next)
      return true
    },
    stopEvent: () => true,
    ignoreMutation: () => true,
  }
}

/** Esc returns to the text; Tab goes to the next cell behind the last control, and back from the first one. */
function onCellKey(event: KeyboardEvent, dom: HTMLElement, context: NodeContext): void {
  const { view, getPos } = context
  const at = getPos()
  if (event.key === 'Escape') {
    event.stopPropagation()
    view.focus()
  }
  if (event.key !== 'Tab' || at === undefined) return
  const all = [...dom.querySelectorAll<HTMLElement>(CONTROLS)]
  const edge = event.shiftKey ? all[0] : all.at(-1)
  if (edge === event.target && isGridCell(context) && goToCell(view, at, event.shiftKey ? -1 : 1))
    event.preventDefault()
}

/** The column of a cell, which its table describes. */
function columnOfCell({ view, getPos }: NodeContext): ValueColumn | null {
  const at = getPos()
  if (at === undefined) return null
  const $at = view.state.doc.resolve(at)
  const table = $at.node(-1)
  if (table.type !== schema.nodes.cards) return null
  return shownColumns(table)[$at.index()]?.column ?? null
}
