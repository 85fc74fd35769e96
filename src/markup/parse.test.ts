import fc from 'fast-check'
import type { Nodes } from 'mdast'
import { visit } from 'unist-util-visit'
import { expect, test } from 'vitest'
import type { BlockTag } from './nodes.ts'
import { parseMarkdown } from './parse.ts'
import { samplePage } from './sample-page.ts'
import { toHast } from './to-hast.ts'
import { toHtml } from './to-html.ts'

/** The shape of a tree in one line: `root(hint(paragraph),list)`. */
function shapeOf(node: Nodes): string {
  const name = node.type === 'blockTag' ? node.name : node.type
  if (!('children' in node) || ['paragraph', 'heading'].includes(node.type)) return name
  return node.children.length > 0 ? `${name}(${node.children.map(shapeOf).join(',')})` : name
}

const shape = (markdown: string) => shapeOf(parseMarkdown(markdown)).slice('root'.length)

function tagIn(markdown: string): BlockTag {
  let tag: BlockTag | undefined
  visit(parseMarkdown(markdown), 'blockTag', (node) => {
    tag ??= node
  })
  if (!tag) throw new Error('This text has no block tag.')
  return tag
}

test('a tag needs no blank lines around it, even after a list', () => {
  expect(shape('text\n{% hint style="info" %}\n* a\n* b\n{% endhint %}\nmore')).toBe(
    '(paragraph,hint(list(listItem(paragraph),listItem(paragraph))),paragraph)',
  )
})

test('tags can be nested, be in list items and contain fences', () => {
  const markdown = `- item
  {% tabs %}
  {% tab title="A" %}
  {% hint style='danger' %}
  {% code title="x.js" %}
  \`\`\`js
  {% endtab %}
  \`\`\`
  {% endcode %}
  {% endhint %}
  {% endtab %}
  {% endtabs %}`
  expect(shape(markdown)).toBe('(list(listItem(paragraph,tabs(tab(hint(code(code)))))))')
})

test('tags on the same line as text are blocks too', () => {
  expect(
    shape('{% tabs %}{% tab title="A" %} one {% endtab %}{% tab title="B" %}two{% endtab %}{% endtabs %}'),
  ).toBe('(tabs(tab(paragraph),tab(paragraph)))')
})

test('tags in code remain code, and unknown tags remain text', () => {
  expect(shape('    {% hint %}\n\n`{% hint %}` \\{% hint %}')).toBe('(code,paragraph)')
  expect(shape('{% for x in y %}\n\n{% hintless %}')).toBe('(paragraph,paragraph)')
})

test('a tag inside a heading or table cell remains text', () => {
  expect(shape('# A {% hint %}\n\n| a |\n|---|\n| {% endhint %} |')).toBe(
    '(heading,table(tableRow(tableCell(text)),tableRow(tableCell(text))))',
  )
})

test('an unclosed tag is dropped, and its content is preserved', () => {
  expect(shape('{% hint style="info" %}\ntext')).toBe('(paragraph)')
  expect(shape('text\n{% endhint %}')).toBe('(paragraph)')
  expect(shape('{% hint %}\n{% tabs %}\n{% tab title="A" %}\na\n{% endhint %}')).toBe(
    '(hint(tab(paragraph)))',
  )
})

test('a tab ends where the next tab of the same set begins', () => {
  const inner = '{% tabs %}\n{% tab title="C" %}\nc\n{% tab title="D" %}\nd\n{% endtabs %}'
  expect(shape(`{% tabs %}\n{% tab title="A" %}\n${inner}\n{% tab title="B" %}\nb\n{% endtabs %}`)).toBe(
    '(tabs(tab(tabs(tab(paragraph),tab(paragraph))),tab(paragraph)))',
  )
})

test('a closing tag at the end of a list item closes the block around the list', () => {
  expect(shape('{% hint %}\n- a\n- b {% endhint %}\n\nafter')).toBe(
    '(hint(list(listItem(paragraph),listItem(paragraph))),paragraph)',
  )
})

test('an embed or file is standalone or contains its caption', () => {
  expect(shape('{% embed url="https://x.test/1" %}\ntext\n{% file src="a.pdf" %}cap{% endfile %}')).toBe(
    '(embed,paragraph,file(paragraph))',
  )
})

test('tags directly after raw HTML are recognized', () => {
  expect(
    shape('<details>\n<summary>S</summary>\n{% hint style="info" %}\nx\n{% endhint %}\n</details>'),
  ).toBe('(html,hint(html),html)')
  expect(shape('<!-- {% hint %} -->')).toBe('(html)')
})

test('attributes can have either quotes, no value or no name', () => {
  expect(
    tagIn(`{% tabs %}{% tab title="50 %} of 'it'" icon %}{% endtab %}{% endtabs %}`).children[0],
  ).toMatchObject({
    attributes: { title: `50 %} of 'it'`, icon: '' },
  })
  expect(tagIn(`{% hint style='danger' %}x{% endhint %}`).attributes).toEqual({ style: 'danger' })
  expect(tagIn('{% include "../x.md" %}').attributes).toEqual({ url: '../x.md' })
  expect(tagIn('{% if visitor.claims.beta == "x" %}a{% endif %}').attributes).toEqual({
    expression: 'visitor.claims.beta == "x"',
  })
})

test('older tag names are the same blocks', () => {
  expect(
    shape('{% code-tabs %}\n{% code-tabs-item title="a" %}\nx\n{% endcode-tabs-item %}\n{% endcode-tabs %}'),
  ).toBe('(tabs(tab(paragraph)))')
  expect(tagIn('{% page-ref page="a.md" %}')).toMatchObject({
    name: 'content-ref',
    attributes: { url: 'a.md' },
  })
})

test('a block spans from its opening to its closing tag', () => {
  const markdown = 'ä\r\n\r\n{% hint %}\r\ntext\r\n{% endhint %}\r\n'
  const { position } = tagIn(markdown)
  expect(markdown.slice(position?.start.offset, position?.end.offset)).toBe(
    '{% hint %}\r\ntext\r\n{% endhint %}',
  )
})

test('the source of a formula is preserved, over several lines too', () => {
  const formulas: string[] = []
  visit(
    parseMarkdown('$$a_b_c$$ costs $$ 5\n\n$$\n\\sum_{i} *x*\n$$'),
    'formula',
    ({ value }) => void formulas.push(value),
  )
  expect(formulas).toEqual(['a_b_c', '\\sum_{i} *x*'])
})

test('every node has a position in the text', () => {
  visit(parseMarkdown(samplePage), (node) => {
    expect(node.position?.end.offset).toBeLessThanOrEqual(samplePage.length)
  })
})

const pieces = fc.constantFrom(
  ...samplePage.split(/(?<=\n)/),
  ...[
    '{% hint %}',
    '{% endhint %}',
    '{% tab title="',
    '%}',
    '{%',
    '$$',
    '<details>',
    '</div>',
    '<b>',
    '[a](<',
    '![',
    '>',
    '- ',
    '    ',
    '\t',
  ],
  ...[
    '`',
    '```',
    '|',
    '\0',
    '\uFEFF',
    '\uD800',
    '\r',
    '<!--',
    '&#x0;',
    '[^1]',
    '[^1]: ',
    '***',
    '~~',
    '](',
    '===',
  ],
)

test('any text can be parsed and rendered', () => {
  const texts = fc.oneof(
    fc.string({ unit: 'grapheme', maxLength: 200 }),
    fc.array(pieces, { maxLength: 30 }).map((parts) => parts.join('')),
  )
  fc.assert(
    fc.property(texts, (text) => {
      toHtml(toHast(parseMarkdown(text)))
    }),
    { numRuns: 300, seed: 67 },
  )
}, 60_000)

test.each([
  ['nested quotations', '>'.repeat(20_000)],
  ['nested lists', `${'- '.repeat(10_000)}a`],
  ['closing brackets', ']'.repeat(20_000)],
  ['links without an end', '[a](b'.repeat(4_000)],
  ['images within images', '![[]()'.repeat(3_000)],
  ['emphasis', '*a_ '.repeat(5_000)],
  ['underlined lines', 'a\n-\n'.repeat(5_000)],
  ['lazy lines', `> a\n${'b\n'.repeat(10_000)}`],
  ['tags that open', '{% hint %}\n'.repeat(2_000)],
  ['tags that close', '{% endhint %}\n'.repeat(2_000)],
  ['elements within elements', '<div>'.repeat(4_000)],
  ['formatting without an end', `${'<b a=1><i b=2>'.repeat(1_000)}\n\n${'a\n\n'.repeat(1_000)}`],
])(
  'thousands of %s are rendered',
  (_name, text) => {
    // Quadratic time would exceed the timeout of the test.
    expect(typeof toHtml(toHast(parseMarkdown(text)))).toBe('string')
  },
  60_000,
)
