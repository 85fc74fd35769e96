import { globSync, readFileSync } from 'node:fs'
import { dirname, relative, resolve } from 'node:path'
import { expect, test } from 'vitest'

const root = resolve(import.meta.dirname, '..')
const sheets = globSync(`${root}/**/*.module.css`)
const sources = globSync(`${root}/**/*.{ts,tsx}`).map((file) => ({ file, text: readFileSync(file, 'utf8') }))

/** The classes that a sheet scopes: its selectors without `:global(…)`, values and comments. */
function classesOf(sheet: string): Set<string> {
  const css = readFileSync(sheet, 'utf8')
    .replace(/\/\*[\s\S]*?\*\//g, '')
    .replace(/:global\((?:[^()]|\((?:[^()]|\([^()]*\))*\))*\)/g, '')
  const selectors = [...css.matchAll(/([^{};]*)\{/g)].map(([, selector = '']) => selector)
  const names = selectors
    .filter((selector) => !selector.trimStart().startsWith('@'))
    .flatMap((selector) => [...selector.replace(/\[[^\]]*\]/g, '').matchAll(/\.(-?[A-Za-z_][\w-]*)/g)])
  return new Set(names.map(([, name = '']) => name))
}

type Use = { readonly file: string; readonly sheet: string; readonly name: string }

/** Every `styles.name` of a source, with the sheet that `styles` is imported from. */
function usesIn({ file, text }: (typeof sources)[number]): Use[] {
  const imports = text.matchAll(/import (\w+) from '([^']+\.module\.css)'/g)
  return [...imports].flatMap(([, variable = '', path = '']) => {
    const sheet = path.startsWith('#dashboard/')
      ? resolve(root, path.slice('#dashboard/'.length))
      : resolve(dirname(file), path)
    return [...text.matchAll(new RegExp(`\\b${variable}\\.(\\w+)`, 'g'))].map(([, name = '']) => ({
      file: relative(root, file),
      sheet,
      name,
    }))
  })
}

const uses = sources.flatMap(usesIn)

test('every class used from a CSS module exists in its sheet', () => {
  expect(sheets.length).toBeGreaterThan(20)
  const missing = uses.filter(({ sheet, name }) => !sheets.includes(sheet) || !classesOf(sheet).has(name))
  expect(missing.map(({ file, name }) => `${file}: ${name}`)).toEqual([])
})

test('every class of a CSS module is used', () => {
  const unused = sheets.flatMap((sheet) => {
    const used = new Set(uses.filter((use) => use.sheet === sheet).map(({ name }) => name))
    return [...classesOf(sheet)]
      .filter((name) => !used.has(name))
      .map((name) => `${relative(root, sheet)}: ${name}`)
  })
  expect(unused).toEqual([])
})
