import type { Element } from 'hast'
import { s } from 'hastscript'

/** The shape of an icon of the icon font whose names documentation uses. */
export interface IconShape {
  width: number
  height: number
  /** SVG path data. */
  path: string
}

const styles: Readonly<Record<string, string>> = { fab: 'brands', far: 'regular', fas: 'solid' }
const notNames =
  /^(?:solid|regular|light|thin|duotone|sharp|brands|fw|lg|sm|xs|xl|2xs|2xl|\d{1,2}x|spin|pulse|border|inverse|pull-.*|rotate-.*|flip-.*)$/

/** The icon that class names such as `fa-brands fa-github` name, as `github` or `brands/github`; empty if there is none. */
export function iconNameOf(classNames: string): string {
  let style = ''
  let name = ''
  for (const one of classNames.split(/\s+/)) {
    const part = /^fa-([a-z0-9-]{1,50})$/.exec(one)?.[1]
    if (Object.hasOwn(styles, one)) style = styles[one] ?? ''
    else if (part === 'brands' || part === 'regular' || part === 'solid') style = part
    else if (part !== undefined && name === '' && !notNames.test(part)) name = part
  }
  return name !== '' && style !== '' ? `${style}/${name}` : name
}

/** An icon next to a text, hidden from screen readers. */
export const drawIcon = ({ width, height, path }: IconShape, ...classes: string[]): Element =>
  s(
    'svg',
    {
      className: ['i', 'fa', ...classes],
      viewBox: `0 0 ${width} ${height}`,
      // The canvas has a margin above and below the icon.
      preserveAspectRatio: 'xMidYMid slice',
      ariaHidden: 'true',
    },
    s('path', { d: path }),
  )
