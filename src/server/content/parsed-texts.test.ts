import { expect, test } from 'vitest'
import { type Link, linksOf, rewriteAt } from '#markup/links.ts'
import { parseMarkdown } from '#markup/parse.ts'
import { samplePage } from '#markup/sample-page.ts'
import { parseAhead, parsedText } from './parsed-texts.ts'
import { partsOf, partsWithUrls } from './texts.ts'

const texts = Array.from(
  { length: 120 },
  (_, i) =>
    `Text ${i} with a [link](/pages/p${i}#part).\n\n## Part ${i}\n\n${'More. '.repeat(i)}\n\n- one\n- two\n`,
)

test('a text has the same parts whether it was parsed ahead, is parsed now or is cached', async () => {
  await parseAhead(texts.slice(0, 60))
  for (const text of [...texts, ...texts]) expect(await parsedText(text)).toEqual(partsOf(text))
})

test('a text that cannot be parsed does not keep others from being parsed', async () => {
  const deep = '['.repeat(200_000)
  await parseAhead([deep, ...texts.slice(0, 30)])
  expect(await parsedText(texts[0] ?? '')).toEqual(partsOf(texts[0] ?? ''))
})

/** A text with rewritten links, and its parts as they follow from those of the original text. */
function rewritten(text: string, rewrite: (link: Link) => string | null) {
  const parts = partsOf(text)
  const urls = new Map<Link, string>()
  const result = rewriteAt(text, parts.links, (link) => {
    const url = rewrite(link)
    if (url !== null) urls.set(link, url)
    return url
  })
  return { result, parts: partsWithUrls(parts, urls) }
}

test.each([
  'See [the *next* page](next.md "A title") and [it](<a b.md#part>), [again](next.md?x=1#y).',
  '## A [linked](other.md) heading\n\n- [one](one.md)\n- [![alt](a.png)](two.md)\n\n> [quoted](three.md)',
  '| a | b |\n| --- | --- |\n| [x](x.md) | ![y](y.png) |\n\n[ref] and ![image][ref]\n\n[ref]: target.md "T"\n',
  '{% hint style="info" %}\nSee [this](a.md).\n{% endhint %}\n\nAnd [that](https://example.org/a.md).\n',
  'No links.\n\n```md\n[not](one.md)\n```\n',
])('the parts of a text with other URLs follow from its own: %s', (text) => {
  const toPlan = ({ url }: Link) =>
    url.startsWith('https:') ? null : `/pages/aB3_${url.length}#x-${url.length}`
  const { result, parts } = rewritten(text, toPlan)
  expect(parts).toEqual(partsOf(result))
})

test('the parts of a text are not guessed if a URL is written where it counts as text, or must be escaped', () => {
  for (const text of [
    '{% content-ref url="a.md" %}\n[a](a.md)\n{% endcontent-ref %}',
    '<a href="a.md">A</a>',
  ])
    expect(rewritten(text, () => '/pages/other').parts).toBeNull()
  expect(rewritten('[a](a.md)', () => '/pages/a b').parts).toBeNull()
  expect(rewritten('[a](a.md)', () => '/pages/a_(b').parts).toBeNull()
})

test('whatever URLs become others, the parts of a page with every block are either right or left to the parser', () => {
  const links = linksOf(parseMarkdown(samplePage))
  expect(links.length).toBeGreaterThan(5)
  for (const { start } of links) {
    const { result, parts } = rewritten(samplePage, (link) =>
      link.start === start ? '/pages/other#part' : null,
    )
    if (parts !== null) expect(parts).toEqual(partsOf(result))
  }
})
