import { defaultKeymap, history, historyKeymap } from '@codemirror/commands'
import { EditorState, Prec } from '@codemirror/state'
import { EditorView, keymap } from '@codemirror/view'
import { sourceTheme } from '../source-theme.ts'

/** The source of one block in CodeMirror. In a shadow root, because style elements are blocked in the document. */
export function createBlockSource(host: HTMLElement, text: string, onDone: () => void) {
  const root = host.shadowRoot ?? host.attachShadow({ mode: 'open' })
  const done = () => {
    onDone()
    return true
  }
  const view = new EditorView({
    state: EditorState.create({
      doc: text,
      extensions: [
        history(),
        EditorView.lineWrapping,
        EditorView.contentAttributes.of({ 'aria-label': 'Source of the block', tabindex: '0' }),
        Prec.highest(
          keymap.of([
            { key: 'Escape', run: done, stopPropagation: true },
            { key: 'Mod-Enter', run: done, stopPropagation: true },
          ]),
        ),
        keymap.of([...historyKeymap, ...defaultKeymap]),
        // Before the theme of the page, which leaves room below the text.
        EditorView.theme({
          '&': { height: 'auto' },
          '.cm-content': { padding: 'var(--space-3) var(--space-4)' },
        }),
        sourceTheme,
      ],
    }),
    parent: root,
    root,
  })
  const start = view.state.doc
  return {
    focus: () => view.focus(),
    /** With the line endings of the block; what was not edited keeps every byte. */
    text: () => {
      if (view.state.doc.eq(start)) return text
      return view.state.doc.toString().replaceAll('\n', text.includes('\r\n') ? '\r\n' : '\n')
    },
    destroy: () => view.destroy(),
  }
}
