import fc from 'fast-check'
import { expect, test } from 'vitest'
import { fromHtml } from './from-html.ts'
import { parseMarkdown } from './parse.ts'
import { toHast } from './to-hast.ts'
import { toHtml } from './to-html.ts'

const baseUrl = 'https://docs.example.org/guide/intro.html'

const convert = (body: string) => fromHtml(`<body>${body}</body>`, { baseUrl })
const markdown = (body: string) => convert(body).markdown.trim()

const page = `<!doctype html><html><head><title>Install · Example</title>
<meta name="description" content="How to install."><base href="/v2/"></head><body>
<header><a href="/">Example</a><input type="search"></header>
<nav class="sidebar"><a href="/a">A</a><a href="/b">B</a></nav>
<main><div class="breadcrumbs">Docs / Install</div><article>
<h1>Install it<a class="headerlink" href="#install">¶</a></h1>
<p>Get the <a href="../download?x=1#top">package</a> and <a href="#run">run</a> it. <a href="javascript:x()">No</a></p>
<h2 id="run">Run <code>it</code> <a class="hash-link" href="#run" aria-label="Direct link">#</a></h2>
<p><img src="img/screen.png" alt="Screen" width="10"><img src="/pixel.gif" width="1" height="1"></p>
<ol start="3"><li>One<ul><li>Two</li></ul></li></ol>
<table><thead><tr><th>Key</th><th align="right">Size</th></tr></thead>
<tbody><tr><td><code>a|b</code></td><td><p>1</p><p>2</p></td></tr></tbody></table>
<p><a href="https://github.com/x/y/edit/main/intro.md">Edit this page</a></p>
</article></main><aside>On this page</aside><footer>© Example</footer></body></html>`

test('the main content of a page is converted without navigation, header and footer', () => {
  const { title, description, markdown, images, links } = fromHtml(page, { baseUrl })
  expect({ title, description }).toEqual({ title: 'Install it', description: 'How to install.' })
  expect(markdown).toBe(`Get the [package](https://docs.example.org/download?x=1#top) and [run](#run) it. No

## Run \`it\`

![Screen](https://docs.example.org/v2/img/screen.png)

3. One
   * Two

| Key | Size |
| - | -: |
| \`a\\|b\` | 1<br>2 |
`)
  expect(images).toEqual(['https://docs.example.org/v2/img/screen.png'])
  expect(links).toEqual(['https://docs.example.org/download?x=1#top'])
})

test('without a heading the title comes from the title element', () => {
  expect(fromHtml('<title>Page | The site</title><p>x</p>', { baseUrl }).title).toBe('Page')
})

test('a title outside of the main content is used', () => {
  const { title, markdown } = convert(
    `<header><h1>T</h1></header><div class="markdown-body"><p>${'word '.repeat(40)}</p></div>`,
  )
  expect(title).toBe('T')
  expect(markdown).not.toContain('# T')
})

test.each([
  [
    'a language on the code',
    '<pre><code class="hljs language-js"><span class="hljs-keyword">let</span> a\n</code></pre>',
    '```js\nlet a\n```',
  ],
  [
    'a language on a wrapper',
    '<div class="highlight-python notranslate"><div class="highlight"><pre><span></span>a\n\nb</pre></div></div>',
    '```python\na\n\nb\n```',
  ],
  [
    'lines without line ends',
    '<div class="language-ts codeBlock"><pre><code><span class="token-line">a<br></span><span class="token-line"><br></span><span class="token-line">b<br></span></code></pre><button>Copy</button></div>',
    '```ts\na\n\nb\n```',
  ],
  [
    'lines that are elements',
    '<pre class="shiki" data-language="sh"><code><div class="ec-line"><div class="code">a</div></div><div class="ec-line"><div class="code">b</div></div></code></pre>',
    '```sh\na\nb\n```',
  ],
  [
    'lines with line ends',
    '<pre class="shiki language-sh"><code><span class="line">a</span>\n<span class="line"></span>\n<span class="line">b</span></code></pre>',
    '```sh\na\n\nb\n```',
  ],
  [
    'line numbers beside it',
    '<table class="highlighttable"><tr><td class="linenos"><pre>1\n2</pre></td><td class="code"><div><pre>a\nb</pre></div></td></tr></table>',
    '```\na\nb\n```',
  ],
])('code with %s is converted', (_name, html, expected) => {
  expect(markdown(html)).toBe(expected)
})

test.each([
  [
    '<div class="admonition warning"><p class="admonition-title">Warning</p><p>Hot.</p></div>',
    'warning',
    'Hot.',
  ],
  [
    '<div class="theme-admonition theme-admonition-tip alert alert--success"><div class="admonitionHeading_x">tip</div><div><p>Hot.</p></div></div>',
    'success',
    'Hot.',
  ],
  [
    '<div class="danger custom-block"><p class="custom-block-title">Take care</p><p>Hot.</p></div>',
    'danger',
    '**Take care**\n\nHot.',
  ],
  [
    '<div class="markdown-alert markdown-alert-note"><p class="markdown-alert-title"><svg></svg>Note</p><p>Hot.</p></div>',
    'info',
    'Hot.',
  ],
  [
    '<aside class="starlight-aside starlight-aside--caution"><p class="starlight-aside__title">Caution</p><section class="starlight-aside__content"><p>Hot.</p></section></aside>',
    'warning',
    'Hot.',
  ],
])('%s becomes a hint', (html, kind, text) => {
  expect(markdown(html)).toBe(`{% hint style="${kind}" %}\n${text}\n{% endhint %}`)
})

test('tabs are recognized by their roles or their classes', () => {
  const expected =
    '{% tabs %}\n{% tab title="A" %}\na\n{% endtab %}\n\n{% tab title="B" %}\nb\n{% endtab %}\n{% endtabs %}'
  expect(
    markdown(
      '<div><p>Before all of it.</p><div class="tabs-container"><ul role="tablist"><li role="tab">A</li><li role="tab">B</li></ul><div><div role="tabpanel"><p>a</p></div><div role="tabpanel" hidden><p>b</p></div></div></div></div>',
    ),
  ).toBe(`Before all of it.\n\n${expected}`)
  expect(
    markdown(
      '<div class="tabbed-set"><input type="radio"><input type="radio"><div class="tabbed-labels"><label>A</label><label>B</label></div><div class="tabbed-content"><div class="tabbed-block"><p>a</p></div><div class="tabbed-block"><p>b</p></div></div></div>',
    ),
  ).toBe(expected)
})

test('definition lists, details, figures and keys are converted', () => {
  expect(markdown('<dl><dt><code>a</code></dt><dd>First<p>More</p></dd><dt>b</dt><dd>Second</dd></dl>')).toBe(
    '**`a`**\n\nFirst\n\nMore\n\n**b**\n\nSecond',
  )
  expect(markdown('<details><summary>Why &lt;x></summary><p>Because.</p></details>')).toBe(
    '<details>\n\n<summary>Why &lt;x></summary>\n\nBecause.\n\n</details>',
  )
  expect(
    markdown(
      '<figure><a href="/big.png"><img src="/a.png" alt="A"></a><figcaption>The <b>caption</b></figcaption></figure>',
    ),
  ).toBe('[![A](https://docs.example.org/a.png "The caption")](https://docs.example.org/big.png)')
  expect(markdown('<p>Press <kbd>Ctrl</kbd>, H<sub>2</sub>O</p>')).toBe(
    'Press <kbd>Ctrl</kbd>, H<sub>2</sub>O',
  )
  expect(markdown('<iframe src="https://www.youtube-nocookie.com/embed/abcdefghijk"></iframe>')).toBe(
    '{% embed url="https://www.youtube.com/embed/abcdefghijk" %}',
  )
})

test('videos and sounds are links to their files, and without a file nothing', () => {
  expect(markdown('<p>See <video src="/media/My%20tour.mp4" controls></video></p>')).toMatch(
    /^See \[My tour\.mp4\]\(https:\/\/[^)]*\/media\/My%20tour\.mp4\)$/,
  )
  expect(markdown('<audio><source src="a.ogg"><source src="a.mp3">No sound</audio>')).toMatch(
    /^\[a\.ogg\]\(https:.*a\.ogg\)$/,
  )
  expect(markdown('<p>x</p><video></video><video src="blob:1"></video>')).toBe('x')
})

test('block tags in the text of a website are escaped', () => {
  const text = markdown('<p>Write {% hint %} and {% endhint %} around it.</p>')
  expect(toHtml(toHast(parseMarkdown(text)))).toBe('<p>Write {% hint %} and {% endhint %} around it.</p>')
})

test('a page with several articles is converted as a whole', () => {
  const teaser = (name: string) => `<article><h2>${name}</h2><p>${'word '.repeat(20)}</p></article>`
  expect(markdown(`<main>${['a', 'b', 'c'].map(teaser).join('')}</main>`).match(/^## [abc]$/gm)).toHaveLength(
    3,
  )
})

test('any HTML can be converted', () => {
  const pieces = fc.constantFrom(
    ...page.split(/(?<=>)/),
    '<div class="tabbed-set">',
    '<div role="tablist">',
    '<pre>',
    '<dl><dt>',
    '<li>',
    '<td>',
    '<details>',
    '</p>',
  )
  fc.assert(
    fc.property(fc.array(pieces, { maxLength: 40 }), (parts) => {
      fromHtml(parts.join(''), { baseUrl })
    }),
    { numRuns: 150, seed: 68 },
  )
  expect(fromHtml(`<title>T</title>${'<div>'.repeat(20_000)}`, { baseUrl })).toMatchObject({
    title: 'T',
    markdown: '',
  })
}, 60_000)

test('cells that extend over thousands of others do not', () => {
  const before = process.cpuUsage()
  const cells = '<tr><td colspan="60000" rowspan="60000">a</td></tr>'.repeat(300)
  const { markdown } = fromHtml(`<main><table>${cells}</table></main>`, { baseUrl: 'https://a.example/' })
  const { user, system } = process.cpuUsage(before)
  expect(markdown.length).toBeLessThan(100_000)
  expect((user + system) / 1e6).toBeLessThan(5)
})
