import { expect, test } from 'vitest'
import { linksOf, rewriteLinks } from './links.ts'
import { parseMarkdown } from './parse.ts'
import { toHast } from './to-hast.ts'
import { toHtml } from './to-html.ts'

const render = (markdown: string) => toHtml(toHast(parseMarkdown(markdown)))
const picture =
  '<picture><source srcset="b (1).png" media="(prefers-color-scheme: dark)"><img src="a.png" alt="A"></picture>'
const pair =
  '<img class="light-only" src="a.png" alt="A" loading="lazy" decoding="async"><img class="dark-only" src="b%20(1).png" alt="A" loading="lazy" decoding="async">'

test('an image stays in its sentence, with the height of the line if it says so', () => {
  expect(render('Press <img src="a.png" alt="A" data-size="line"> twice')).toBe(
    '<p>Press <img class="is-line" src="a.png" alt="A" decoding="async"> twice</p>',
  )
  expect(render('<img src="a.png" alt="A" data-size="line">\n')).not.toContain('figure')
})

test('a picture is an image for light and one for dark pages, in a sentence and as a figure', () => {
  expect(render(`Press ${picture}.`)).toBe(`<p>Press ${pair}.</p>`)
  expect(render(`## Press ${picture}`)).toContain(pair)
  expect(render(`<figure>${picture}<figcaption><p>Why</p></figcaption></figure>`)).toBe(
    `<figure>${pair}<figcaption>Why</figcaption></figure>`,
  )
  expect(render(`<p>${picture}</p>`)).toBe(`<figure>${pair}</figure>`)
})

test('sources for other conditions are left out', () => {
  expect(
    render(
      '<p>a <picture><source srcset="b.png" media="(min-width: 1px)"><img src="a.png" alt=""></picture></p>',
    ),
  ).toBe('<p>a <img src="a.png" alt="" decoding="async"></p>')
  expect(render('a <source srcset="javascript:alert(1)"> b')).not.toContain('javascript')
})

test('the URL of a source is a link that can be rewritten; lists of sources are not', () => {
  expect(linksOf(parseMarkdown(picture)).map(({ kind, url }) => [kind, url])).toEqual([
    ['image', 'b (1).png'],
    ['image', 'a.png'],
  ])
  expect(rewriteLinks(picture, ({ url }) => `/files/${url[0]}`)).toBe(
    '<picture><source srcset="/files/b" media="(prefers-color-scheme: dark)"><img src="/files/a" alt="A"></picture>',
  )
  const list = '<picture><source srcset="a.png 1x, b.png 2x"><source srcset="c.png 2x"></picture>'
  expect(linksOf(parseMarkdown(list))).toEqual([])
})

test('alignment, frames and several images in one block', () => {
  expect(render('<p align="center">Hi</p>')).toBe('<p class="is-center">Hi</p>')
  expect(render('<h3 align="center">Hi</h3>')).toContain('class="is-center"')
  const figure = '<figure><img src="a.png" alt=""></figure>'
  expect(render(`<div data-with-frame="true">${figure}</div>`)).toContain('<figure class="framed">')
  expect(render(`<div align="center">${figure}</div>`)).toContain('<figure class="is-center">')
  expect(render(`<div data-full-width="false">${figure}</div>`)).not.toContain('is-full')
  expect(render(`<div data-full-width="true">${figure} ${figure}</div>`)).toContain(
    '<div class="gallery is-full"><figure>',
  )
})

test('code as HTML has its title, its line numbers, its wrapping and its marked lines', () => {
  const html = render(
    '<pre class="language-js" data-title="a.js" data-overflow="wrap" data-line-numbers><code class="lang-js">one\n<strong>two\n</strong>three\n</code></pre>',
  )
  expect(html).toContain(
    '<div class="code numbered wrap"><div class="code-head"><span class="code-title">a.js</span>',
  )
  expect(html).toContain(
    '<span class="l">one\n</span><span class="l hl">two\n</span><span class="l">three\n</span>',
  )
})

test('a mark has its colors', () => {
  expect(render('<mark style="color:red;">a</mark>')).toContain('<span class="ink-red">a</span>')
  expect(render('<mark style="color:$primary;background-color:blue;">a</mark>')).toContain(
    '<mark class="ink-primary ground-blue">a</mark>',
  )
})

test('a caption stays where its image is missing, and says so', () => {
  expect(render('<figure><img src="" alt=""><figcaption>Flow of data</figcaption></figure>')).toBe(
    '<figure><span class="image-missing">This image is missing</span><figcaption>Flow of data</figcaption></figure>',
  )
  expect(render('<figure><img src="" alt=""><figcaption></figcaption></figure>')).toBe('')
})
