// @vitest-environment jsdom
import { history, undo } from 'prosemirror-history'
import { AllSelection, type Command, EditorState, TextSelection, type Transaction } from 'prosemirror-state'
import type { EditorView } from 'prosemirror-view'
import { expect, test } from 'vitest'
import { blockOptions } from '../blocks.ts'
import { cardCommands, currentCard, moveCardTo, setAddresses } from './card-commands.ts'
import { cardShape } from './card-shape.ts'
import { insertNodes, keys } from './commands.ts'
import { nodesOf, openDocument, textOfDocument, type VisualDocument } from './visual-document.ts'

const row = (title: string, text: string) => `<tr><td><strong>${title}</strong></td><td>${text}</td></tr>`
const head = '<table data-view="cards"><thead><tr><th></th><th></th></tr></thead><tbody>'
const source = `One

${head}
${row('Beans', 'Green &#x26; roasted.')}
${row('Mills', 'Burrs')}
</tbody></table>
`

const stateOf = ({ doc }: VisualDocument): EditorState => EditorState.create({ doc, plugins: [cardShape()] })

function positionOf({ doc }: EditorState, text: string): number {
  let at = 0
  doc.descendants((node, from) => {
    if (node.isText && node.text?.includes(text)) at = from + node.text.indexOf(text)
  })
  return at
}

const cursorIn = (state: EditorState, from: string, to = from): EditorState =>
  state.apply(
    state.tr.setSelection(TextSelection.create(state.doc, positionOf(state, from), positionOf(state, to))),
  )

const run = (state: EditorState, command: Command | undefined): EditorState => {
  let next = state
  command?.(state, (tr) => {
    next = state.apply(tr)
  })
  return next
}

const opened = openDocument(source)
const textOf = ({ doc }: EditorState) => textOfDocument(opened, doc)

test('a word in a card changes only its cell', () => {
  const state = cursorIn(stateOf(opened), 'roasted')
  expect(textOf(state.apply(state.tr.insertText('freshly ')))).toBe(
    source.replace('roasted', 'freshly roasted'),
  )
})

test('keys move and duplicate the card with the cursor, and only within its block', () => {
  const state = cursorIn(stateOf(opened), 'Mills')
  const moved = run(state, keys['Alt-ArrowUp'])
  const [beans, mills] = [row('Beans', 'Green &#x26; roasted.'), row('Mills', 'Burrs')]
  expect(textOf(moved)).toBe(source.replace(`${beans}\n${mills}`, `${mills}\n${beans}`))
  expect(currentCard(moved)?.card.textContent).toBe('MillsBurrs')
  expect(run(moved, keys['Alt-ArrowUp']).doc).toBe(moved.doc)
  expect(textOf(run(moved, keys['Alt-ArrowDown']))).toBe(source)
  expect(textOf(run(moved, keys['Mod-d']))).toBe(
    source.replace(beans, `${mills}\n${mills}`).replace(`${mills}\n</`, `${beans}\n</`),
  )
})

test('a card is moved to any place of its grid as it is written, and undo moves it back', () => {
  const rows = ['a', 'b', 'c', 'd'].map((name) => `<tr ><td>${name}</td>  <td><b>x</b></td></tr>`)
  const text = (order: readonly number[]) =>
    `Before\n\n${head}\n${order.map((index) => rows[index]).join('\n')}\n</tbody></table>\n`
  const page = openDocument(text([0, 1, 2, 3]))
  const numbers = [0, 1, 2, 3]
  for (const from of numbers)
    for (const to of numbers) {
      const state = EditorState.create({ doc: page.doc, plugins: [cardShape(), history()] })
      const at = positionOf(state, 'abcd'.charAt(from)) - 3
      const next = run(state, moveCardTo(at, to))
      const order = numbers.toSpliced(from, 1).toSpliced(to, 0, from)
      expect(textOfDocument(page, next.doc), `${from} to ${to}`).toBe(text(order))
      expect(textOfDocument(page, run(next, undo).doc)).toBe(text(numbers))
    }
})

test('a card that is added is written like the others and has the cursor; deleting the last one deletes the block', () => {
  const added = run(cursorIn(stateOf(opened), 'Burrs'), cardCommands.add())
  const typed = added.apply(added.tr.insertText('Scales'))
  expect(textOf(typed)).toBe(source.replace('\n</tbody>', '\n<tr><td>Scales</td><td></td></tr>\n</tbody>'))
  const without = [1, 2, 3].reduce((state) => {
    const at = state.doc.child(0).nodeSize + 1
    return run(state, cardCommands.delete(at))
  }, typed)
  expect(textOf(without)).toBe('One\n')
})

test('the first link or cover of a card adds its column', () => {
  const state = cursorIn(stateOf(opened), 'Mills')
  const linked = run(
    state,
    setAddresses(currentCard(state)?.at ?? 0, { target: { address: '/pages/p1', label: 'Mills' } }),
  )
  expect(textOf(linked)).toBe(
    source
      .replace(
        '<th></th></tr>',
        '<th></th><th data-hidden data-card-target data-type="content-ref"></th></tr>',
      )
      .replace('roasted.</td></tr>', 'roasted.</td><td></td></tr>')
      .replace('Burrs</td></tr>', 'Burrs</td><td><a href="/pages/p1">Mills</a></td></tr>'),
  )
  const at = currentCard(linked)?.at ?? 0
  const unlinked = run(linked, setAddresses(at, { target: { address: '', label: '' } }))
  expect(textOf(unlinked)).toContain('<td>Burrs</td><td></td></tr>')
})

test('deleting across cells and cards leaves each card with all its cells', () => {
  for (const [from, to] of [
    ['eans', 'roasted'],
    ['reen', 'ills'],
    ['eans', 'urrs'],
  ] as const) {
    const state = cursorIn(stateOf(opened), from, to)
    const { doc } = state.apply(state.tr.deleteSelection())
    const counts = doc.children.flatMap((node) =>
      node.type.name === 'cards' ? node.children.map(({ childCount }) => childCount) : [],
    )
    expect(counts.length).toBeGreaterThan(0)
    expect(new Set(counts)).toEqual(new Set([2]))
    expect(openDocument(textOfDocument(opened, doc)).doc.child(1).type.name).toBe('cards')
  }
  const all = stateOf(opened)
  const emptied = all.apply(all.tr.setSelection(new AllSelection(all.doc)).deleteSelection())
  expect(textOfDocument(opened, emptied.doc).trim()).toBe('')
})

test('a block that a card cannot contain goes after the cards, also from a list in a card', () => {
  const list = openDocument(source.replace('Burrs', '<ul><li>Burrs</li></ul>'))
  const state = cursorIn(stateOf(list), 'Burrs')
  const [hint] = nodesOf('{% hint %}\nMind\n{% endhint %}', list.page)
  const host = { state, dispatch: (tr: Transaction) => (host.state = host.state.apply(tr)), focus: () => {} }
  insertNodes(host as unknown as EditorView, hint === undefined ? [] : [hint])
  expect(host.state.doc.children.map(({ type }) => type.name)).toEqual(['paragraph', 'cards', 'hint'])
  expect(host.state.doc.child(1).eq(list.doc.child(1))).toBe(true)
  const into = state.tr.insert(positionOf(state, 'Burrs') + 6, hint ?? [])
  expect(state.apply(into).doc).toBe(state.doc)
})

test('the block of the menu opens as cards', () => {
  const template = blockOptions.find(({ label }) => label === 'Cards')?.template ?? ''
  const [node, ...more] = nodesOf(template.replace(/[‹›]/g, ''), opened.page)
  expect([node?.type.name, node?.childCount, more.length]).toEqual(['cards', 2, 0])
})
