import { expect, test } from 'vitest'
import { parseMarkdown } from './parse.ts'
import { samplePage } from './sample-page.ts'
import { type HastOptions, toHast } from './to-hast.ts'
import { toHtml } from './to-html.ts'

/** The page as HTML, without icons. */
function render(markdown: string, options?: HastOptions): string {
  return toHtml(toHast(parseMarkdown(markdown), options))
    .replace(/<svg.*?<\/svg>/g, '')
    .trim()
}

test('headings have anchors, and level 1 is reserved for the page title', () => {
  expect(render('# A')).toBe('<h2 id="a">A<a class="anchor" href="#a" aria-label="Link to “A”">#</a></h2>')
  expect(render('##### A', { headingIds: false })).toBe('<h4>A</h4>')
  expect(render('## A', { idPrefix: 'p-' })).toContain('id="p-a"')
})

test('a hint has its kind, a label for screen readers and its title', () => {
  expect(render('{% hint style="danger" %}\n#### Stop\nnow\n{% endhint %}')).toBe(
    '<div class="hint danger" role="note"><div><span class="vh">Danger: </span><p id="stop" class="hint-title">Stop</p><p>now</p></div></div>',
  )
})

test('tabs render as a tab list and panels with titles', () => {
  const html = render(
    '{% tabs %}\n{% tab title="A" %}\na\n{% endtab %}\n{% tab title="B" %}\nb\n{% endtab %}\n{% endtabs %}',
  )
  expect(html).toContain(
    '<button type="button" role="tab" id="tabs-1-t1" aria-controls="tabs-1-p1" aria-selected="false" tabindex="-1">B</button>',
  )
  expect(html).toContain(
    '<div class="tab is-open" role="tabpanel" id="tabs-1-p0" aria-labelledby="tabs-1-t0"><p class="tab-title">A</p><p>a</p></div>',
  )
  expect(html).toContain(
    '<div class="tab" role="tabpanel" id="tabs-1-p1" aria-labelledby="tabs-1-t1"><p class="tab-title">B</p><p>b</p></div>',
  )
})

test('code renders as lines in a named region, with title, line numbers and highlighted lines', () => {
  expect(render('```js\na\n```')).toBe(
    '<div class="code"><button type="button" class="code-copy needs-js" data-done="Copied" aria-label="Copy code"></button><pre tabindex="0" role="region" aria-label="Code example 1"><code><span class="l">a\n</span></code></pre></div>',
  )
  const html = render(
    '{% code title="x.js" lineNumbers="true" overflow="wrap" %}\n```js {2}\na\nb\n```\n{% endcode %}',
  )
  expect(html).toContain(
    '<div class="code numbered wrap"><div class="code-head"><span class="code-title">x.js</span>',
  )
  expect(html).toContain('aria-label="x.js"><code><span class="l">a\n</span><span class="l hl">b\n</span>')
})

test('highlighted tokens that span lines are split at line ends', () => {
  const highlight = (code: string) => [
    {
      type: 'element' as const,
      tagName: 'span',
      properties: { className: ['t-c'] },
      children: [{ type: 'text' as const, value: code }],
    },
  ]
  expect(render('```js\na\n\nb\n```', { highlight })).toContain(
    '<span class="l"><span class="t-c">a</span>\n</span><span class="l">\n</span><span class="l"><span class="t-c">b</span>\n</span>',
  )
})

test('tables scroll in a region named after the heading above', () => {
  expect(render('## Prices\n\n| a | b |\n|---|--:|\n| 1 | 2 |').replace(/\n/g, '')).toContain(
    '<div class="table" role="region" aria-label="Prices" tabindex="0"><table><thead><tr><th scope="col">a</th><th scope="col" class="num">b</th></tr></thead><tbody><tr><th scope="row">1</th><td class="num">2</td></tr></tbody></table></div>',
  )
  expect(render('|a|b|c|d|e|f|\n|-|-|-|-|-|-|')).toContain('class="table is-wide"')
})

test('two regions of one page never have the same name', () => {
  const html = render('## Prices\n\n|a|b|\n|-|-|\n\n|c|d|\n|-|-|')
  expect(html.match(/aria-label="Prices[^"]*"/g)).toEqual(['aria-label="Prices"', 'aria-label="Prices (2)"'])
})

test('every other block renders with the markup of published pages', () => {
  const html = render(samplePage)
  expect(html).toContain(
    '<ul class="tasks" role="list"><li class="done"><span><span class="vh">Done: </span>Boil the water</span></li>',
  )
  expect(html).toContain(
    '<ol class="steps" role="list"><li><h3 id="grind">Grind<a class="anchor" href="#grind" aria-label="Link to “Grind”">#</a></h3><p>As fine as sand.</p></li>',
  )
  expect(html).toContain(
    '<details class="expand" id="why-is-it-bitter"><summary>Why is it bitter?</summary><div class="flow"><p>The water was <span class="ink-red">too hot</span>.</p></div></details>',
  )
  expect(html).toContain(
    '<figure><img src=".gitbook/assets/cup%20(1).png" alt="A cup" width="200" decoding="async"><figcaption>The <a href="cups.md">cup</a></figcaption></figure>',
  )
  expect(html).toContain('<div class="columns"><div><p>Left</p></div><div><p>Right</p></div></div>')
  expect(html).toContain('<a class="ref" href="grinder.md"><span><strong>grinder.md</strong></span></a>')
  expect(html).toContain('data-embed="https://www.youtube-nocookie.com/embed/a1b2c3d4e5f"')
  expect(html).toContain(
    '<a class="file" href="files/list.pdf" download><span><strong>list.pdf</strong><small>Shopping list</small></span><small>Download</small></a>',
  )
  expect(html).toContain(
    '<span class="method post">POST</span><span>/cups/<span class="var">{id}</span></span>',
  )
  expect(html).toContain(
    '<div class="cards"><div class="card is-linked"><strong><a class="card-link" href="beans.md">Beans</a></strong></div></div>',
  )
  expect(html).toContain('<figcaption>Roasted</figcaption>')
  expect(html).toContain(
    '<div class="math" tabindex="0" role="region" aria-label="Formula 1"><code>m = \\rho V_1</code></div>',
  )
  expect(html).toContain('<a class="note-ref" id="r1" href="#n1" aria-label="Footnote 1">1</a>')
  expect(html).toContain(
    '<li id="n1"><p>For one person. <a href="#r1" aria-label="Back to the text">↩</a></p></li>',
  )
})

test('links and images use their resolved URLs', () => {
  const options: HastOptions = {
    resolveLink: (url, { kind }) => {
      if (url === 'gone.md') return { href: url, broken: true }
      return url === 'drop.md'
        ? null
        : { href: `/to/${url}`, title: `The ${kind}`, external: url === 'out.md' }
    },
    resolveImage: (url) => (url === 'gone.png' ? null : { src: `/i/${url}`, width: 400, height: 200 }),
  }
  const html = render(
    '[a](in.md) [b](out.md) [c](gone.md) [d](drop.md) [e](in.md "mention") ![f](gone.png) <img src="g.png" width="100">\n\n{% content-ref url="x.md" %}\nx\n{% endcontent-ref %}',
    options,
  )
  expect(html).toBe(
    '<p><a href="/to/in.md">a</a> <a href="/to/out.md" rel="noopener">b</a> <span class="broken-link" title="This link is broken">c</span> d <a href="/to/in.md">The link</a> <span class="image-missing" title="This image is missing">f</span> <img src="/i/g.png" alt="" width="100" height="50" decoding="async"></p>\n<a class="ref" href="/to/x.md"><span><strong>The content-ref</strong></span></a>',
  )
})

test('an anchor in the format of another tool resolves to its heading', () => {
  expect(render('## A & B\n[x](#A--B) [y](#a-and-b) [z](#A_&_B)')).toContain(
    '<a href="#A--B">x</a> <a href="#a-and-b">y</a> <a href="#A_&amp;_B">z</a>',
  )
  expect(render('## C/D\n[x](#C/D)')).toContain('<a href="#c-d">x</a>')
})

test('broken HTML inside a block does not affect what follows the block', () => {
  expect(render('{% hint %}\n<div><b>x\n{% endhint %}\n\nafter')).toMatch(/<\/div><\/div>\n<p>after<\/p>$/)
})

test('the content of an if block is shown only if its condition is met', () => {
  const markdown = '{% if visitor.claims.beta %}\nsecret\n{% endif %}\n'
  expect(render(markdown)).toBe('<p>secret</p>')
  expect(render(markdown, { isShown: () => false })).toBe('')
})

test.each([
  '<script>alert(1)</script>',
  '<img src=x onerror=alert(1)>',
  '<a href="javascript:alert(1)">x</a>',
  '[x](javascript:alert(1))',
  '[x](<java\tscript:alert(1)>)',
  '![x](data:image/svg+xml;base64,PHN2Zz4=)',
  '<a href="data:text/html,x">x</a>',
  '<p style="position:fixed">x</p>',
  '<style>p{}</style>',
  '<svg><script>alert(1)</script></svg>',
  '<math><mtext><style><img src=x onerror=alert(1)></style></mtext></math>',
  '<iframe src="https://x.test"></iframe>',
  '<form action="/x"><input name="a"><button>b</button></form>',
  '<div class="hint" onclick="x()">x</div>',
  '<Hint kind="x" onclick="x()">x</Hint>',
  '{% embed url="javascript:alert(1)" %}',
  '{% file src="javascript:alert(1)" %}',
  '{% content-ref url="data:text/html,x" %}{% endcontent-ref %}',
  '<noscript><p title="</noscript><img src=x onerror=alert(1)>">',
  '<meta http-equiv="refresh" content="0"><base href="//x"><link rel="stylesheet" href="//x">',
  '{% tabs %}{% tab title="<img src=x onerror=alert(1)>" %}x{% endtab %}{% endtabs %}',
])('%s cannot run anything', (markdown) => {
  const html = render(markdown).replace(/&lt;[^<]*/g, '')
  expect(html).not.toMatch(
    /<script|<style|<iframe|<form|<input(?! type="checkbox")|<meta|<base|<link|<svg|\son\w+=|\sstyle=|javascript:|data:/i,
  )
})

test('an image as a data URL is shown', () => {
  expect(render('![x](data:image/png;base64,AAAA)')).toContain('src="data:image/png;base64,AAAA"')
})

test('rendering is deterministic', () => {
  expect(render(samplePage)).toBe(render(samplePage))
})

test('empty header cells are no headers, and a header row of empty cells is omitted', () => {
  expect(render('| | Two |\n| - | - |\n| a | b |\n')).toContain('<tr><td></td><th scope="col">Two</th></tr>')
  expect(render('| | |\n| - | - |\n| a | b |\n')).not.toContain('thead')
})
