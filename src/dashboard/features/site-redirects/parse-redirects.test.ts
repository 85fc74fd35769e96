import { expect, test } from 'vitest'
import { parseRedirects } from './parse-redirects.ts'

const guides = { id: 'a', spaceId: 's', title: 'Guides', path: 'guides', isDefault: true }
const parts = { sections: [], spaces: [guides] }

test('reads two columns with any separator, without the header and comments', () => {
  const text =
    'source,destination\n/a, https://x.example/a\n# note\n/b\t/guide/b\n"/c" -> "https://x.example/c"\n/d/ ;\n'
  expect(
    parseRedirects(text, parts).map(({ line, source, redirect }) => [line, source, redirect?.destination]),
  ).toEqual([
    [2, '/a', { kind: 'external', url: 'https://x.example/a' }],
    [4, '/b', { kind: 'path', spaceId: 's', path: 'guide/b' }],
    [5, '/c', { kind: 'external', url: 'https://x.example/c' }],
    [6, '/d', null],
  ])
})

test('reads only the redirects of a .gitbook.yaml', () => {
  const text =
    'root: ./docs\n\nredirects:\n  help: misc/support.md\n  old/start: ./README.md\n\nstructure:\n  readme: README.md\n'
  expect(parseRedirects(text, parts).map(({ source, redirect }) => [source, redirect?.destination])).toEqual([
    ['/help', { kind: 'path', spaceId: 's', path: 'misc/support' }],
    ['/old/start', { kind: 'path', spaceId: 's', path: '' }],
  ])
})

test('a path begins with its section and space', () => {
  const site = {
    sections: [
      { id: 'g', title: 'Guides', path: 'guides', isDefault: true },
      { id: 'r', title: 'Reference', path: 'reference', isDefault: false },
    ],
    spaces: [
      { ...guides, sectionId: 'g' },
      { ...guides, id: 'b', spaceId: 'api', sectionId: 'r' },
      { ...guides, id: 'c', spaceId: 'old', sectionId: 'r', path: 'v1', isDefault: false },
    ],
  }
  const text = '/a /reference\n/b /reference/calls\n/c /reference/v1/calls\n/d /elsewhere\n/e /guides/'
  expect(parseRedirects(text, site).map(({ redirect }) => redirect?.destination)).toEqual([
    { kind: 'site-section', siteSectionId: 'r' },
    { kind: 'path', spaceId: 'api', path: 'calls' },
    { kind: 'path', spaceId: 'old', path: 'calls' },
    { kind: 'path', spaceId: 's', path: 'elsewhere' },
    { kind: 'site-section', siteSectionId: 'g' },
  ])
})

test('an invalid target is reported with its line', () => {
  const [line] = parseRedirects('/a somewhere', parts)
  expect(line).toMatchObject({ line: 1, redirect: null })
  expect(line?.error).toContain('https://')
})
