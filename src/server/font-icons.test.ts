import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'
import { fontIcon, fontIconNames } from './font-icons.ts'
import { otherIconNames } from './other-icon-names.ts'

test('icons are found by name in any style, and by former names', () => {
  expect(fontIcon('rocket')?.path).toMatch(/^M/)
  expect(fontIcon('github')).toEqual(fontIcon('brands/github'))
  expect(fontIcon('search')).toEqual(fontIcon('magnifying-glass'))
  expect(fontIcon('bell', 'regular')).not.toEqual(fontIcon('bell', 'solid'))
})

test('a name that the set lacks gets the closest icon, and an unknown one none', () => {
  expect(fontIcon('rocket-launch')).toEqual(fontIcon('rocket'))
  expect(fontIcon('rectangle-terminal')).toEqual(fontIcon('terminal'))
  expect(fontIcon('sparkles')).toEqual(fontIcon('wand-magic-sparkles'))
  for (const name of ['', 'no-such', '../../package', 'brands/../solid/rocket', 'constructor'])
    expect(fontIcon(name)).toBeNull()
})

test('every other name has an icon of its own', () => {
  const missing = Object.values(otherIconNames).filter((name) => fontIcon(name) === null)
  expect(missing).toEqual([])
})

test.each(['solid', 'regular', 'brands'] as const)('every icon in the style %s can be read', (style) => {
  const { icons } = JSON.parse(
    readFileSync(fileURLToPath(import.meta.resolve(`@iconify-json/fa7-${style}/icons.json`)), 'utf8'),
  ) as { readonly icons: Record<string, { readonly body: string }> }
  const names = Object.keys(icons)
  expect(fontIconNames(style).sort()).toEqual(names.sort())
  for (const name of names) {
    const path = fontIcon(`${style}/${name}`)?.path ?? ''
    expect(path).toMatch(/^[Mm][-.\d]/)
    expect(icons[name]?.body).toContain(path.slice(0, 40))
  }
})
