import { expect, test } from 'vitest'
import { joinFrontMatter, splitFrontMatter } from './front-matter.ts'
import { parseMarkdown } from './parse.ts'
import { titleOf, withoutTitle } from './title.ts'
import { toHast } from './to-hast.ts'
import { toHtml } from './to-html.ts'

test('the head is read and the body is left as it is', () => {
  const text = '---\r\ndescription: >-\r\n  Two\r\n  lines\r\nhidden: true\r\n---\r\n\r\n# T\r\n'
  const { data, body, raw } = splitFrontMatter(text)
  expect(data).toEqual({ description: 'Two lines', hidden: true })
  expect(body).toBe('\r\n# T\r\n')
  expect(raw + body).toBe(text)
})

test.each([
  ['no head', '# T\n---\na\n---\n'],
  ['faulty YAML', '---\na: [\n---\nb'],
  ['a head that is a list', '---\n- a\n---\nb'],
  ['a rule and no end', '---\na: b\n'],
  [
    'a bomb of aliases',
    `---\na: &a [x,x,x,x,x,x]\nb: &b [*a,*a,*a,*a,*a,*a]\nc: &c [*b,*b,*b,*b,*b,*b]\nd: [*c,*c,*c,*c,*c]\n---\n`,
  ],
])('%s is all body', (_name, text) => {
  expect(splitFrontMatter(text)).toEqual({ data: {}, body: text, raw: '' })
})

test('an empty head is a head', () => {
  expect(splitFrontMatter('---\n---\na')).toMatchObject({ data: {}, body: 'a' })
})

test('what is joined is split the same', () => {
  const data = { title: 'A: b', tags: ['x', 'y'], order: 2 }
  expect(splitFrontMatter(joinFrontMatter(data, '# T\n'))).toMatchObject({ data, body: '\n# T\n' })
  expect(joinFrontMatter({}, 'a')).toBe('a')
})

test('the title comes from the head, then the first heading, then the fallback', () => {
  expect(titleOf('# Heading', { title: 'Said' }, 'file')).toBe('Said')
  expect(titleOf('text\n\n## A `b` \\(c\\)\n', { title: '' }, 'file')).toBe('A b (c)')
  expect(titleOf('text', {}, 'file')).toBe('file')
})

test('a first heading that repeats the title is left out when the page is drawn', () => {
  const root = parseMarkdown('# The  title\n\ntext')
  expect(toHtml(toHast(withoutTitle(root, 'The title')))).toBe('<p>text</p>')
  expect(withoutTitle(root, 'Another')).toBe(root)
})
