import { expect, test } from 'vitest'
import { redirectsIn } from './pasted.ts'

const parts = { sections: [], spaces: [{ id: 'a', spaceId: 's', title: 'Guides' }] }

test('two columns in every usual form are read, with a head left out and comments skipped', () => {
  const text =
    'source,destination\n/a, https://x.example/a\n# note\n/b\t/guide/b\n"/c" -> "https://x.example/c"\n/d/ ;\n'
  expect(
    redirectsIn(text, parts).map(({ line, source, redirect }) => [line, source, redirect?.destination]),
  ).toEqual([
    [2, '/a', { kind: 'external', url: 'https://x.example/a' }],
    [4, '/b', { kind: 'path', spaceId: 's', path: 'guide/b' }],
    [5, '/c', { kind: 'external', url: 'https://x.example/c' }],
    [6, '/d', null],
  ])
})

test('the redirects of a .gitbook.yaml are read, and nothing else of it', () => {
  const text =
    'root: ./docs\n\nredirects:\n  help: misc/support.md\n  old/start: ./README.md\n\nstructure:\n  readme: README.md\n'
  expect(redirectsIn(text, parts).map(({ source, redirect }) => [source, redirect?.destination])).toEqual([
    ['/help', { kind: 'path', spaceId: 's', path: 'misc/support' }],
    ['/old/start', { kind: 'path', spaceId: 's', path: '' }],
  ])
})

test('what leads nowhere is said with its line', () => {
  const [line] = redirectsIn('/a somewhere', parts)
  expect(line).toMatchObject({ line: 1, redirect: null })
  expect(line?.fault).toContain('https://')
})
