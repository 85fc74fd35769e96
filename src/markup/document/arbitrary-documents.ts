import fc from 'fast-check'
import type { DocumentNode, StructuredDocument } from '#contract/documents.ts'
import { markNames } from './marks.ts'
import { block, documentNode, fragment, inline, textNode, voidBlock, voidInline } from './nodes.ts'

/** Ordinary words, and characters with a meaning in Markdown. */
const text = fc.oneof(
  { weight: 4, arbitrary: fc.constantFrom('a', 'two words', ' before', 'after ', 'Größe', '漢字') },
  {
    weight: 2,
    arbitrary: fc.constantFrom(
      '*',
      '_x_',
      '`',
      '# ',
      '- ',
      '1. ',
      '> ',
      '[a](b)',
      '<b>',
      '|',
      '{% hint %}',
      '$$x$$',
      '&amp;',
      '\\',
      '~~',
      '@[u1]',
      '🎉',
      'https://a.example/x',
      '![',
      'a@b.example',
      '+',
      '---',
      '[^1]',
      '\n',
      '👨‍👩‍👧',
      '#️⃣',
      ':',
    ),
  },
  { weight: 1, arbitrary: fc.string({ unit: 'grapheme', maxLength: 12 }) },
)

const mark = fc.oneof(
  fc.constantFrom(...markNames).map((type) => ({ object: 'mark' as const, type })),
  fc.constantFrom('red', '$primary', 'default').map((color) => ({
    object: 'mark' as const,
    type: 'color',
    data: { text: color, background: 'blue' },
  })),
)

const leaves = fc
  .array(fc.record({ object: fc.constant('leaf' as const), text, marks: fc.array(mark, { maxLength: 3 }) }), {
    maxLength: 4,
  })
  .map(textNode)

const id = fc.constantFrom('p1', 'Ab_9-x')
const ref = fc.oneof(
  id.map((page) => ({ kind: 'page', page })),
  id.map((file) => ({ kind: 'file', file })),
  id.map((page) => ({ kind: 'anchor', page, anchor: 'part-2' })),
  fc.constant({ kind: 'anchor', anchor: 'here' }),
  fc
    .constantFrom('https://a.example/x?y=1&z=2#q', 'mailto:a@b.example', 'a (b).png', '../x y.md')
    .map((url) => ({ kind: 'url', url })),
)

const voids = fc.oneof(
  fc.constantFrom('1f389', '2764-fe0f', '31').map((code) => voidInline('emoji', { code })),
  id.map((user) => voidInline('mention', { ref: { kind: 'user', user } })),
  fc
    .record({ ref, label: fc.option(fc.constantFrom('Page', 'a*b'), { nil: undefined }) })
    .map((data) => voidInline('mention', data)),
  fc.constant(voidInline('icon', { icon: 'star' })),
  fc.constant(voidInline('expression', { expression: 'visitor.claims["a"]' })),
  fc.constant(voidInline('inline-math', { formula: 'a_1 + b^2' })),
  fc
    .record({ ref, label: fc.constantFrom('Go', 'a & b'), kind: fc.constantFrom('primary', 'secondary') })
    .map((data) => voidInline('button', data)),
)

const image = fc
  .record({
    ref,
    alt: fc.constantFrom(undefined, 'A "cup"'),
    size: fc.constantFrom(undefined, 'line'),
    width: fc.constantFrom(undefined, 40),
  })
  .map((data) => voidInline('inline-image', data))

const inlines = fc.array(
  fc.oneof(
    { weight: 5, arbitrary: leaves },
    { weight: 1, arbitrary: voids },
    { weight: 1, arbitrary: image },
    {
      weight: 1,
      arbitrary: fc
        .tuple(ref, fc.array(leaves, { maxLength: 2 }), fc.constantFrom(undefined, 'A title'))
        .map(([to, nodes, title]) => inline('link', { ref: to, title }, nodes)),
    },
  ),
  { maxLength: 4 },
)

const line = fc.array(leaves, { maxLength: 2 })
const flag = fc.constantFrom(undefined, true)

const cells = fc.array(fc.tuple(inlines, inlines), { maxLength: 3 })
const table = fc
  .record({
    rows: cells,
    head: inlines,
    view: fc.constantFrom('grid', 'cards'),
    hideHeader: flag,
    align: fc.constantFrom(undefined, 'right'),
  })
  .map(({ rows, head, view, hideHeader, align }): DocumentNode => {
    const fragments = rows.flatMap((row, at) =>
      row.map((nodes, index) => fragment(`x${at}y${index}`, [block('paragraph', {}, nodes)])),
    )
    const records = rows.map((_, at) => [
      `x${at}`,
      { orderIndex: at, values: { left: `x${at}y0`, right: `x${at}y1` } },
    ])
    const definition = {
      left: { id: 'left', title: 'Left', type: 'text', textAlignment: align },
      right: { id: 'right', title: 'Right', type: 'text', fragment: 'head' },
    }
    const data = {
      view,
      hideHeader,
      columns: ['left', 'right'],
      definition,
      records: Object.fromEntries(records),
    }
    return {
      ...voidBlock('table', data),
      fragments: [...fragments, fragment('head', [block('paragraph', {}, head)])],
    }
  })

const code = fc
  .record({
    lines: fc.array(
      fc.tuple(fc.constantFrom('', 'const a = 1', '  ```', '    deep', '{% tab %}', '~~~'), flag),
      { maxLength: 4 },
    ),
    syntax: fc.constantFrom(undefined, 'js'),
    title: fc.constantFrom(undefined, 'a "b".js'),
    overflow: fc.constantFrom(undefined, 'wrap'),
  })
  .map(({ lines, ...data }) =>
    block(
      'code',
      data,
      lines.map(([value, highlighted]) =>
        block('code-line', { highlighted }, [textNode([{ object: 'leaf', text: value, marks: [] }])]),
      ),
    ),
  )

const leaf = fc.oneof(
  {
    weight: 6,
    arbitrary: fc
      .tuple(inlines, fc.constantFrom(undefined, 'center'))
      .map(([nodes, align]) => block('paragraph', { align }, nodes)),
  },
  {
    weight: 2,
    arbitrary: fc
      .tuple(fc.constantFrom(1, 2, 3), inlines, fc.constantFrom(undefined, 'own-id'))
      .map(([n, nodes, own]) => block(`heading-${n}`, { id: own }, nodes)),
  },
  code,
  table,
  fc.constant(voidBlock('divider', {})),
  fc.constantFrom('a^2', 'x\ny').map((formula) => voidBlock('math', { formula })),
  fc.constant(voidBlock('embed', { url: 'https://v.example/1' })),
  ref.map((to) => voidBlock('content-ref', { ref: to })),
  ref.map((to) => voidBlock('file', { ref: to })),
  id.map((reusableContent) =>
    voidBlock('reusable-content', { ref: { kind: 'reusable-content', reusableContent } }),
  ),
  fc
    .array(fc.tuple(ref, line, fc.constantFrom(undefined, 'alt <x>'), fc.constantFrom(undefined, 300)), {
      minLength: 1,
      maxLength: 2,
    })
    .map((images) =>
      block(
        'images',
        {},
        images.map(([to, caption, alt, width]) =>
          voidBlock('image', { ref: to, alt, width }, [fragment('caption', caption)]),
        ),
      ),
    ),
)

const { blocks } = fc.letrec<{ blocks: DocumentNode[]; box: DocumentNode }>((tie) => {
  const inside = tie('blocks')
  const items = fc.array(fc.tuple(inside, fc.constantFrom(undefined, true, false)), { maxLength: 3 })
  const parts = (box: string, part: string, data: Record<string, unknown> = {}) =>
    fc.array(inside, { maxLength: 2 }).map((each) =>
      block(
        box,
        {},
        each.map((nodes) => block(part, data, nodes)),
      ),
    )
  const box = fc.oneof(
    inside.map((nodes) => block('blockquote', {}, nodes)),
    fc
      .tuple(inside, fc.constantFrom('info', 'danger'))
      .map(([nodes, style]) => block('hint', { style }, nodes)),
    fc
      .tuple(fc.constantFrom('list-ordered', 'list-unordered', 'list-tasks'), items, flag)
      .map(([type, all, loose]) =>
        block(
          type,
          { loose },
          all.map(([nodes, checked]) => block('list-item', { checked }, nodes)),
        ),
      ),
    parts('tabs', 'tabs-item', { title: "One 'tab'" }),
    parts('stepper', 'stepper-step'),
    parts('columns', 'column', { width: '50%' }),
    parts('updates', 'update', { date: '2026-10-14', tags: 'new,fixes' }),
    inside.map((nodes) => block('prompt', { description: 'Ask "this"' }, nodes)),
    fc
      .tuple(line, inside, flag)
      .map(([title, nodes, defaultExpanded]) =>
        voidBlock('expandable', { defaultExpanded }, [
          fragment('expandable-title', title),
          fragment('expandable-body', nodes),
        ]),
      ),
    inside.map((nodes) => block('if', { expression: 'visitor.claims.pro == true' }, nodes)),
  )
  return {
    box,
    blocks: fc.array(fc.oneof({ depthSize: 'small', withCrossShrink: true }, leaf, tie('box')), {
      maxLength: 3,
    }),
  }
})

/** Documents as clients may send them: with every kind of node, not normalized. */
export const arbitraryDocument: fc.Arbitrary<StructuredDocument> = blocks.map(documentNode)
