import { expect, test } from 'vitest'
import { cpuSeconds } from '#testing/cpu-seconds.ts'
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

test('a path can contain spaces, and what is in quotes any separator', () => {
  const text =
    '/old guide, /guide\n"/a, ""b""";"https://x.example/a,b"\n/c d\t/c\n/e f -> /e\n/g /h,i\n\uFEFF/j,"/k"\n'
  expect(parseRedirects(text, parts).map(({ source, to }) => [source, to])).toEqual([
    ['/old%20guide', '/guide'],
    ['/a%2C%20%22b%22', 'https://x.example/a,b'],
    ['/c%20d', '/c'],
    ['/e%20f', '/e'],
    ['/g', '/h'],
    ['/j', '/k'],
  ])
})

test('reads the status in a third column, and the rest of the path that a wildcard matches', () => {
  const text =
    'From URL,To URL,Code\n/a /b 302\n/c,https://x.example/c,301\n/d/*,https://x.example/*\n/e/* /guide/:splat 308\n/f/* /b'
  expect(parseRedirects(text, parts).map(({ redirect }) => redirect)).toEqual([
    { source: '/a', permanent: false, destination: { kind: 'path', spaceId: 's', path: 'b' } },
    { source: '/c', permanent: true, destination: { kind: 'external', url: 'https://x.example/c' } },
    { source: '/d/*', captureWildcard: true, destination: { kind: 'external', url: 'https://x.example/' } },
    {
      source: '/e/*',
      captureWildcard: true,
      permanent: true,
      destination: { kind: 'path', spaceId: 's', path: 'guide' },
    },
    { source: '/f/*', destination: { kind: 'path', spaceId: 's', path: 'b' } },
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

test('what a redirect can’t contain is named', () => {
  const text = '/a?id=5,/guide#setup\n/b,https://x.example/b?c#d\n/c,/guide'
  expect(parseRedirects(text, parts).map(({ omitted }) => omitted)).toEqual([
    ['?id=5', '#setup'],
    undefined,
    undefined,
  ])
})

test('an invalid target is reported with its line', () => {
  const [line] = parseRedirects('/a somewhere', parts)
  expect(line).toMatchObject({ line: 1, redirect: null })
  expect(line?.error).toContain('https://')
})

test.each([',', ' ', '\t', '"', '->', '", '])(
  'a file that isn’t one of redirects, with many %j, is read as a line',
  (piece) => {
    const text = `/a${piece.repeat(100_000)}b`
    let lines: readonly unknown[] = []
    expect(cpuSeconds(() => (lines = parseRedirects(text, parts)))).toBeLessThan(3)
    expect(lines).toHaveLength(1)
  },
)
