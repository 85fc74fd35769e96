import { expect, test } from 'vitest'
import { formulaResult, renderFormula } from './formulas.ts'
import { parseMarkdown } from './parse.ts'
import { toHast } from './to-hast.ts'
import { toHtml } from './to-html.ts'

const render = (markdown: string) =>
  toHtml(toHast(parseMarkdown(markdown), { formula: renderFormula })).trim()

test('an inline formula is MathML without its source and without styles', () => {
  expect(render('Is $$x^2$$ big?')).toBe(
    '<p>Is <math><mrow><msup><mi>x</mi><mn>2</mn></msup></mrow></math> big?</p>',
  )
})

test('a formula alone in its paragraph is a named block that scrolls', () => {
  const html = render('$$\n\\frac{a}{b}\n$$')
  expect(html).toContain(
    '<div class="math" tabindex="0" role="region" aria-label="Formula 1"><math display="block"',
  )
  expect(html).toContain('<mfrac><mi>a</mi><mi>b</mi></mfrac>')
})

test.each([
  ['an invalid formula', '\\frac{a'],
  ['an unknown command', '\\nothing{a}'],
  ['custom commands', '\\def\\a{xx}\\a\\a'],
  ['custom commands with newcommand', '\\newcommand{\\a}{xx}\\a'],
  ['a formula that is too long', 'x'.repeat(2_001)],
  ['a formula that is nested too deeply', `${'\\sqrt'.repeat(380)}x`],
])('%s is not rendered', (_, source) => {
  expect(renderFormula(source, false)).toBeNull()
})

test.each([
  ['\\frac{a', "Unexpected end of input in a macro argument, expected '}' (character 8)"],
  ['x + \\nothing', 'Undefined control sequence: \\nothing (character 5)'],
  ['\\def\\a{x}', 'Formulas can’t define commands'],
  ['x'.repeat(2_001), 'Use 2,000 characters or fewer'],
  [' ', 'Enter a formula'],
])('authors see what is wrong with an invalid formula', (source, problem) => {
  expect(formulaResult(source, false)).toEqual({ problem })
})

test('the source of an invalid formula is shown and marked as invalid', () => {
  expect(render('A $$\\frac{$$ b')).toBe('<p>A <code class="formula-error">\\frac{</code> b</p>')
  expect(render('$$\\frac{$$')).toContain('><code class="formula-error">\\frac{</code></div>')
})

test.each([
  '\\href{javascript:alert(1)}{x}',
  '\\includegraphics{https://example.org/a.png}',
  '\\htmlStyle{color:red}{x}',
  '\\colorbox{red}{x}',
])('a formula cannot link, load or style anything: %s', (source) => {
  const html = toHtml({
    type: 'root',
    children: [renderFormula(source, false) ?? { type: 'text', value: '' }],
  })
  expect(html).not.toMatch(/\s(?:href|src|style)=/)
})

test('text in a formula cannot inject markup', () => {
  expect(render('$$\\text{<script>alert(1)</script>}$$')).not.toContain('<script')
})

test('dollar signs of prices are not formulas', () => {
  expect(render('From $5 to $10')).toBe('<p>From $5 to $10</p>')
})

test('without a formula renderer the source is shown', () => {
  expect(toHtml(toHast(parseMarkdown('A $$x^2$$')))).toContain('<code>x^2</code>')
})
