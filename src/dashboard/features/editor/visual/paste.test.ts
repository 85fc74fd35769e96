// @vitest-environment jsdom
import { expect, test } from 'vitest'
import { markdownOfSlice } from './paste.ts'
import { openDocument } from './visual-document.ts'

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
