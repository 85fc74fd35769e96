// @vitest-environment jsdom
import { act, cleanup, render } from '@testing-library/react'
import { TextSelection } from 'prosemirror-state'
import type { EditorView } from 'prosemirror-view'
import { createRef, type RefObject, useEffect } from 'react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { pageIndexOf } from '../../../components/page-text/page-index.ts'
import type { OtherCursor } from './other-cursors.ts'
import { useVisualView, type VisualHandle } from './use-visual-view.ts'
import type { VisualEvents } from './visual-view.ts'

// jsdom has none, and modules ask for it when they load.
vi.hoisted(() => {
  window.matchMedia = () =>
    ({ matches: false, addEventListener: () => undefined }) as unknown as MediaQueryList
})

beforeEach(() => vi.useFakeTimers())
afterEach(() => {
  cleanup()
  vi.useRealTimers()
})

const nothing = () => undefined
/** What these tests do not reach: menus, files and links. */
const events = {
  onUpdate: nothing,
  onSuggestion: nothing,
  onSuggestionKey: () => false,
  onLink: nothing,
  onColor: nothing,
  icons: { known: new Map(), load: () => Promise.resolve(false) },
  place: () => ({ spaceId: 's', index: pageIndexOf([]), files: new Map(), pageTo: () => '' }),
} as unknown as Omit<VisualEvents, 'onTransactions'>

type Props = {
  markdown: string
  cursors?: readonly OtherCursor[]
  onText: (text: string) => void
  onSelection: (anchor: number, head: number) => void
}
type ViewRef = { current: EditorView | null }

function Pane({
  shown,
  handle,
  ...props
}: Props & { shown: ViewRef; handle: RefObject<VisualHandle | null> }) {
  const { host, view } = useVisualView({ ...props, handle, start: () => 0, events })
  useEffect(() => {
    shown.current = view.current
  })
  return <div ref={host} />
}

function anEditor(markdown: string) {
  const shown: ViewRef = { current: null }
  const handle = createRef<VisualHandle>()
  const texts: string[] = []
  const selections: string[] = []
  let props: Props = {
    markdown,
    onText: (text) => texts.push(text),
    onSelection: (anchor, head) => selections.push(`${anchor} ${head}`),
  }
  const { rerender } = render(<Pane {...props} shown={shown} handle={handle} />)
  const view = () => {
    if (shown.current === null) throw new Error('The view is not open')
    return shown.current
  }
  return {
    texts,
    selections,
    handle,
    set: (change: Partial<Props>) => {
      props = { ...props, ...change }
      rerender(<Pane {...props} shown={shown} handle={handle} />)
    },
    select: (position: number) =>
      view().dispatch(view().state.tr.setSelection(TextSelection.create(view().state.doc, position))),
    type: (text: string) => view().dispatch(view().state.tr.insertText(text)),
    pass: (ms: number) => act(() => vi.advanceTimersByTimeAsync(ms)),
    cursor: () => view().state.selection.head,
    blocks: () => view().state.doc.children.map(({ textContent }) => textContent),
    carets: () =>
      [...view().dom.querySelectorAll<HTMLElement>('.other-caret')].map((caret) => ({
        name: caret.dataset.name,
        person: caret.classList.contains('is-person-3'),
        before: caret.previousSibling?.textContent,
      })),
    tinted: () => [...view().dom.querySelectorAll('.other-selection')].map(({ textContent }) => textContent),
  }
}

test('typing is reported while it goes on, and text from elsewhere is not reported again', async () => {
  const editor = anEditor('One\n\nTwo\n')
  editor.select(4)
  for (const letter of ' and') {
    editor.type(letter)
    await editor.pass(30)
  }
  expect(editor.texts.length).toBeGreaterThan(1)
  await editor.pass(200)
  expect(editor.texts.at(-1)).toBe('One and\n\nTwo\n')
  const count = editor.texts.length
  editor.set({ markdown: 'New\n\nOne and\n\nTwo\n' })
  await editor.pass(1000)
  expect(editor.texts.length).toBe(count)
  expect([editor.blocks(), editor.cursor()]).toEqual([['New', 'One and', 'Two'], 13])
})

test('a text that was reported and comes back late does not undo what was typed since', async () => {
  const editor = anEditor('One\n')
  editor.select(4)
  editor.type(' a')
  await editor.pass(100)
  editor.type('b')
  await editor.pass(100)
  expect(editor.texts).toEqual(['One a\n', 'One ab\n'])
  editor.set({ markdown: 'One a\n' })
  expect(editor.blocks()).toEqual(['One ab'])
  editor.set({ markdown: 'One ab\n' })
  editor.set({ markdown: 'One a\n' })
  expect(editor.blocks()).toEqual(['One a'])
})

test('text from elsewhere is merged with what was typed and not reported', async () => {
  const editor = anEditor('One\n\nTwo\n')
  editor.select(4)
  editor.type(' more')
  editor.set({ markdown: 'One\n\nTwo twice\n' })
  expect(editor.texts).toEqual(['One more\n\nTwo twice\n'])
  expect([editor.blocks(), editor.cursor()]).toEqual([['One more', 'Two twice'], 9])
})

test('the selection is reported as offsets in the text, after the text', async () => {
  const editor = anEditor('# One\n\nSome **bold** words\n')
  await editor.pass(200)
  editor.select(14)
  editor.type('x')
  await editor.pass(200)
  expect(editor.texts).toEqual(['# One\n\nSome **bolxd** words\n'])
  expect(editor.selections.at(-1)).toBe('18 18')
})

test('cursors of others are shown in the text, and move with it', async () => {
  const editor = anEditor('One\n\nSome **bold** words\n')
  const cursor = { connection: 'a', name: 'Ada', color: 3, anchor: 14, head: 16 }
  editor.set({ cursors: [cursor] })
  expect(editor.carets()).toEqual([expect.objectContaining({ name: 'Ada', person: true })])
  expect(editor.tinted()).toEqual(['ld'])
  editor.select(1)
  editor.type('Typed before ')
  expect(editor.tinted()).toEqual(['ld'])
  // The offsets of the text that was reported, while more is typed.
  editor.set({ cursors: [{ ...cursor, anchor: 12 }] })
  expect(editor.tinted()).toEqual(['bold'])
  editor.set({ cursors: [] })
  expect(editor.carets()).toEqual([])
})

test('a text can be received without waiting', async () => {
  const editor = anEditor('One\n')
  editor.select(4)
  editor.type(' more')
  editor.handle.current?.flush()
  editor.handle.current?.receive('New\n\nOne more\n')
  expect([editor.blocks(), editor.cursor()]).toEqual([['New', 'One more'], 14])
  editor.type('!')
  editor.set({ markdown: 'New\n\nOne more\n' })
  await editor.pass(200)
  expect(editor.texts).toEqual(['One more\n', 'New\n\nOne more!\n'])
})

test.each([
  '![Alt](https://example.org/x.png)\n\nAfter\n',
  '***\n\nAfter\n',
  '{% embed url="https://example.org" %}\n',
  '<table><thead><tr><th data-type="checkbox">Done</th></tr></thead><tbody><tr><td>true</td></tr></tbody></table>\n\nAfter\n',
  '| A | B |\n| - | - |\n| 1 | 2 |\n',
])('what is typed right after opening a page doesn’t replace its first block: %s', async (markdown) => {
  const editor = anEditor(markdown)
  editor.type('Typed')
  await editor.pass(1000)
  const unformatted = (text = '') => text.replaceAll(/[\s-]/g, '')
  expect(editor.texts.at(-1)).toContain('Typed')
  expect(unformatted(editor.texts.at(-1)?.replace('Typed', ''))).toBe(unformatted(markdown))
})
