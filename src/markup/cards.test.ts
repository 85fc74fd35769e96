import { expect, test } from 'vitest'
import { parseMarkdown } from './parse.ts'
import { plainTextOf } from './text.ts'
import { type HastOptions, toHast } from './to-hast.ts'
import { toHtml } from './to-html.ts'

const render = (markdown: string, options: HastOptions = {}) =>
  toHtml(toHast(parseMarkdown(markdown), options))

const target = '<th data-hidden data-card-target data-type="content-ref"></th>'
const table = (head: string, row: string, attributes = ' data-view="cards"') =>
  `<table${attributes}><thead><tr>${head}</tr></thead><tbody><tr>${row}</tr></tbody></table>`

test('a card links to its target with its title, and keeps headings, lists and links', () => {
  const html = render(
    table(
      `<th></th><th></th><th></th>${target}`,
      '<td><h4>Build</h4></td><td><ul><li>One</li></ul></td><td><a href="b.md">More</a></td><td><a href="a.md">a.md</a></td>',
    ),
  )
  expect(html).toBe(
    '<div class="cards"><div class="card is-linked"><strong><a class="card-link" href="a.md">Build</a></strong><ul><li>One</li></ul><p><a href="b.md">More</a></p></div></div>',
  )
})

test('the first text of a card is its title, and what follows a heading in a cell stays text', () => {
  expect(render(table('<th></th><th></th>', '<td>Set up</td><td>In a minute.</td>'))).toContain(
    '<div class="card"><strong>Set up</strong><p>In a minute.</p></div>',
  )
  expect(render(table('<th></th>', '<td><h4>Set up</h4><p>In a minute.</p></td>'))).toContain(
    '<strong>Set up</strong><p>In a minute.</p>',
  )
})

test('a title that contains a link keeps it, next to the link of the card', () => {
  expect(
    render(
      table(
        `<th></th>${target}`,
        '<td><strong><a href="b.md">B</a></strong></td><td><a href="a.md">a</a></td>',
      ),
    ),
  ).toContain('<strong><a href="b.md">B</a><a class="card-link" href="a.md" aria-label="B"></a></strong>')
})

test('a card without a title has that of its page, and links of a reference column have theirs', () => {
  const options: HastOptions = { resolveLink: (url) => ({ href: `/${url}`, title: `Page ${url}` }) }
  expect(render(table(`<th></th>${target}`, '<td></td><td><a href="a.md">a.md</a></td>'), options)).toContain(
    '<strong><a class="card-link" href="/a.md">Page a.md</a></strong>',
  )
  expect(
    render(
      table('<th></th><th data-type="content-ref"></th>', '<td>T</td><td><a href="b.md">b.md</a></td>'),
      options,
    ),
  ).toContain('<p><a href="/b.md">Page b.md</a></p>')
})

test('a broken target leaves a card without a link', () => {
  const html = render(table(`<th></th>${target}`, '<td>A</td><td><a href="gone.md">x</a></td>'), {
    resolveLink: (href) => ({ href, broken: true }),
  })
  expect(html).toContain('<div class="card"><strong>A</strong></div>')
})

test('covers for light and dark pages, sizes, rows and full width', () => {
  const html = render(
    table(
      '<th></th><th data-hidden data-card-cover data-type="image"></th><th data-hidden data-card-cover-dark data-type="image"></th>',
      '<td>A</td><td><a href="a (1).png">x</a></td><td><a href="b.png">y</a></td>',
      ' data-view="cards" data-card-size="large" data-card-wrap="false" data-full-width="false"',
    ),
  )
  expect(html).toContain('<div class="cards is-large is-row">')
  expect(html).toContain(
    '<div class="card has-cover"><img class="light-only" src="a%20(1).png" alt="" loading="lazy" decoding="async"><img class="dark-only" src="b.png" alt="" loading="lazy" decoding="async"><strong>A</strong></div>',
  )
})

const options =
  '<th><select><option value="a" label="In progress" color="blue"></option><option value="b" label="Done" color="x"></option></select></th>'

test('options are pills in cards and tables', () => {
  expect(
    render(table(`${options}<th></th>`, '<td><span data-option="a">old</span></td><td>T</td>')),
  ).toContain('<p><span class="pill ground-blue">In progress</span></p><strong>T</strong>')
  expect(
    render(
      table(
        `<th>T</th>${options}`,
        '<td>T</td><td><span data-option="a">a, </span><span data-option="c">C</span></td>',
        '',
      ),
    ),
  ).toContain('<td><span class="pill ground-blue">In progress</span> <span class="pill">C</span></td>')
})

test('columns of a table show their type, and hidden columns are left out', () => {
  const html = render(
    table(
      '<th width="200">A</th><th data-type="checkbox">B</th><th data-type="rating" data-max="3">C</th><th data-type="number">D</th><th align="center">E</th><th data-hidden>F</th>',
      '<td>a</td><td>true</td><td>2</td><td>7</td><td>e</td><td>secret</td>',
      '',
    ),
  )
  expect(html).toContain('<colgroup><col class="w-5"><col><col><col><col></colgroup>')
  expect(html).toContain('<td><input type="checkbox" checked disabled aria-label="Done"></td>')
  expect(html).toContain('<span class="rating" role="img" aria-label="2/3">★★☆</span>')
  expect(html).toContain('<td class="num">7</td><td class="is-center">e</td></tr>')
  expect(html).not.toMatch(/secret|>F</)
})

test('a select outside of a header and huge ratings are harmless', () => {
  expect(render('<p>a <select><option>x</option></select></p>')).toBe('<p>a </p>')
  expect(
    render(table('<th data-type="rating" data-max="99999999"></th>', '<td>99999999</td>', '')),
  ).toContain('<td>99999999</td>')
})

test('the plain text of cards leaves out their targets and covers', () => {
  const row = '<td>Visible</td><td><a href="a.md">a.md</a></td>'
  for (const column of [target, '<th data-card-target></th>', '<th data-card-cover></th>'])
    expect(plainTextOf(parseMarkdown(table(`<th></th>${column}`, row))), column).toBe('Visible')
})
