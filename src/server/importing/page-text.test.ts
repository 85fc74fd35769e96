import { expect, test } from 'vitest'
import { pageTextOf } from './page-text.ts'

test.each([
  ['# Plain words\n\nText.\n', null],
  ['# Plain words\n\n\n## Part\n', 'plain  WORDS'],
  ['# Plain words\nText.\n', 'Another title'],
  ['# Ünï çödé 42 安装\nText.\n', null],
  ['# Plain words\n===\n', null],
  ['# Plain words\n# Plain words\n', null],
  ['# Plain words #\n\nText.\n', null],
  ['# With *emphasis*\n\nText.\n', null],
  ['# Two  spaces\n\nText.\n', null],
  ['#No heading\n\nText.\n', null],
  ['# Alone', null],
])('the heading of %j is the same whether or not it is parsed', (body, title) => {
  const comment = '<!-- A heading after a comment is always parsed. -->\n'
  const parsed = pageTextOf('page.md', comment + body, title)
  const page = pageTextOf('page.md', body, title)
  expect(page.title).toBe(parsed.title)
  expect(comment + page.text).toBe(parsed.text)
})

test('a title in front matter wins over the heading, which then stays unless it is the same', () => {
  expect(pageTextOf('page.md', '---\ntitle: Other\n---\n# Words\n\nText.\n', null)).toMatchObject({
    title: 'Other',
    text: '# Words\n\nText.\n',
  })
  expect(pageTextOf('page.md', '---\ntitle: Words\n---\n# Words\n\nText.\n', null)).toMatchObject({
    title: 'Words',
    text: 'Text.\n',
  })
})
