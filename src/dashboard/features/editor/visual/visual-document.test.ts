// @vitest-environment jsdom
import { EditorState, TextSelection } from 'prosemirror-state'
import { expect, test } from 'vitest'
import { samplePage } from '#markup/sample-page.ts'
import { withFormula } from '#markup/visual/formula.ts'
import { duplicateBlock, keys, moveBlock } from './commands.ts'
import { nodesOf, openDocument, textOfDocument, type VisualDocument } from './visual-document.ts'

const stateAt = ({ doc }: VisualDocument, text: string): EditorState => {
  let at = 0
  doc.descendants((node, from) => {
    if (node.isText && node.text?.includes(text)) at = from + node.text.indexOf(text) + text.length
  })
  const state = EditorState.create({ doc })
  return state.apply(state.tr.setSelection(TextSelection.create(doc, at)))
}

const run = (state: EditorState, command: (typeof keys)[string]): EditorState => {
  let next = state
  command(state, (tr) => {
    next = state.apply(tr)
  })
  return next
}

test('a page of every block that is only opened keeps every byte', () => {
  const opened = openDocument(samplePage)
  expect(textOfDocument(opened, opened.doc)).toBe(samplePage)
})

test('typing a word rewrites only that word', () => {
  const text = '# Title\n\n* one __bold__\n* two\n\nA line\nthat is wrapped.\n\n| a |\n|--|\n| b |\n'
  const opened = openDocument(text)
  const state = stateAt(opened, 'wrapped')
  const { doc } = state.apply(state.tr.insertText(' twice'))
  expect(textOfDocument(opened, doc)).toBe(text.replace('wrapped', 'wrapped twice'))
})

test('a word in a list or a table changes no other line of it', () => {
  const text = '1) one\n1) two  \n   more\n\n\n|  a  |  b |\n|:--|---|\n| c | d\\_e |\n'
  const opened = openDocument(text)
  for (const [word, next] of [
    ['two', 'two new'],
    ['c', 'c new'],
  ] as const) {
    const state = stateAt(opened, word)
    const { doc } = state.apply(state.tr.insertText(' new'))
    const changed = textOfDocument(opened, doc)
      .split('\n')
      .filter((line, at) => line !== text.split('\n')[at])
    expect(changed).toEqual([expect.stringContaining(next)])
  }
})

test('a block that is moved or duplicated keeps its source', () => {
  const opened = openDocument('One\n\n*  two\n*  three\n\n***\n')
  const moved = run(stateAt(opened, 'One'), moveBlock(1))
  expect(textOfDocument(opened, moved.doc)).toBe('*  two\n*  three\n\nOne\n\n***\n')
  const doubled = run(stateAt(opened, 'three'), duplicateBlock)
  expect(doubled.doc.childCount).toBe(4)
})

test('Enter at the end of a task begins another task', () => {
  const opened = openDocument('- [x] done\n')
  const state = run(stateAt(opened, 'done'), keys.Enter ?? (() => false))
  expect(textOfDocument(opened, state.apply(state.tr.insertText('next')).doc)).toBe(
    '- [x] done\n- [ ] next\n',
  )
})

test('text that is added keeps the link definitions of the page, and its own source', () => {
  const opened = openDocument('[one][a]\n\n[a]: /b\n')
  const { doc } = opened
  const added = nodesOf('*   [two][a]', opened.page)
  const text = textOfDocument(opened, doc.copy(doc.content.addToEnd(added[0] ?? doc)))
  expect(text).toBe('[one][a]\n\n[a]: /b\n\n*   [two][a]\n')
})

/** The text of the page after each formula was changed to `tex`. */
function withFormulas(text: string, tex: string): string {
  const opened = openDocument(text)
  const { tr, doc } = EditorState.create({ doc: opened.doc })
  doc.descendants((node, at) => {
    const { kind, markdown } = node.attrs
    if (kind === 'inline-math') tr.setNodeMarkup(at, null, { kind, data: { formula: tex } })
    const source = typeof markdown === 'string' ? withFormula(markdown, tex) : null
    if (source !== null) tr.setNodeMarkup(at, null, { markdown: source })
  })
  return textOfDocument(opened, tr.doc)
}

test.each([
  ['a block', 'One\n*two*\n\n  $$\nX\n$$\n\n\n* three\n'],
  ['a block with Windows line endings', 'One\r\n\r\n$$\r\nX\r\n$$\r\n\r\n* two\r\n'],
  ['a block in a hint', '{% hint style="info" %}\nOne *two*\n\n$$\nX\n$$\n{% endhint %}\n\n* three\n'],
  ['sentences and cells', '*One* $$X$$\n__two__ $$X$$.\n\n| a |  b |\n|--|:-:|\n| $$X$$ |c|\n'],
])('a formula in %s changes alone', (_place, text) => {
  expect(withFormulas(text.replaceAll('X', 'x^2'), '\\frac{a}{b}')).toBe(text.replaceAll('X', '\\frac{a}{b}'))
})
