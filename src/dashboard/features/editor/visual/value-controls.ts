import { type CellLink, isChecked, type ValueColumn } from '#markup/visual/value-cells.ts'
import type { LinkContext } from '../../../components/page-text/page-links.ts'
import type { FileInText } from '../uploads.tsx'
import { element } from './node-fields.ts'

/** The control of a cell, which shows its value and changes it. */
export type ValueControl = {
  readonly dom: HTMLElement
  readonly show: (html: string) => void
}

export type ValueOptions = {
  readonly column: ValueColumn
  readonly place: () => LinkContext
  readonly onChange: (html: string) => void
  /** Adds a link to what the cell contains by then, wherever it is. */
  readonly addLink: (link: CellLink) => void
  readonly uploadFile: (file: File, begin: () => FileInText) => void
}

/** The name of the control of a cell for screen readers. */
export const nameOfControl = ({ column }: ValueOptions, fallback: string): string => column.title || fallback

/** A checkbox, which is stored as `true` or `false`. */
export function checkboxControl(options: ValueOptions): ValueControl {
  const dom = element('input', '')
  dom.type = 'checkbox'
  dom.ariaLabel = nameOfControl(options, 'Checked')
  dom.addEventListener('change', () => options.onChange(String(dom.checked)))
  return {
    dom,
    show: (html) => {
      dom.checked = isChecked(html)
    },
  }
}
