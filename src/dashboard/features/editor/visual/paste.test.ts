// @vitest-environment jsdom
import { AllSelection, EditorState, TextSelection, type Transaction } from 'prosemirror-state'
import type { EditorView } from 'prosemirror-view'
import { expect, test } from 'vitest'
import { pasteNodes } from './commands.ts'
import { markdownOfSlice } from './paste.ts'
import { nodesOf, openDocument, textOfDocument } from './visual-document.ts'

const head = '<table data-view="cards"><thead><tr><th></th><th></th></tr></thead><tbody>'
const first = '<tr><td><h4>Beans</h4></td><td>Roasted<ul><li>Green</li></ul></td></tr>'
const second = '<tr><td>Mills</td><td>Burrs</td></tr>'
const cards = `${head}${first}${second}</tbody></table>`
const hint = '{% hint style="info" %}\nMind the **rail**.\n\nAlways.\n{% endhint %}'
const list = '- one\n- two'
const { doc, page } = openDocument(`Before\n\n${cards}\n\n${hint}\n\n${list}\n`)

function copied(from: string, to: string): string {
  let [start, end] = [0, 0]
  doc.descendants((node, at) => {
    if (node.text?.includes(from)) start = at + node.text.indexOf(from)
    if (node.text?.includes(to)) end = at + node.text.indexOf(to) + to.length
  })
  return markdownOfSlice(doc.slice(start, end, true), page)
}

test.each([
  ['a word in a card', 'oast', 'oast', 'oast'],
  ['blocks of a cell', 'Roasted', 'Green', 'Roasted\n\n- Green'],
  ['the cells of a card', 'Beans', 'Roasted', 'Beans\n\nRoasted'],
  ['two cards', 'Beans', 'Burrs', cards],
  ['parts of two cards', 'Roasted', 'Mills', 'Roasted\n\n- Green\n\nMills'],
  ['words in a hint', 'the', 'rail', 'the **rail**'],
  ['paragraphs of a hint', 'Mind', 'Always.', 'Mind the **rail**.\n\nAlways.'],
  ['items of a list', 'one', 'two', list],
  ['blocks', 'fore', 'Burrs', `fore\n\n${cards}`],
])('%s are copied without what is around them', (_name, from, to, markdown) => {
  expect(copied(from, to)).toBe(markdown)
})

const pasted = '## Pasted\n\n- one\n- two'

/** What a page contains after pasting in place of `[…]` and typing on. */
function afterPaste(text: string, markdown: string): string {
  const [from, to] = [text.indexOf('['), text.indexOf(']') - 1]
  const opened = openDocument(`${text.replace(/[[\]]/g, '')}\n`)
  const state = EditorState.create({ doc: opened.doc })
  const selection = from < 0 ? new AllSelection(state.doc) : TextSelection.create(state.doc, from + 1, to + 1)
  const host = {
    state: state.apply(state.tr.setSelection(selection)),
    dispatch: (tr: Transaction) => (host.state = host.state.apply(tr)),
    focus: () => {},
  }
  pasteNodes(host as unknown as EditorView, nodesOf(markdown, opened.page))
  host.dispatch(host.state.tr.insertText('^'))
  return textOfDocument(opened, host.state.doc).trim()
}

test.each([
  ['at the end of a paragraph', 'Before[]', pasted, `Before\n\n${pasted}^`],
  ['in a paragraph', 'Bef[]ore', pasted, `Bef\n\n${pasted}^\n\nore`],
  ['at the start of a paragraph', '[]Before', pasted, `${pasted}^\n\nBefore`],
  ['over a word', 'A [wrong] word', '### Right\n\nText', 'A\n\n### Right\n\nText^\n\nword'],
  ['over everything', 'Before', pasted, `${pasted}^`],
  ['in a sentence', 'A [] word', '**new**', 'A **new^** word'],
])('the cursor is behind what is pasted %s', (_name, text, markdown, result) => {
  expect(afterPaste(text, markdown)).toBe(result)
})
