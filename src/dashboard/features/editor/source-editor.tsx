import { defaultKeymap, history, historyKeymap } from '@codemirror/commands'
import { highlightSelectionMatches, searchKeymap } from '@codemirror/search'
import { type ChangeSet, EditorState, type Extension, Prec, type TransactionSpec } from '@codemirror/state'
import {
  drawSelection,
  EditorView,
  highlightActiveLine,
  highlightActiveLineGutter,
  keymap,
  lineNumbers,
} from '@codemirror/view'
import { type RefObject, useEffect, useRef } from 'react'
import { readingPosition } from '../../lib/reading-position.ts'
import { isInListing } from './code-position.ts'
import { isOnlyShared } from './coediting/source-binding.ts'
import { type CompletionSources, completions } from './completions.ts'
import styles from './editor.module.css'
import {
  type Format,
  formats,
  indentItems,
  type TextChange,
  type TextSelection,
  withBlankLines,
} from './format.ts'
import { type IncludeSources, includeTooltip } from './include-tooltip.ts'
import { type PasteEvents, pasteHandlers } from './paste.ts'
import { sourceTheme } from './source-theme.ts'
import { insertRow, moveToCell } from './table-cells.ts'
import type { SelectedBlocks } from './use-pickers.tsx'

type Props = SourceEvents & { initial: string; view: RefObject<EditorView | null>; isShown: boolean }

/** The Markdown editor. CodeMirror owns the text and reports changes through `onText`. */
export function SourcePane({ initial, view, isShown, ...events }: Props) {
  const host = useRef<HTMLDivElement>(null)
  const latest = useRef(events)
  latest.current = events
  const initialText = useRef(initial)
  useEffect(() => {
    if (!host.current) return
    const editor = createSourceView(host.current, initialText.current, () => latest.current)
    view.current = editor
    const start = Math.min(readingPosition.take(window.location.pathname), editor.state.doc.length)
    if (start > 0) editor.dispatch(showAt(start))
    // On touch screens this would cover half of the page with the keyboard.
    if (host.current.offsetParent !== null && window.matchMedia('(hover: hover)').matches) editor.focus()
    return () => {
      initialText.current = editor.state.doc.toString()
      editor.destroy()
      view.current = null
    }
  }, [view])
  return <div className={styles.src} hidden={!isShown} ref={host} />
}

export type SourceEvents = PasteEvents &
  CompletionSources &
  IncludeSources & {
    /** The text changed from the one before by `changes`. */
    onText: (text: string, changes: ChangeSet) => void
    /** The selection changed; null while the editor is not focused. */
    onSelection: (range: { anchor: number; head: number } | null) => void
    /** The cursor offset changed. */
    onCursor: (offset: number) => void
    /** The offset of the first visible line changed. */
    onScroll: (offset: number) => void
    onSave: () => void
  }

/**
 * The CodeMirror view. It lives in a shadow root, where its styles are constructed sheets; in the document they
 * would be a style element, which the content security policy blocks.
 */
function createSourceView(host: HTMLElement, text: string, events: () => SourceEvents): EditorView {
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
      Prec.highest(keymap.of([{ key: 'Mod-Enter', run: () => handled(() => events().onSave()) }])),
      completions({
        pages: () => events().pages(),
        linkUsage: () => events().linkUsage(),
        onLinkPage: (pageId) => events().onLinkPage(pageId),
        searchOtherPages: (query, signal) => events().searchOtherPages(query, signal),
        onPickFiles: () => events().onPickFiles(),
        onPickOperation: () => events().onPickOperation(),
        onPickReusableContent: () => events().onPickReusableContent(),
      }),
      includeTooltip({
        included: () => events().included(),
        onOpenReusableContent: (id) => events().onOpenReusableContent(id),
      }),
      blockKeys,
      keymap.of([
        { key: 'Mod-b', run: (view) => handled(() => format(view, 'bold')) },
        { key: 'Mod-i', run: (view) => handled(() => format(view, 'italic')) },
        { key: 'Mod-k', run: (view) => handled(() => format(view, 'link')), stopPropagation: true },
        ...searchKeymap,
        ...historyKeymap,
        ...defaultKeymap,
      ]),
      sourceTheme,
      EditorView.updateListener.of((update) => {
        const { docChanged, selectionSet, focusChanged, changes, state, view } = update
        const { main } = state.selection
        const isOwn = !isOnlyShared(update)
        if (docChanged && isOwn) events().onText(state.doc.toString(), changes)
        if (docChanged || selectionSet) events().onCursor(main.head)
        if (isOwn && (docChanged || selectionSet || focusChanged))
          events().onSelection(view.hasFocus ? main : null)
      }),
      pasteHandlers(events),
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

const handled = (run: () => void): true => {
  run()
  return true
}

/** Inserts a block at the cursor, on lines of its own. */
export function insertBlock(view: EditorView, markdown: string): void {
  const { from, to } = view.state.selection.main
  const insert = withBlankLines({ text: view.state.doc.toString(), from, to }, markdown)
  view.dispatch({
    changes: { from, to, insert },
    selection: { anchor: from + insert.length },
    scrollIntoView: true,
    userEvent: 'input',
  })
  view.focus()
}

/** The lines of the selection; null if nothing is selected. */
export function selectedLines(view: EditorView): SelectedBlocks | null {
  const { doc, selection } = view.state
  if (selection.main.empty) return null
  const from = doc.lineAt(selection.main.from).from
  const { to } = doc.lineAt(selection.main.to)
  const markdown = view.state.sliceDoc(from, to)
  return {
    markdown,
    replace: (text) => {
      // What was saved elsewhere in the meantime may have moved it.
      const now = view.state.doc.toString()
      const start = now.startsWith(markdown, from) ? from : now.indexOf(markdown)
      if (start < 0) return insertBlock(view, text)
      const range = { text: now, from: start, to: start + markdown.length }
      view.dispatch({
        changes: { from: range.from, to: range.to, insert: withBlankLines(range, text) },
        userEvent: 'input',
      })
      view.focus()
    },
  }
}

/** Applies a toolbar action as one undo step. */
export function format(view: EditorView, name: Format): void {
  const { from, to } = view.state.selection.main
  const { selection, ...change } = formats[name]({ text: view.state.doc.toString(), from, to })
  view.dispatch({
    changes: change,
    selection: { anchor: selection[0], head: selection[1] },
    scrollIntoView: true,
    userEvent: 'input',
  })
  view.focus()
}

/** Replaces the text, changing only the differing range so that the cursor stays in place. */
export function replaceText(view: EditorView, text: string): void {
  const now = view.state.doc.toString()
  if (now === text) return
  let from = 0
  while (from < Math.min(now.length, text.length) && now[from] === text[from]) from++
  let suffix = 0
  while (suffix < Math.min(now.length, text.length) - from && now.at(-1 - suffix) === text.at(-1 - suffix))
    suffix++
  view.dispatch({
    changes: { from, to: now.length - suffix, insert: text.slice(from, text.length - suffix) },
  })
}

/** Inserts placeholder text. Returns a function that replaces it wherever it is by then. */
function insertPlaceholder(view: EditorView, at: number, placeholder: string): (text: string) => void {
  view.dispatch({
    changes: { from: at, insert: placeholder },
    selection: { anchor: at + placeholder.length },
  })
  return (text) => {
    const from = view.state.doc.toString().indexOf(placeholder)
    if (from >= 0) view.dispatch({ changes: { from, to: from + placeholder.length, insert: text } })
  }
}

/** The source editor as the text that files are inserted into. */
export const sourceTarget = (view: EditorView | null) =>
  view && {
    cursor: () => view.state.selection.main.to,
    insertPlaceholder: (at: number, name: string) => insertPlaceholder(view, at, `![${name}]()`),
  }

/** Moves the cursor to an offset and scrolls its line near the top. */
export function goTo(view: EditorView, offset: number): void {
  view.dispatch(showAt(Math.min(offset, view.state.doc.length)))
  view.focus()
}

const showAt = (offset: number): TransactionSpec => ({
  selection: { anchor: offset },
  effects: EditorView.scrollIntoView(offset, { y: 'start', yMargin: 48 }),
})

/**
 * Tab moves between table cells and indents list items; elsewhere it leaves the editor. Shift+Enter adds a table
 * row.
 */
const blockKeys: Extension = Prec.high(
  keymap.of([
    { key: 'Tab', run: (view) => apply(view, moveBy(1)), shift: (view) => apply(view, moveBy(-1)) },
    { key: 'Shift-Enter', run: (view) => apply(view, insertRow) },
  ]),
)

const moveBy = (step: 1 | -1) => (selected: TextSelection) =>
  moveToCell(selected, step) ?? indentItems(selected, step)

function apply(view: EditorView, handled: (selected: TextSelection) => TextChange | null): boolean {
  const { from, to } = view.state.selection.main
  if (isInListing(view.state, from)) return false
  const change = handled({ text: view.state.doc.toString(), from, to })
  if (!change) return false
  const { selection, ...changes } = change
  view.dispatch({
    changes,
    selection: { anchor: selection[0], head: selection[1] },
    scrollIntoView: true,
    userEvent: 'input.indent',
  })
  return true
}
