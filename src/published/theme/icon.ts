import { s } from 'hastscript'
import { print } from '../html.ts'
import { markPath } from '../layout/icons.ts'

/**
 * The favicon of a site without an uploaded one, as SVG: an emoji, or the default logo in the site's color (`#` and hex
 * digits; anything else falls back to the default color).
 */
export function siteIcon({ emoji, color }: { emoji?: string; color?: string }): string {
  const box = { xmlns: 'http://www.w3.org/2000/svg', viewBox: '0 0 24 24' }
  if (emoji) {
    const position = { x: 12, y: 12, fontSize: 20, textAnchor: 'middle', dominantBaseline: 'central' }
    return print(s('svg', box, s('text', position, emoji)))
  }
  const fill = color && /^#[0-9a-f]{3,6}$/i.test(color) ? color : '#0b6a86'
  return print(s('svg', { ...box, fill }, s('path', { d: markPath })))
}
