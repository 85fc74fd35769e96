import fc from 'fast-check'
import { history, undo } from 'prosemirror-history'
import { EditorState, type Plugin, TextSelection } from 'prosemirror-state'
import { expect, test } from 'vitest'
import { blocksOfNode, isSame, openPage } from '#markup/visual/page.ts'
import { corpus } from '#testing/page-corpus.ts'
import { changeText } from './remote-text.ts'
import { openDocument, textOfDocument, type VisualDocument } from './visual-document.ts'

const settings = { numRuns: Number(process.env.RUNS ?? 60), seed: Number(process.env.SEED ?? 17) }
const pages = await corpus()

type Editing = { readonly opened: VisualDocument; readonly state: EditorState }

const open = (text: string, plugins: Plugin[] = [history()]): Editing => {
  const opened = openDocument(text)
  return { opened, state: EditorState.create({ doc: opened.doc, plugins }) }
}

/** With the cursor after a text. */
function at({ opened, state }: Editing, text: string): Editing {
  let position = 0
  state.doc.descendants((node, from) => {
    if (node.text?.includes(text)) position = from + node.text.indexOf(text) + text.length
  })
  return { opened, state: state.apply(state.tr.setSelection(TextSelection.create(state.doc, position))) }
}

const type = ({ opened, state }: Editing, text: string): Editing => ({
  opened,
  state: state.apply(state.tr.insertText(text)),
})

const textIn = ({ opened, state }: Editing): string => textOfDocument(opened, state.doc)

/** After the text of the page was changed elsewhere. */
function receive(editing: Editing, change: (text: string) => string): Editing {
  const text = change(textIn(editing))
  const result = changeText(editing.opened, editing.state, text)
  if (result === null) throw new Error(`Not shown: ${text}`)
  const next = { opened: result.next, state: editing.state.apply(result.tr) }
  expect(textIn(next)).toBe(text)
  return next
}

const before = ({ state: { doc, selection } }: Editing): string =>
  doc.textBetween(selection.$head.start(), selection.head)
const after = ({ state: { doc, selection } }: Editing): string =>
  doc.textBetween(selection.head, selection.$head.end())

test('the cursor stays in a paragraph that others edit before and after it', () => {
  const editing = at(open('# One\n\nSome *words* to be read.\n\nLast\n'), 'words')
  const next = receive(editing, (text) =>
    text.replace('Some', 'There are some').replace('read.', 'read **twice**.').replace('Last', 'The last'),
  )
  expect([before(next), after(next)]).toEqual(['There are some words', ' to be read twice.'])
})

test('a selection stays when its paragraph becomes a heading, and moves with its block', () => {
  const editing = at(open('One\n\nTwo words\n\nThree\n'), 'Two')
  const heading = receive(editing, (text) => `New *block*\n\n${text.replace('Two', '## Two')}`)
  expect(heading.state.selection.$head.parent.type.name).toBe('heading')
  expect([before(heading), after(heading)]).toEqual(['Two', ' words'])
})

test('a word that others format keeps the cursor in it', () => {
  const editing = at(open('Some words here\n'), 'wor')
  const next = receive(editing, (text) => text.replace('words', '**words**'))
  expect([before(next), after(next)]).toEqual(['Some wor', 'ds here'])
})

test('text that others write where the cursor is goes after it', () => {
  const next = receive(at(open('One\n'), 'One'), (text) => text.replace('One', 'One two'))
  expect([before(next), after(next)]).toEqual(['One', ' two'])
})

test('a space at the end of a paragraph stays when others edit the paragraph or other blocks', () => {
  const editing = type(at(open('First\n\nSome words\n'), 'words'), ' ')
  const next = receive(editing, (text) => text.replace('Some', 'Some more').replace('First', 'The first'))
  expect(before(next)).toBe('Some more words ')
  expect(textIn(type(next, 'here'))).toBe('The first\n\nSome more words here\n')
})

test('an empty paragraph with the cursor stays when others edit around it', () => {
  const editing = at(open('One\n\nTwo\n'), 'One')
  const { state } = editing
  const split = { ...editing, state: state.apply(state.tr.split(state.selection.head)) }
  const next = receive(split, (text) => text.replace('One', 'One more').replace('Two', 'Two\n\nThree'))
  expect(next.state.doc.children.map((node) => node.textContent)).toEqual(['One more', '', 'Two', 'Three'])
  expect(next.state.selection.$head.index(0)).toBe(1)
  expect(textIn(type(next, 'New'))).toBe('One more\n\nNew\n\nTwo\n\nThree\n')
})

test('an empty item with the cursor stays when others edit its list', () => {
  const editing = at(open('* one\n* two\n'), 'two')
  const { tr, selection } = editing.state
  const split = { ...editing, state: editing.state.apply(tr.split(selection.head, 2)) }
  const next = receive(split, (text) => text.replace('one', 'one more'))
  expect(next.state.doc.firstChild?.children.map((node) => node.textContent)).toEqual(['one more', 'two', ''])
  expect(textIn(type(next, 'three'))).toBe('* one more\n* two\n* three\n')
})

test('the first text of an empty page replaces its empty paragraph, and the last one that is deleted leaves one', () => {
  const next = receive(open(''), () => 'One\n\nTwo\n')
  expect(next.state.doc.children.map((node) => node.textContent)).toEqual(['One', 'Two'])
  const empty = receive(next, () => '')
  expect(empty.state.doc.children.map((node) => node.type.name)).toEqual(['paragraph'])
})

test('a block that was copied stays two blocks', () => {
  const editing = open('_one_\n\nTwo\n')
  const { doc, tr } = editing.state
  const copied = { ...editing, state: editing.state.apply(tr.insert(0, doc.child(0))) }
  const first = receive(copied, (text) => text.replace('Two', 'Three'))
  const next = receive(first, (text) => text.replace(/_one_(?=[^o]*$)/, '_more_'))
  expect(next.state.doc.children.map((node) => node.textContent)).toEqual(['one', 'more', 'Three'])
})

const undone = ({ opened, state }: Editing): Editing => {
  let next = state
  undo(state, (tr) => {
    next = state.apply(tr)
  })
  return { opened, state: next }
}

test('undoing takes back what was typed, not what others wrote in the same or another block', () => {
  const typed = type(at(open('Some words here\n\nLast\n'), 'words'), ' typed')
  const next = receive(typed, (text) => text.replace('Some', 'Some new').replace('Last', 'The last'))
  const more = type(next, ' twice')
  expect(textIn(more)).toBe('Some new words typed twice here\n\nThe last\n')
  expect(textIn(undone(undone(more)))).toBe('Some new words here\n\nThe last\n')
  expect(textIn(undone(receive(undone(more), (text) => text.replace(' here', ' there'))))).toBe(
    'Some new words there\n\nThe last\n',
  )
})

const place = fc.double({ min: 0, max: 1, noNaN: true })
const step = fc.oneof(
  fc.record({
    kind: fc.constantFrom(
      'type' as const,
      'split' as const,
      'delete' as const,
      'space' as const,
      'copy' as const,
    ),
    place,
  }),
  fc.record({
    kind: fc.constant('remote' as const),
    place,
    remove: fc.oneof(fc.constant(0), fc.nat(12)),
    insert: fc.constantFrom(
      '',
      'x',
      'two words',
      '\n',
      '\n\n',
      '- ',
      '**',
      '# ',
      '> ',
      '```\n',
      '| a |\n',
      '{% hint %}\n',
    ),
  }),
)
type Step = typeof step extends fc.Arbitrary<infer T> ? T : never

function edit(editing: Editing, { kind, place: where }: Step): Editing {
  const { state } = editing
  const spots: number[] = []
  state.doc.descendants((node, from) => {
    if (node.inlineContent && !node.type.spec.code)
      for (let index = 0; index <= node.content.size; index++) spots.push(from + 1 + index)
  })
  const position = spots[Math.floor(where * spots.length)]
  if (position === undefined) return editing
  const { tr } = state
  const $position = state.doc.resolve(position)
  if (kind === 'type') tr.insertText('typed', position)
  if (kind === 'space') tr.insertText(' ', $position.end())
  if (kind === 'split' && $position.depth === 1) tr.split(position)
  if (kind === 'delete') tr.delete(position, Math.min($position.end(), position + 9))
  if (kind === 'copy') tr.insert($position.before(1), $position.node(1))
  return { ...editing, state: state.apply(tr) }
}

const MARK = 'Wherethecursoris'

test('edits of two people lead to the same text, and the cursor stays in its word', {
  timeout: 240_000,
}, () => {
  const samples = pages.map(([, text]) => text).filter((text) => text.length < 12_000)
  fc.assert(
    fc.property(
      fc.constantFrom(...samples),
      fc.array(step, { minLength: 2, maxLength: 8 }),
      (text, steps) => {
        let editing = type(open(`${text}\n\nA paragraph with the  and more.\n`), '')
        editing = type(at(editing, 'A paragraph with the '), MARK)
        editing = at(editing, MARK.slice(0, 5))
        for (const one of steps) {
          if (one.kind !== 'remote') {
            editing = edit(editing, one)
            continue
          }
          const shown = textIn(editing)
          const from = Math.floor(one.place * shown.length)
          const next = shown.slice(0, from) + one.insert + shown.slice(from + one.remove)
          const wasMarked = isInWord(editing)
          editing = receive(editing, () => next)
          const page = openPage(next)
          const expected = page.blocks.flatMap(({ node }) => blocksOfNode(node, page.read))
          const blocks = editing.state.doc.children.flatMap((node) => blocksOfNode(node.toJSON(), page.read))
          expect(isSame(blocks, expected), next).toBe(true)
          if (wasMarked && isShownAsText(editing)) expect(isInWord(editing), next).toBe(true)
        }
      },
    ),
    settings,
  )
})

const isInWord = (editing: Editing): boolean =>
  before(editing).endsWith(MARK.slice(0, 5)) && after(editing).startsWith(MARK.slice(5))

/** Whether the word of the cursor is still in text, and not in code that begins above it. */
function isShownAsText({ state }: Editing): boolean {
  let isShown = false
  state.doc.descendants((node, _at, parent) => {
    if (node.text?.includes(MARK) && parent?.type.name === 'paragraph') isShown = true
  })
  return isShown
}
