import { defaultKeymap, history, historyKeymap } from '@codemirror/commands'
import { highlightSelectionMatches, searchKeymap } from '@codemirror/search'
import { EditorState, Prec } from '@codemirror/state'
import {
  drawSelection,
  EditorView,
  highlightActiveLine,
  highlightActiveLineGutter,
  keymap,
  lineNumbers,
} from '@codemirror/view'
import { completions, type Offered } from './completions.ts'
import { type Format, formats, spaced } from './format.ts'
import { type PasteEvents, pasting } from './pasting.ts'
import { blockKeys } from './source-keys.ts'
import { sourceLook } from './source-look.ts'

export type SourceEvents = PasteEvents &
  Offered & {
    onText: (text: string) => void
    /** The cursor went to this offset. */
    onCursor: (offset: number) => void
    /** The first visible line begins at this offset. */
    onScroll: (offset: number) => void
    onSave: () => void
  }

/**
 * The Markdown editor, in a shadow root: there its styles are constructed sheets, while beside the page they would
 * be a style element, which our content policy refuses. The events may change from call to call.
 */
export function createSourceView(host: HTMLElement, text: string, events: () => SourceEvents): EditorView {
  const root = host.shadowRoot ?? host.attachShadow({ mode: 'open' })
  const state = EditorState.create({
    doc: text,
    extensions: [
      lineNumbers(),
      history(),
      drawSelection(),
      highlightActiveLine(),
      highlightActiveLineGutter(),
      highlightSelectionMatches(),
      EditorView.lineWrapping,
      EditorView.contentAttributes.of({ 'aria-label': 'Markdown', spellcheck: 'true', tabindex: '0' }),
      Prec.highest(keymap.of([{ key: 'Mod-Enter', run: () => act(() => events().onSave()) }])),
      completions({
        pages: () => events().pages(),
        onPickFiles: () => events().onPickFiles(),
        onPickOperation: () => events().onPickOperation(),
      }),
      blockKeys,
      keymap.of([
        { key: 'Mod-b', run: (view) => act(() => format(view, 'bold')) },
        { key: 'Mod-i', run: (view) => act(() => format(view, 'italic')) },
        { key: 'Mod-k', run: (view) => act(() => format(view, 'link')), stopPropagation: true },
        ...searchKeymap,
        ...historyKeymap,
        ...defaultKeymap,
      ]),
      sourceLook,
      EditorView.updateListener.of(({ docChanged, selectionSet, state: { doc, selection } }) => {
        if (docChanged) events().onText(doc.toString())
        if (docChanged || selectionSet) events().onCursor(selection.main.head)
      }),
      pasting(events),
    ],
  })
  const view = new EditorView({ state, parent: root, root })
  view.scrollDOM.addEventListener(
    'scroll',
    () => events().onScroll(view.lineBlockAtHeight(view.scrollDOM.scrollTop).from),
    { passive: true },
  )
  return view
}

const act = (run: () => void): true => {
  run()
  return true
}

/** Writes a block where the cursor is, on lines of its own. */
export function insertBlock(view: EditorView, markdown: string): void {
  const { from, to } = view.state.selection.main
  const insert = spaced({ text: view.state.doc.toString(), from, to }, markdown)
  view.dispatch({
    changes: { from, to, insert },
    selection: { anchor: from + insert.length },
    scrollIntoView: true,
    userEvent: 'input',
  })
  view.focus()
}

/** Does what a button of the toolbar says; one step for undo. */
export function format(view: EditorView, name: Format): void {
  const { from, to } = view.state.selection.main
  const { choose, ...change } = formats[name]({ text: view.state.doc.toString(), from, to })
  view.dispatch({
    changes: change,
    selection: { anchor: choose[0], head: choose[1] },
    scrollIntoView: true,
    userEvent: 'input',
  })
  view.focus()
}

/** Puts another text in the place of the one there, touching only what differs, so that the cursor stays. */
export function replaceText(view: EditorView, text: string): void {
  const now = view.state.doc.toString()
  if (now === text) return
  let from = 0
  while (from < Math.min(now.length, text.length) && now[from] === text[from]) from++
  let back = 0
  while (back < Math.min(now.length, text.length) - from && now.at(-1 - back) === text.at(-1 - back)) back++
  view.dispatch({
    changes: { from, to: now.length - back, insert: text.slice(from, text.length - back) },
  })
}

/** Puts text at a place; answers how to replace it wherever it has gone meanwhile. */
export function insertMarked(view: EditorView, at: number, mark: string): (text: string) => void {
  view.dispatch({ changes: { from: at, insert: mark }, selection: { anchor: at + mark.length } })
  return (text) => {
    const from = view.state.doc.toString().indexOf(mark)
    if (from >= 0) view.dispatch({ changes: { from, to: from + mark.length, insert: text } })
  }
}

/** Puts the cursor at an offset, with its line near the top. */
export function goTo(view: EditorView, offset: number): void {
  const at = Math.min(offset, view.state.doc.length)
  view.dispatch({
    selection: { anchor: at },
    effects: EditorView.scrollIntoView(at, { y: 'start', yMargin: 48 }),
  })
  view.focus()
}
