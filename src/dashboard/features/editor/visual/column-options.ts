import { cardSource, cardsSource } from '#markup/visual/cards.ts'
import { type ColumnAttribute, withColumnAttribute, withoutAlign } from '#markup/visual/column-style.ts'
import type { ValueColumn } from '#markup/visual/value-cells.ts'
import styles from './grid.module.css'
import { button, element, type NodeContext, setValue } from './node-fields.ts'
import { createPopover } from './popover.ts'

/** Readers see widths in steps, up to a limit. */
const STEP = 40
export const MAX_WIDTH = 800

const alignments = [
  ['left', 'Start'],
  ['center', 'Center'],
  ['right', 'End'],
] as const

/** Changes an attribute of a column, as one step to undo. Cells that are aligned in their own way follow it, too. */
export function setColumn(
  { view, getPos }: NodeContext,
  index: number,
  name: ColumnAttribute,
  value: string,
): void {
  const at = getPos()
  const table = at === undefined ? null : view.state.doc.nodeAt(at)
  const source = table && withColumnAttribute(cardsSource(table), index, name, value)
  if (at === undefined || !table || !source) return
  const tr = view.state.tr.setNodeMarkup(at, null, { ...table.attrs, opening: source.opening })
  if (name === 'align')
    table.forEach((row, offset) => {
      const [before, after] = [cardSource(row), withoutAlign(cardSource(row), index)]
      if (before.between[index] !== after.between[index]) tr.setNodeMarkup(at + 1 + offset, null, after)
    })
  view.dispatch(tr)
}

type Options = {
  readonly onAlign: (align: string) => void
  /** Gets pixels; empty where the content decides. */
  readonly onWidth: (width: string) => void
}

/** The button in the header of a column that opens its alignment and width. */
export function createColumnOptions({ onAlign, onWidth }: Options) {
  const toggles = alignments.map(([align, label]) => {
    const toggle = button(label, 'btn btn-s', () => onAlign(toggle.ariaPressed === 'true' ? '' : align))
    return { align, toggle }
  })
  const group = element(
    'span',
    styles.aligns ?? '',
    toggles.map(({ toggle }) => toggle),
  )
  group.role = 'group'
  group.ariaLabel = 'Alignment of the column'
  const width = element('input', `input ${styles.width}`)
  width.type = 'number'
  width.min = String(STEP)
  width.max = String(MAX_WIDTH)
  width.step = 'any'
  width.placeholder = 'Automatic'
  width.ariaLabel = 'Width of the column in pixels'
  width.addEventListener('change', () => {
    if (width.checkValidity()) onWidth(width.value)
  })
  const open = button('▾', `btn btn-s ${styles.columnButton}`, () => {
    popover.open()
    toggles[0]?.toggle.focus()
  })
  const words = (text: string) => element('span', 'faint', [document.createTextNode(text)])
  const widthRow = element('label', styles.widthRow ?? '', [words('Width'), width, words('px')])
  const popover = createPopover('Column', open, [group, widthRow], (isReturning) => {
    if (isReturning) open.focus()
  })
  popover.dom.addEventListener('keydown', (event) => {
    if (event.key !== 'Enter' || event.target !== width) return
    event.preventDefault()
    width.dispatchEvent(new Event('change'))
    popover.close()
  })
  return {
    dom: [open, popover.dom],
    show: ({ title, align, width: pixels }: ValueColumn) => {
      open.ariaLabel = title === '' ? 'Column options' : `Options of ${title}`
      for (const { align: one, toggle } of toggles) toggle.ariaPressed = String(one === align)
      setValue(width, pixels > 0 ? String(pixels) : '')
    },
  }
}

/** The edge of a header cell, which the pointer drags in steps; Esc leaves the width as it was. */
export function createColumnEdge(cell: HTMLElement, onWidth: (width: string) => void): HTMLElement {
  const edge = element('span', styles.edge ?? '')
  edge.addEventListener('pointerdown', (event) => {
    if (event.button !== 0) return
    event.preventDefault()
    edge.setPointerCapture(event.pointerId)
    const before = cell.style.width
    const [start, from] = [cell.offsetWidth, event.clientX]
    const direction = getComputedStyle(cell).direction === 'rtl' ? -1 : 1
    const dragging = new AbortController()
    let width = 0
    const options = { signal: dragging.signal }
    edge.addEventListener(
      'pointermove',
      ({ clientX }) => {
        const steps = Math.round((start + direction * (clientX - from)) / STEP)
        width = Math.min(MAX_WIDTH, Math.max(STEP, steps * STEP))
        cell.style.width = `${width}px`
      },
      options,
    )
    const cancel = () => {
      dragging.abort()
      cell.style.width = before
    }
    window.addEventListener('keydown', ({ key }) => key === 'Escape' && cancel(), options)
    edge.addEventListener('pointercancel', cancel, options)
    edge.addEventListener(
      'pointerup',
      () => {
        dragging.abort()
        if (width > 0) onWidth(String(width))
      },
      options,
    )
  })
  return edge
}
