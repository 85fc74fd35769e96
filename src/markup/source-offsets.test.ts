import { expect, test } from 'vitest'
import { parseMarkdown } from './parse.ts'
import { samplePage } from './sample-page.ts'
import { toHast } from './to-hast.ts'
import { toHtml } from './to-html.ts'

const withOffsets = (markdown: string) => toHtml(toHast(parseMarkdown(markdown), { sourceOffsets: true }))

test('each block has the offset where it begins in the source', () => {
  expect(withOffsets('Hello **you**.\n\n- one\n- two\n')).toBe(
    '<p data-at="0">Hello <strong>you</strong>.</p>\n<ul data-at="16">\n<li data-at="16">one</li>\n<li data-at="22">two</li>\n</ul>',
  )
})

test('block tags and blocks next to raw HTML have their offsets too', () => {
  const source =
    'A\n\n{% hint style="info" %}\nB\n{% endhint %}\n\n<details><summary>C</summary>\n\nD\n\n</details>\n'
  const html = withOffsets(source)
  for (const [tag, word] of [
    ['div', '{% hint'],
    ['p', 'B'],
    ['p', 'D'],
  ])
    expect(html).toContain(`<${tag} data-at="${source.indexOf(word ?? '')}"`)
})

test('nothing but the offsets is added', () => {
  const plain = toHtml(toHast(parseMarkdown(samplePage)))
  expect(plain).not.toContain('data-at')
  expect(withOffsets(samplePage).replace(/ data-at="\d+"/g, '')).toBe(plain)
})
