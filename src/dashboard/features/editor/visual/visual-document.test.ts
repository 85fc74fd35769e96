// @vitest-environment jsdom
import { EditorState, TextSelection } from 'prosemirror-state'
import { expect, test } from 'vitest'
import { samplePage } from '#markup/sample-page.ts'
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
