import { expect, test } from 'vitest'
import { joinFrontMatter, splitFrontMatter } from './front-matter.ts'
import { parseMarkdown } from './parse.ts'
import { titleOf, withoutTitle } from './title.ts'
import { toHast } from './to-hast.ts'
import { toHtml } from './to-html.ts'

test('front matter is parsed and the body is unchanged', () => {
  const text = '---\r\ndescription: >-\r\n  Two\r\n  lines\r\nhidden: true\r\n---\r\n\r\n# T\r\n'
  const { data, body, raw } = splitFrontMatter(text)
  expect(data).toEqual({ description: 'Two lines', hidden: true })
  expect(body).toBe('\r\n# T\r\n')
  expect(raw + body).toBe(text)
})

test.each([
  ['text without front matter', '# T\n---\na\n---\n'],
  ['invalid YAML', '---\na: [\n---\nb'],
  ['front matter that is a list', '---\n- a\n---\nb'],
  ['front matter without an end', '---\na: b\n'],
  [
    'an alias bomb',
    `---\na: &a [x,x,x,x,x,x]\nb: &b [*a,*a,*a,*a,*a,*a]\nc: &c [*b,*b,*b,*b,*b,*b]\nd: [*c,*c,*c,*c,*c]\n---\n`,
  ],
])('%s is all body', (_name, text) => {
  expect(splitFrontMatter(text)).toEqual({ data: {}, body: text, raw: '' })
})

test.each([
  ['title: Docker: the basics', { title: 'Docker: the basics' }],
  [
    'title: [Draft] Install\ndescription: @scope/name: what it does\norder: 2',
    { title: '[Draft] Install', description: '@scope/name: what it does', order: 2 },
  ],
  ['title: `npm` scripts\r\ntags:\r\n  - a\r\n  - b', { title: '`npm` scripts', tags: ['a', 'b'] }],
  [
    'title: "Quoted"\nsummary: >-\n  Two\n  lines: here\nnote: %done',
    { title: 'Quoted', summary: 'Two lines: here', note: '%done' },
  ],
])('a value that needs quotes and has none is text: %j', (yaml, data) => {
  expect(splitFrontMatter(`---\n${yaml}\n---\nb`)).toMatchObject({ data, body: 'b' })
})

test.each(['title: a: b\nSome prose.', 'Note: this: that'])(
  'other text between two rules is body: %j',
  (yaml) => {
    const text = `---\n${yaml}\n---\nb`
    expect(splitFrontMatter(text)).toEqual({ data: {}, body: text, raw: '' })
  },
)

test('empty front matter is recognized', () => {
  expect(splitFrontMatter('---\n---\na')).toMatchObject({ data: {}, body: 'a' })
})

test('joined front matter is split again', () => {
  const data = { title: 'A: b', tags: ['x', 'y'], order: 2 }
  expect(splitFrontMatter(joinFrontMatter(data, '# T\n'))).toMatchObject({ data, body: '\n# T\n' })
  expect(joinFrontMatter({}, 'a')).toBe('a')
})

test('the title comes from front matter, then the first heading, then the fallback', () => {
  expect(titleOf('# Heading', { title: 'Said' }, 'file')).toBe('Said')
  expect(titleOf('text\n\n## A `b` \\(c\\)\n', { title: '' }, 'file')).toBe('A b (c)')
  expect(titleOf('text', {}, 'file')).toBe('file')
})

test('a first heading that repeats the title is not rendered', () => {
  const root = parseMarkdown('# The  title\n\ntext')
  expect(toHtml(toHast(withoutTitle(root, 'The title')))).toBe('<p>text</p>')
  expect(withoutTitle(root, 'Another')).toBe(root)
})
