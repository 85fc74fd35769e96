import type { Element } from 'hast'
import { s } from 'hastscript'

/** Shapes from Lucide (ISC), except the default logo. */
const shapes = {
  search: [circle(11, 11, 8), path('m21 21-4.34-4.34')],
  sun: [
    circle(12, 12, 4),
    ...['M12 2v2', 'M12 20v2', 'm4.93 4.93 1.41 1.41', 'm17.66 17.66 1.41 1.41'].map(path),
    ...['M2 12h2', 'M20 12h2', 'm6.34 17.66-1.41 1.41', 'm19.07 4.93-1.41 1.41'].map(path),
  ],
  moon: [
    path(
      'M20.985 12.486a9 9 0 1 1-9.473-9.472c.405-.022.617.46.402.803a6 6 0 0 0 8.268 8.268c.344-.215.825-.004.803.401',
    ),
  ],
  down: [path('m6 9 6 6 6-6')],
  right: [path('m9 18 6-6-6-6')],
  close: [path('M18 6 6 18'), path('m6 6 12 12')],
  check: [path('M20 6 9 17l-5-5')],
  sidebar: [s('rect', { width: 18, height: 18, x: 3, y: 3, rx: 2 }), path('M9 3v18')],
  copy: [
    s('rect', { width: 14, height: 14, x: 8, y: 8, rx: 2, ry: 2 }),
    path('M4 16c-1.1 0-2-.9-2-2V4c0-1.1.9-2 2-2h10c1.1 0 2 .9 2 2'),
  ],
  pencil: [
    path(
      'M21.174 6.812a1 1 0 0 0-3.986-3.987L3.842 16.174a2 2 0 0 0-.5.83l-1.321 4.352a.5.5 0 0 0 .623.622l4.353-1.32a2 2 0 0 0 .83-.497z',
    ),
    path('m15 5 4 4'),
  ],
  page: [
    path(
      'M6 22a2 2 0 0 1-2-2V4a2 2 0 0 1 2-2h8a2.4 2.4 0 0 1 1.704.706l3.588 3.588A2.4 2.4 0 0 1 20 8v12a2 2 0 0 1-2 2z',
    ),
    ...['M14 2v5a1 1 0 0 0 1 1h5', 'M10 9H8', 'M16 13H8', 'M16 17H8'].map(path),
  ],
}

/** A decorative icon next to a text. `className` includes the size: `i` or `i i-s`. */
export function icon(name: keyof typeof shapes, className = 'i'): Element {
  return s('svg', { class: className, viewBox: '0 0 24 24', ariaHidden: 'true' }, shapes[name])
}

/** The default logo for sites without one. */
export function mark(): Element {
  return s('svg', { viewBox: '0 0 24 24', ariaHidden: 'true', fill: 'currentColor' }, path(markPath))
}

export const markPath = 'M3 4.5h18v3.2H3zM3 10.4h12.5v3.2H3zM3 16.3h7v3.2H3z'

function path(d: string): Element {
  return s('path', { d })
}

function circle(cx: number, cy: number, r: number): Element {
  return s('circle', { cx, cy, r })
}
