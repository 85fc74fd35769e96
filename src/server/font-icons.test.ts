import { readdirSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'
import { fontIcon } from './font-icons.ts'
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

test('every file of the set can be read', () => {
  const folder = dirname(fileURLToPath(import.meta.resolve('@fortawesome/fontawesome-free/package.json')))
  for (const style of ['solid', 'regular', 'brands']) {
    const names = readdirSync(join(folder, 'svgs', style)).map((file) => file.replace(/\.svg$/, ''))
    expect(names.filter((name) => !fontIcon(`${style}/${name}`))).toEqual([])
  }
})
