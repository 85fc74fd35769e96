// @vitest-environment jsdom
import { EditorState, TextSelection } from 'prosemirror-state'
import { expect, test } from 'vitest'
import { type BlockTarget, convertBlock } from './block-conversions.ts'
import { openDocument, textOfDocument } from './visual-document.ts'

function converted(source: string, target: BlockTarget): string | false {
  const text = `First\n\n${source}\n\n*  last\n`
  const opened = openDocument(text)
  const [first] = opened.doc.children
  let state = EditorState.create({ doc: opened.doc })
  state = state.apply(
    state.tr.setSelection(
      TextSelection.near(opened.doc.resolve((first?.nodeSize ?? 0) + 1)) as TextSelection,
    ),
  )
  const isDone = convertBlock(target)(state, (tr) => {
    state = state.apply(tr)
  })
  if (!isDone) return false
  const result = textOfDocument(opened, state.doc)
  expect(result.startsWith('First\n\n')).toBe(true)
  expect(result.endsWith('\n\n*  last\n')).toBe(true)
  return result.slice('First\n\n'.length, -'\n\n*  last\n'.length)
}

test.each([
  ['Some **bold** text', 'heading3', '### Some **bold** text'],
  ['## A heading', 'paragraph', 'A heading'],
  ['One', 'orderedList', '1.  One'],
  ['1. One\n2. Two', 'paragraph', 'One\n\nTwo'],
  ['One', 'blockquote', '> One'],
  ['> One\n>\n> Two', 'hint', '{% hint style="info" %}\nOne\n\nTwo\n{% endhint %}'],
  ['{% hint style="info" %}\nOne *two*\n{% endhint %}', 'paragraph', 'One *two*'],
  ['One `two`', 'codeBlock', '```\nOne two\n```'],
  ['```\na\nb\n```', 'paragraph', 'a\n\nb'],
] as const)('“%s” becomes a %s with the same text', (source, target, expected) => {
  expect(converted(source, target)).toBe(expected)
})

test('lists become other lists, also of tasks', () => {
  expect(converted('1. One\n2. Two', 'taskList')).toMatch(/^[*-] +\[ \] One\n[*-] +\[ \] Two$/)
})

test('a block that already is one, and blocks with cells, stay what they are', () => {
  expect(converted('Text', 'paragraph')).toBe(false)
  expect(converted('## Heading', 'heading2')).toBe(false)
  expect(converted('| a |\n| - |\n| b |', 'paragraph')).toBe(false)
  const cards =
    '<table data-view="cards"><thead><tr><th></th></tr></thead><tbody><tr><td>a</td></tr></tbody></table>'
  expect(converted(cards, 'paragraph')).toBe(false)
  expect(converted('> | a |\n> | - |\n> | b |', 'paragraph')).toBe(false)
})
