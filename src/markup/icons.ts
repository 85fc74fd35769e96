import type { Element } from 'hast'
import { s } from 'hastscript'

const shapes = {
  copy: [rect(14, 14, 8, 8, 2), 'M4 16c-1.1 0-2-.9-2-2V4c0-1.1.9-2 2-2h10c1.1 0 2 .9 2 2'],
  info: [circle(12, 12, 10), 'M12 16v-4', 'M12 8h.01'],
  success: [circle(12, 12, 10), 'm16 9-5.5 5.5L8 12'],
  warning: [
    'm21.73 18-8-14a2 2 0 0 0-3.48 0l-8 14A2 2 0 0 0 4 21h16a2 2 0 0 0 1.73-3',
    'M12 9v4',
    'M12 17h.01',
  ],
  danger: [
    'M12 16h.01',
    'M12 8v4',
    'M15.312 2a2 2 0 0 1 1.414.586l4.688 4.688A2 2 0 0 1 22 8.688v6.624a2 2 0 0 1-.586 1.414l-4.688 4.688a2 2 0 0 1-1.414.586H8.688a2 2 0 0 1-1.414-.586l-4.688-4.688A2 2 0 0 1 2 15.312V8.688a2 2 0 0 1 .586-1.414l4.688-4.688A2 2 0 0 1 8.688 2z',
  ],
  chevron: ['m9 18 6-6-6-6'],
  file: [
    'M6 22a2 2 0 0 1-2-2V4a2 2 0 0 1 2-2h8a2.4 2.4 0 0 1 1.704.706l3.588 3.588A2.4 2.4 0 0 1 20 8v12a2 2 0 0 1-2 2z',
    'M14 2v5a1 1 0 0 0 1 1h5',
    'M12 18v-6',
    'm9 15 3 3 3-3',
  ],
  page: [
    'M6 22a2 2 0 0 1-2-2V4a2 2 0 0 1 2-2h8a2.4 2.4 0 0 1 1.704.706l3.588 3.588A2.4 2.4 0 0 1 20 8v12a2 2 0 0 1-2 2z',
    'M14 2v5a1 1 0 0 0 1 1h5',
    'M10 9H8',
    'M16 13H8',
    'M16 17H8',
  ],
  arrow: ['M5 12h14', 'm12 5 7 7-7 7'],
  play: ['M5 5a2 2 0 0 1 3.008-1.728l11.997 6.998a2 2 0 0 1 .003 3.458l-12 7A2 2 0 0 1 5 19z'],
} satisfies Record<string, (string | (() => Element))[]>

export type IconName = keyof typeof shapes

/** An icon of published pages, hidden from screen readers. */
export function icon(name: IconName, ...classes: string[]): Element {
  const paths = shapes[name].map((shape) => (typeof shape === 'string' ? s('path', { d: shape }) : shape()))
  return s('svg', { className: ['i', ...classes], viewBox: '0 0 24 24', ariaHidden: 'true' }, paths)
}

function rect(width: number, height: number, x: number, y: number, rx: number): () => Element {
  return () => s('rect', { width, height, x, y, rx, ry: rx })
}

function circle(cx: number, cy: number, r: number): () => Element {
  return () => s('circle', { cx, cy, r })
}
