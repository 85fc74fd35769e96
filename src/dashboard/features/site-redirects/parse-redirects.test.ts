import { expect, test } from 'vitest'
import { parseRedirects } from './parse-redirects.ts'

const parts = { sections: [], spaces: [{ id: 'a', spaceId: 's', title: 'Guides' }] }

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

test('an invalid target is reported with its line', () => {
  const [line] = parseRedirects('/a somewhere', parts)
  expect(line).toMatchObject({ line: 1, redirect: null })
  expect(line?.error).toContain('https://')
})
