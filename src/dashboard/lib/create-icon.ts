import type { LucideIcon, LucideProps } from 'lucide-react'
import { createElement, forwardRef } from 'react'

/** An element of an icon and its attributes, as React names them. */
export type IconPart = readonly [tag: string, attributes: Readonly<Record<string, string>>]

/** The component of an icon, which takes the properties of those of `lucide-react`. */
export function createIcon(...parts: readonly IconPart[]): LucideIcon {
  return forwardRef<SVGSVGElement, LucideProps>(
    ({ size = 24, color = 'currentColor', children, ...rest }, ref) =>
      createElement(
        'svg',
        {
          ref,
          width: size,
          height: size,
          viewBox: '0 0 24 24',
          fill: 'none',
          stroke: color,
          strokeWidth: 2,
          strokeLinecap: 'round',
          strokeLinejoin: 'round',
          'aria-hidden': isNamed(rest) ? undefined : true,
          ...rest,
        },
        ...parts.map(([tag, attributes]) => createElement(tag, attributes)),
        children,
      ),
  )
}

/** Whether screen readers have something to say about an icon. */
const isNamed = (properties: object): boolean =>
  Object.keys(properties).some((name) => name === 'role' || name === 'title' || name.startsWith('aria-'))
