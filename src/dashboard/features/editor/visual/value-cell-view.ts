import type { Node } from 'prosemirror-model'
import type { NodeView } from 'prosemirror-view'
import { type CellLink, cellWithLinks, linksIn, type ValueColumn } from '#markup/visual/value-cells.ts'
import type { LinkContext } from '../../../components/page-text/page-links.ts'
import { labels } from '../../../lib/labels.ts'
import { toast } from '../../../lib/toast.ts'
import type { FileInText } from '../uploads.tsx'
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

export type CellEvents = {
  readonly place: () => LinkContext
  /** Uploads a file into a part of the text that shows its progress. */
  readonly onFileInText: (file: File, begin: () => FileInText) => void
}

/** A cell of a column with a type: a checkbox, stars, options, or links to files and pages. */
export function valueCellView(node: Node, context: NodeContext, events: () => CellEvents): NodeView {
  const column = columnOfCell(context)
  const dom = element('div', `visual-value ${styles.value}`)
  dom.contentEditable = 'false'
  if (isGridCell(context)) dom.role = 'cell'
  const create = column && Object.hasOwn(controls, column.type) ? controls[column.type] : undefined
  let shown = node
  const control =
    column &&
    create?.({
      column,
      place: () => events().place(),
      onChange: (html) => setAttributes(context, { html }),
      addLink: (link) => addLink(context, shown, link),
      uploadFile: (file, begin) => events().onFileInText(file, begin),
    })
  if (control) dom.append(control.dom)
  dom.addEventListener('keydown', (event) => onCellKey(event, dom, context))
  const show = (next: Node) => {
    shown = next
    const { attrs } = next
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

/** Adds a link to a cell, also if its row was moved in the meantime. */
function addLink({ view, getPos }: NodeContext, cell: Node, link: CellLink): void {
  const { doc, tr } = view.state
  let at = getPos()
  if (at === undefined || doc.nodeAt(at) !== cell) {
    at = undefined
    doc.descendants((node, from) => {
      if (node === cell) at = from
      return at === undefined && !node.inlineContent
    })
  }
  if (at === undefined) {
    toast.refused(`Couldn’t insert ${labels.quoted(link.label)}`, {
      reason: 'Its cell is gone or was changed elsewhere. The file is in the files of the space.',
    })
    return
  }
  const html = String(cell.attrs.html)
  view.dispatch(tr.setNodeMarkup(at, null, { html: cellWithLinks(html, [...linksIn(html), link]) }))
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
