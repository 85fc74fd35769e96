import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { makeTestFolder } from '#testing/test-folder.ts'
import { buildService } from './service-bundle.ts'

test('the built service contains its worker threads, and only ASCII, which takes half the memory', async () => {
  const folder = makeTestFolder()
  await buildService(folder)
  const files = readdirSync(folder).filter((name) => name.endsWith('.mjs'))
  const code = files.map((name) => readFileSync(join(folder, name), 'utf8')).join('\n')
  expect(code.match(/[\u0080-\uffff]/)).toBeNull()
  // A package that reads files next to its code can't find them from here.
  expect(code.match(/new URL\((?!["'])[^()]*import\.meta\.url\)/)).toBeNull()
  const scripts = [...code.matchAll(/new URL\(["']\.\/([^"']+)["'], import\.meta\.url\)/g)].map(
    ([, name]) => name,
  )
  expect(files).toEqual(expect.arrayContaining(['main.mjs', ...scripts]))
  const started = readdirSync(join(import.meta.dirname, '../server'), {
    recursive: true,
    withFileTypes: true,
  })
    .filter((entry) => entry.name.endsWith('.ts') && !entry.name.endsWith('.test.ts'))
    .flatMap((entry) => {
      const text = readFileSync(join(entry.parentPath, entry.name), 'utf8')
      return text.match(/new URL\([^)]*\.ts', import\.meta\.url\)/g) ?? []
    })
  expect(scripts.length).toBeGreaterThan(0)
  expect(scripts).toHaveLength(started.length)
})
