import fc from 'fast-check'
import { expect, test } from 'vitest'
import { linksOf, rewriteLinks } from './links.ts'
import { parseMarkdown } from './parse.ts'
import { samplePage } from './sample-page.ts'

const linksIn = (markdown: string) =>
  linksOf(parseMarkdown(markdown)).map(({ kind, url, text }) => [kind, url, text])

test('links in every notation are listed with their text', () => {
  const markdown = `[a *b*](x.md "title") ![pic](<my pic.png>) <https://auto.test> https://literal.test/p
[ref]: target.md 'T'
<a class="x" href='raw.md'>Raw</a> [ref]

![icon][i]

[i]: icon.png`
  expect(linksIn(markdown)).toEqual([
    ['link', 'x.md', 'a b'],
    ['image', 'my pic.png', 'pic'],
    ['link', 'https://auto.test', 'https://auto.test'],
    ['link', 'https://literal.test/p', 'https://literal.test/p'],
    ['link', 'raw.md', 'Raw'],
    ['image', 'icon.png', 'i'],
  ])
})

test('links of blocks and figures are listed', () => {
  expect(linksIn(samplePage).filter(([kind]) => kind !== 'link')).toEqual([
    ['image', '.gitbook/assets/cup (1).png', 'A cup'],
    ['content-ref', 'grinder.md', 'grinder.md'],
    ['embed', 'https://www.youtube.com/watch?v=a1b2c3d4e5f', 'A film'],
    ['file', 'files/list.pdf', 'Shopping list'],
    ['image', 'my beans.png', 'Beans'],
  ])
})

test('code, comments and escaped brackets contain no links', () => {
  expect(
    linksIn('`[a](b)` \\[a](b)\n\n    [c](d)\n\n<!-- <a href="e">f</a> -->\n\n```\n<img src="g">\n```'),
  ).toEqual([])
})

test('the span encloses exactly the URL, in blockquotes and lists too', () => {
  const markdown =
    '> - [a\\]b](one.md)\n>   <img src="two.png">\n{% embed url="three" %}\r\n[x]( <four and> )'
  const spans = linksOf(parseMarkdown(markdown)).map(({ start, end }) => markdown.slice(start, end))
  expect(spans).toEqual(['one.md', 'two.png', 'three', 'four and'])
})

test('rewriting changes URLs and no other character', () => {
  const markdown =
    '*  [a](x.md  "T")  ![p](<x.md>)\t<a href="x.md">b</a>  \n{% content-ref  url="x.md" %}\n[r]:  x.md'
  expect(rewriteLinks(markdown, ({ url }) => (url === 'x.md' ? '../new page(1.md' : null))).toBe(
    '*  [a](../new%20page%281.md  "T")  ![p](<../new page(1.md>)\t<a href="../new page(1.md">b</a>  \n{% content-ref  url="../new page(1.md" %}\n[r]:  ../new%20page%281.md',
  )
})

test('a URL in running text becomes a link if its new target is relative', () => {
  expect(rewriteLinks('see https://x.test/a and <https://x.test/a>.', () => 'a.md')).toBe(
    'see [https://x.test/a](a.md) and [https://x.test/a](a.md).',
  )
  expect(rewriteLinks('see https://x.test/a', () => 'https://y.test')).toBe('see https://y.test')
})

test('every link of a rewritten page has its new URL', () => {
  const address = fc
    .string({ unit: 'grapheme-ascii', minLength: 1, maxLength: 20 })
    .map((text) => `p/${text.replace(/[%&]/g, '')}`)
  fc.assert(
    fc.property(address, (url) => {
      const rewritten = rewriteLinks(samplePage, () => url)
      const urls = linksOf(parseMarkdown(rewritten)).map((link) => decodeAscii(link.url))
      expect(urls).toEqual(urls.map(() => url))
      expect(urls).toHaveLength(linksOf(parseMarkdown(samplePage)).length)
    }),
    { numRuns: 60, seed: 66 },
  )
}, 120_000)

test('rewriting with the same URLs returns the same text', () => {
  expect(rewriteLinks(samplePage, ({ url }) => url)).toBe(samplePage)
  expect(
    rewriteLinks(
      rewriteLinks(samplePage, ({ url }) => `${url}x`),
      ({ url }) => url.slice(0, -1),
    ),
  ).toBe(samplePage)
})

function decodeAscii(url: string): string {
  return url.replace(/%([0-9A-F]{2})/g, (_, code: string) => String.fromCharCode(Number.parseInt(code, 16)))
}
