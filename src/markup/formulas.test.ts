import { expect, test } from 'vitest'
import { drawFormula } from './formulas.ts'
import { parseMarkdown } from './parse.ts'
import { toHast } from './to-hast.ts'
import { toHtml } from './to-html.ts'

const drawn = (markdown: string) => toHtml(toHast(parseMarkdown(markdown), { formula: drawFormula })).trim()

test('a formula in running text is MathML, without its source and without styles', () => {
  expect(drawn('Is $$x^2$$ big?')).toBe(
    '<p>Is <math><mrow><msup><mi>x</mi><mn>2</mn></msup></mrow></math> big?</p>',
  )
})

test('a formula alone in its paragraph is a block that scrolls under a name', () => {
  const html = drawn('$$\n\\frac{a}{b}\n$$')
  expect(html).toContain(
    '<div class="math" tabindex="0" role="region" aria-label="Formula 1"><math display="block"',
  )
  expect(html).toContain('<mfrac><mi>a</mi><mi>b</mi></mfrac>')
})

test.each([
  ['what is no formula', '\\frac{a'],
  ['an unknown command', '\\nothing{a}'],
  ['commands of its own', '\\def\\a{xx}\\a\\a'],
  ['commands of its own by the newer word', '\\newcommand{\\a}{xx}\\a'],
  ['one that is too long', 'x'.repeat(2_001)],
  ['one that holds itself too often', `${'\\sqrt'.repeat(380)}x`],
])('%s stays source', (_, source) => {
  expect(drawFormula(source, false)).toBeNull()
})

test('the source of a faulty formula is shown and marked as such', () => {
  expect(drawn('A $$\\frac{$$ b')).toBe('<p>A <code class="formula-fault">\\frac{</code> b</p>')
  expect(drawn('$$\\frac{$$')).toContain('><code class="formula-fault">\\frac{</code></div>')
})

test.each([
  '\\href{javascript:alert(1)}{x}',
  '\\includegraphics{https://example.org/a.png}',
  '\\htmlStyle{color:red}{x}',
  '\\colorbox{red}{x}',
])('a formula can neither link nor load nor style: %s', (source) => {
  const html = toHtml({ type: 'root', children: [drawFormula(source, false) ?? { type: 'text', value: '' }] })
  expect(html).not.toMatch(/\s(?:href|src|style)=/)
})

test('text in a formula cannot bring markup in', () => {
  expect(drawn('$$\\text{<script>alert(1)</script>}$$')).not.toContain('<script')
})

test('dollars of prices are no formula', () => {
  expect(drawn('From $5 to $10')).toBe('<p>From $5 to $10</p>')
})

test('without the drawer formulas are their source', () => {
  expect(toHtml(toHast(parseMarkdown('A $$x^2$$')))).toContain('<code>x^2</code>')
})
