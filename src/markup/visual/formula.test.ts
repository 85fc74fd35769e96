import fc from 'fast-check'
import { expect, test } from 'vitest'
import { parseMarkdown } from '../parse.ts'
import { formulaIn, inlineTex, withFormula } from './formula.ts'
import { editorNode } from './nodes.ts'
import { openPage } from './page.ts'
import { writeNode } from './rewrite.ts'

test.each([
  ['$$\nx^2\n$$', 'x^2'],
  ['  $$ a\n  b $$ ', 'a\n  b'],
  ['$$\r\nx\r\n$$', 'x'],
  ['Is $$x$$', undefined],
  ['$$x$$ and $$y$$', undefined],
  ['$$x$$\n\n$$y$$', undefined],
  ['> $$x$$', undefined],
  ['$$\n\n$$', undefined],
])('the formula of %j is %j', (source, tex) => {
  expect(formulaIn(source)?.tex).toBe(tex)
})

test.each([
  ['$$\nx\n$$', 'y', '$$\ny\n$$'],
  ['  $$x$$  ', 'y', '  $$y$$  '],
  ['$$\r\nx\r\n$$', 'y\nz', '$$\r\ny\r\nz\r\n$$'],
  ['$$\nx\n$$', 'y\n\n\nz', '$$\ny\nz\n$$'],
  ['$$\nx\n$$', 'x\n- y', '$$\nx\n    - y\n$$'],
  ['$$\nx\n$$', 'x\n===', '$$\nx\n    ===\n$$'],
  ['$$x$$', '\\text{$a$$b$}', '$$\\text{$a$ $b$}$$'],
  ['$$x$$', '\\$', '$$\\$' + '{}$$'],
  ['$$x$$', ' ', null],
])('%j with %j is %j', (source, tex, expected) => {
  expect(withFormula(source, tex)).toBe(expected)
})

const tex = fc.string({
  unit: fc.constantFrom(...'xy12+-=#>|`*_^\\{}$%&<[]() \n!:~"\''.split(''), '\\frac', '$$', '{%', '%}'),
  maxLength: 16,
})
const settings = { numRuns: Number(process.env.RUNS ?? 300), seed: Number(process.env.SEED ?? 17) }

test('whatever is typed, the block is one formula between the same dollar signs', () => {
  fc.assert(
    fc.property(tex, fc.constantFrom('$$\nx\n$$', '$$x$$', '  $$ x\n$$ '), (text, source) => {
      const written = withFormula(source, text)
      if (written === null) return
      const blocks = parseMarkdown(written).children
      expect(
        blocks.map(({ type }) => type),
        written,
      ).toEqual(['paragraph'])
      const read = formulaIn(written)
      expect(read, written).not.toBeNull()
      expect(withFormula(written, read?.tex ?? '')).toBe(written)
    }),
    settings,
  )
})

test('whatever is typed, the formula stays a formula of its sentence or cell', () => {
  const page = openPage('Text\n')
  fc.assert(
    fc.property(tex, fc.boolean(), (text, isInTable) => {
      const formula = inlineTex(text, isInTable)
      if (formula === '') return
      const math = editorNode('inlineNode', { kind: 'inline-math', data: { formula } })
      const content = [{ type: 'text', text: 'Is ' }, math, { type: 'text', text: ' so.' }]
      const row = (type: string) => editorNode('tableRow', {}, [editorNode(type, {}, content)])
      const node = isInTable
        ? editorNode('table', { data: {} }, [row('tableHeader'), row('tableCell')])
        : editorNode('paragraph', { data: {} }, content)
      let isPlain = false
      const written = writeNode(page, node, undefined, () => {
        isPlain = true
      })
      expect(isPlain, written).toBe(false)
    }),
    settings,
  )
})
