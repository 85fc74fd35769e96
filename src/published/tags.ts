import type { Element } from 'hast'
import { h } from 'hastscript'
import { drawIcon, type IconShape } from '#markup/font-icons.ts'
import { colorClass } from '#markup/render/columns.ts'

/** A tag of a page. */
export type TagModel = {
  readonly label: string
  readonly icon?: IconShape | undefined
  readonly emoji?: string | undefined
  /** Such as `blue` or `$primary`. */
  readonly color?: string | undefined
}

export function tagItem({ label, icon, emoji, color }: TagModel): Element {
  const mark = emoji === undefined ? [] : [h('span', { ariaHidden: 'true' }, emoji), ' ']
  const shape = emoji === undefined && icon !== undefined ? [drawIcon(icon)] : []
  return h('li.pill', { className: color === undefined ? [] : colorClass('ground', color) }, [
    ...mark,
    ...shape,
    label,
  ])
}
