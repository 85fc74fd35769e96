import { expect, test } from 'vitest'
import { mdastWriter } from './document/mdast-writer.ts'
import { iconNameOf } from './font-icons.ts'
import { outlineOf } from './outline.ts'
import { parseMarkdown } from './parse.ts'
import { plainTextOf } from './text.ts'
import { type HastOptions, toHast } from './to-hast.ts'
import { toHtml } from './to-html.ts'

const options: HastOptions = {
  searchHref: '/docs/~search',
  fontIcon: (name) => (name === 'nothing' ? null : { width: 640, height: 512, path: `M-${name}` }),
}
const render = (markdown: string, more: HastOptions = {}) =>
  toHtml(toHast(parseMarkdown(markdown), { ...options, ...more }))
const svg = (name: string) =>
  `<svg class="i fa" viewBox="0 0 640 512" preserveAspectRatio="xMidYMid slice" aria-hidden="true"><path d="M-${name}"/></svg>`

test('class names of icons are names with or without a style', () => {
  expect(iconNameOf('fa-rocket')).toBe('rocket')
  expect(iconNameOf('fa-brands fa-github fa-2x')).toBe('brands/github')
  expect(iconNameOf('far fa-fw fa-bell')).toBe('regular/bell')
  expect(iconNameOf('fa-solid')).toBe('')
  expect(iconNameOf('fa-<b>')).toBe('')
})

test('icons in text are SVG, and their names are not part of the text', () => {
  const markdown =
    '## <i class="fa-rocket">:rocket:</i> Start\n\nSee <i class="fab fa-github">:github:</i> it.'
  expect(render(markdown)).toContain(`<h2 id="start">${svg('rocket')} Start`)
  expect(render(markdown)).toContain(`<p>See ${svg('brands/github')} it.</p>`)
  expect(render('A <i class="fa-nothing">:nothing:</i> b')).toContain('<p>A  b</p>')
  expect(outlineOf(parseMarkdown(markdown))).toEqual([{ level: 2, text: 'Start', anchor: 'start' }])
  expect(plainTextOf(parseMarkdown('<p><i class="fa-x">:x:</i> Word</p>')).trim()).toBe('Word')
})

test('tabs, hints and prompts can have an icon', () => {
  expect(render('{% tabs %}\n{% tab title="A" icon="bell" %}\na\n{% endtab %}\n{% endtabs %}')).toContain(
    `${svg('bell')}A</button>`,
  )
  expect(render('{% hint style="info" icon="bell" %}\na\n{% endhint %}')).toContain(
    `role="note">${svg('bell')}<div>`,
  )
})

test('a link button has its icon, and one without a URL is disabled', () => {
  expect(render('<a href="https://a.example" class="button primary" data-icon="bell">Go</a>')).toBe(
    `<div class="buttons"><a href="https://a.example" class="button primary" rel="noopener">${svg('bell')}Go</a></div>`,
  )
  expect(render('<a class="button primary">Off</a>')).toContain(
    '<a class="button primary" role="link" aria-disabled="true">Off</a>',
  )
})

test('a search button is a link to the results', () => {
  const button =
    '<button type="button" class="button secondary" data-action="search" data-query="a & b">Find</button>'
  expect(render(button)).toContain(
    '<a class="button" href="/docs/~search?q=a%20%26%20b" rel="nofollow" data-search-query="a &amp; b">Find</a>',
  )
  expect(toHtml(toHast(parseMarkdown(button)))).toContain('aria-disabled="true">Find</a>')
})

test('a copy button needs the script, and other actions are left out', () => {
  const button = (action: string, query: string) =>
    render(`<button type="button" class="button" data-action="${action}" data-query="${query}">Do</button>`)
  expect(button('copy', 'npm start')).toContain(
    '<button type="button" class="button needs-js" data-copy-text="npm start" data-done="Copied"><span class="copy-label">Do</span></button>',
  )
  expect(button('copy', '')).toBe('')
  expect(button('later', 'Why?')).toBe('')
  expect(render('Press <button onclick="alert(1)">here</button>.')).toContain('<p>Press here.</p>')
})

test('a button that asks is left out, unless the site answers questions', () => {
  const button = '<button type="button" class="button" data-action="ask" data-query="Why?">Ask</button>'
  expect(render(button)).toBe('')
  expect(render(button, { answersQuestions: true })).toContain(
    '<a class="button" href="/docs/~search?q=Why%3F" rel="nofollow" data-search-query="Why?" data-ask="">Ask</a>',
  )
})

test('annotated words link to their note', () => {
  const html = render('See [it](#user-content-fn-note)[^note].\n\n[^note]: Why.')
  expect(html).toContain('<a href="#user-content-fn-note">it</a>')
  expect(html).toContain('<li id="n1"><span id="user-content-fn-note"></span>')
})

test('operations in the older form render with their parts', () => {
  const html = render(`{% api-method method="get" host="https://api.example" path="/cups?shard\\_id=0" %}
{% api-method-summary %}
List cups
{% endapi-method-summary %}

{% api-method-spec %}
{% api-method-request %}
{% api-method-query-parameters %}
{% api-method-parameter name="shard\\_id" type="integer" required=false %}
defaults to 0
{% endapi-method-parameter %}
{% endapi-method-query-parameters %}
{% endapi-method-request %}

{% api-method-response %}
{% api-method-response-example httpCode=200 %}
{% api-method-response-example-description %}
All of them
{% endapi-method-response-example-description %}
{% endapi-method-response-example %}
{% endapi-method-response %}
{% endapi-method-spec %}
{% endapi-method %}`)
  expect(html).toContain('<section class="op" aria-label="List cups">')
  expect(html).toContain('</span>/cups?shard_id=0</span>')
  expect(html).toContain('<p><strong>Query parameters</strong></p>')
  expect(html).toContain('<dt><code>shard_id</code> integer</dt><dd><p>defaults to 0</p></dd>')
  expect(html).toContain('<dt><code>200</code></dt><dd><p>All of them</p></dd>')
  expect(html).not.toContain('{%')
})

test('expressions show their value, and without one they are shown as they are written', () => {
  const values = new Map([['page.vars.product', 'Lectern <1>']])
  const html = (expression: string) =>
    render(`Use <code class="expression">${expression}</code>.`, {
      expression: (one) => values.get(one) ?? null,
    })
  expect(html('page.vars.product')).toBe('<p>Use Lectern &lt;1>.</p>')
  expect(html('page.vars.other')).toBe('<p>Use <code>page.vars.other</code>.</p>')
})

test('blocks of other services are links or code, and are written back unchanged', () => {
  expect(render('{% @figma/embed fileId="a" url="https://figma.com/f" %}')).toContain(
    '<a class="ref" href="https://figma.com/f" rel="noopener">',
  )
  expect(render('{% @mermaid/diagram content="graph TD" %}')).toContain('<span class="l">graph TD')
  expect(render('a\n\n{% @x/y fileid="a" %}\n\nb')).toBe('<p>a</p>\n<p>b</p>')
  const source = '{% @figma/embed fileid="a" url="https://figma.com/f" %}\n'
  expect(mdastWriter.stringify(parseMarkdown(source))).toBe(source)
  expect(render('{% @nope %} and {% integration %}')).toContain('{% @nope %} and {% integration %}')
})
