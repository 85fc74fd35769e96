import { readdirSync, readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { Resvg } from '@resvg/resvg-js'
import * as lucide from 'lucide-react'
import { createElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { createIcon } from '../dashboard/lib/create-icon.ts'
import { iconParts } from './icons.ts'

const dashboard = resolve(import.meta.dirname, '../dashboard')

/** The icons that the dashboard imports, by their names in `lucide-react`. */
const names = [
  ...new Set(
    readdirSync(dashboard, { recursive: true, encoding: 'utf8' })
      .filter((file) => /\.tsx?$/.test(file))
      .flatMap((file) => [
        ...readFileSync(join(dashboard, file), 'utf8').matchAll(/import \{([^}]*)\} from 'lucide-react'/g),
      ])
      .flatMap(([, list = '']) => list.split(','))
      .map((name) => name.trim().replace(/ as .*/, ''))
      .filter((name) => name !== '' && !name.startsWith('type ')),
  ),
]

/** The compact set still has the drawing of an earlier version. */
const OLDER = ['CircleQuestionMark']

/** The pixels of an icon at 6 times its size. */
function pixels(icon: lucide.LucideIcon, properties: lucide.LucideProps = {}): Buffer {
  const svg = renderToStaticMarkup(createElement(icon, { color: '#000', ...properties }))
  const image = svg.includes('xmlns') ? svg : svg.replace('<svg', '<svg xmlns="http://www.w3.org/2000/svg"')
  return new Resvg(image, { font: { loadSystemFonts: false }, fitTo: { mode: 'width', value: 144 } }).render()
    .pixels
}

/** The share of pixels that look different. */
function difference(a: Buffer, b: Buffer): number {
  let count = 0
  for (let i = 3; i < a.length; i += 4) if (Math.abs((a[i] ?? 0) - (b[i] ?? 0)) > 128) count++
  return count / (a.length / 4)
}

test('every icon of the dashboard is drawn as in lucide-react', { timeout: 60_000 }, () => {
  expect(names.length).toBeGreaterThan(200)
  const official = lucide as unknown as Record<string, lucide.LucideIcon>
  const different = names.filter((name) => {
    const expected = official[name]
    const variants = [{}, { strokeWidth: 1.5, fill: '#000' }]
    return (
      expected === undefined ||
      variants.some(
        (variant) =>
          difference(pixels(createIcon(...iconParts(name)), variant), pixels(expected, variant)) > 0.001,
      )
    )
  })
  expect(different).toEqual(OLDER)
  // The comparison sees a difference.
  expect(difference(pixels(lucide.FilePlus), pixels(lucide.FileMinus))).toBeGreaterThan(0.001)
})

test('an icon is hidden from screen readers unless it has a name', () => {
  const icon = createIcon(...iconParts('Check'))
  expect(renderToStaticMarkup(createElement(icon, { size: 16, className: 'icon' }))).toBe(
    '<svg width="16" height="16" viewBox="0 0 24 24" fill="none" stroke="currentColor" stroke-width="2" stroke-linecap="round" stroke-linejoin="round" aria-hidden="true" class="icon"><path d="M20 6L9 17l-5-5"></path></svg>',
  )
  expect(renderToStaticMarkup(createElement(icon, { 'aria-label': 'Done' }))).not.toContain('aria-hidden')
})

test('an unknown icon ends the build', () => {
  expect(() => iconParts('NoSuchIcon')).toThrow('There is no icon NoSuchIcon')
})
