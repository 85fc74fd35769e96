// @vitest-environment jsdom
import { history, redo, undo } from '@codemirror/commands'
import { EditorState } from '@codemirror/state'
import { EditorView } from '@codemirror/view'
import fc from 'fast-check'
import { afterEach, expect, test } from 'vitest'
import type { RemoteCursor } from './people.ts'
import { openSharedText, type SharedText } from './shared-text.ts'
import { editOf, isOnlyShared, sharedSource } from './source-binding.ts'
import { showCursors } from './source-cursors.ts'

const views: EditorView[] = []
afterEach(() => {
  for (const view of views.splice(0)) view.destroy()
})

/** A source editor with its copy of the shared text; `sent` are the updates that it made. */
function anEditor() {
  const sent: Uint8Array[] = []
  const shown: { current: EditorView | null } = { current: null }
  const source = sharedSource(shown)
  let isFromSource = false
  let isHidden = false
  const shared: SharedText = openSharedText('t', {
    onWritten: (update) => sent.push(update),
    onMarkdown: (changes, isRemote) => {
      if (!isFromSource) source.show({ markdown: shared.draft().markdown, changes, isRemote }, isHidden)
    },
  })
  const view = new EditorView({
    state: EditorState.create({
      extensions: [
        history(),
        EditorView.updateListener.of((update) => {
          if (!update.docChanged || isOnlyShared(update)) return
          isFromSource = true
          shared.edit({ markdown: update.state.doc.toString() }, editOf(update.changes))
          isFromSource = false
        }),
      ],
    }),
  })
  views.push(view)
  shown.current = view
  const hide = () => {
    isHidden = true
  }
  const type = (at: number, insert: string, removed = 0) =>
    view.dispatch({ changes: { from: at, to: at + removed, insert }, userEvent: 'input.type' })
  return { shared, sent, view, type, hide, update: source.update, text: () => view.state.doc.toString() }
}

/** Two editors of one text; `sync` exchanges what they wrote. */
function twoEditors(text: string) {
  const [ada, bo] = [anEditor(), anEditor()]
  const sync = () => {
    for (const update of ada.sent.splice(0)) bo.shared.applyRemote(update)
    for (const update of bo.sent.splice(0)) ada.shared.applyRemote(update)
  }
  const written: Uint8Array[] = []
  const first = openSharedText('t', { onWritten: (update) => written.push(update), onMarkdown: () => {} })
  first.edit({ markdown: text })
  for (const update of written) for (const { shared } of [ada, bo]) shared.applyRemote(update)
  return { ada, bo, sync }
}

test('undo takes back only what the person wrote, also after others wrote before it', () => {
  const { ada, bo, sync } = twoEditors('one two')
  ada.type(7, ' mine')
  bo.type(0, 'Bo: ')
  sync()
  expect(ada.text()).toBe('Bo: one two mine')
  undo(ada.view)
  sync()
  expect([ada.text(), bo.text()]).toEqual(['Bo: one two', 'Bo: one two'])
  redo(ada.view)
  sync()
  expect([ada.text(), bo.text()]).toEqual(['Bo: one two mine', 'Bo: one two mine'])
})

test('the cursor stays between the same letters while others write', () => {
  const { ada, bo, sync } = twoEditors('one two')
  ada.view.dispatch({ selection: { anchor: 4 } })
  bo.type(0, 'zero ')
  bo.type(12, ' three')
  sync()
  expect(ada.text()).toBe('zero one two three')
  expect(ada.view.state.selection.main.head).toBe('zero one '.length)
})

test('text of the visual editor is shown in the source, too', () => {
  const { ada } = twoEditors('one two')
  ada.shared.edit({ markdown: 'one 2' })
  expect(ada.text()).toBe('one 2')
})

test('a hidden source follows later, in the same order, and writes nothing', () => {
  const { ada, bo, sync } = twoEditors('one two')
  ada.hide()
  ada.shared.edit({ markdown: 'one 2' })
  bo.type(0, 'zero ')
  sync()
  ada.shared.edit({ markdown: 'zero one 2 three' })
  expect(ada.text()).toBe('one two')
  const sent = ada.sent.length
  ada.update()
  expect([ada.text(), ada.shared.draft().markdown]).toEqual(['zero one 2 three', 'zero one 2 three'])
  expect(ada.sent).toHaveLength(sent)
  undo(ada.view)
  expect(ada.text()).toContain('zero ')
})

test('a hidden source follows when the browser is idle', async () => {
  const { ada } = twoEditors('one two')
  ada.hide()
  ada.shared.edit({ markdown: 'one 2' })
  await expect.poll(ada.text).toBe('one 2')
})

test('editors have the same text after any edits in any order', () => {
  const edit = fc.record({
    who: fc.nat(1),
    at: fc.nat(100),
    removed: fc.nat(5),
    insert: fc.string({ maxLength: 6 }),
  })
  fc.assert(
    fc.property(fc.array(fc.oneof(edit, fc.constant('sync' as const)), { maxLength: 30 }), (steps) => {
      const { ada, bo, sync } = twoEditors('one two three\nfour')
      for (const step of steps) {
        if (step === 'sync') sync()
        else {
          const editor = step.who === 0 ? ada : bo
          const at = step.at % (editor.text().length + 1)
          editor.type(at, step.insert, Math.min(step.removed, editor.text().length - at))
        }
      }
      sync()
      expect(ada.text()).toBe(bo.text())
      expect(ada.shared.draft().markdown).toBe(ada.text())
    }),
    { seed: 11, numRuns: 300 },
  )
})

test('cursors of others have a name and a color, and move with the text', () => {
  const { ada } = twoEditors('one two')
  const cursor: RemoteCursor = {
    connection: 'c',
    user: { id: 'bo', displayName: 'Bo' },
    color: 3,
    anchor: 4,
    head: 7,
  }
  showCursors(ada.view, [cursor])
  const caret = ada.view.dom.querySelector<HTMLElement>('.cm-person')
  expect(caret?.dataset.name).toBe('Bo')
  expect(caret?.classList.contains('is-person-3')).toBe(true)
  ada.type(0, 'zero ')
  expect(ada.view.dom.querySelector('.cm-person-selection')?.textContent).toBe('two')
  showCursors(ada.view, [{ ...cursor, anchor: null, head: null }])
  expect(ada.view.dom.querySelector('.cm-person')).toBeNull()
})
