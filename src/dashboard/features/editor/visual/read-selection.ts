import { Plugin } from 'prosemirror-state'
import type { EditorView } from 'prosemirror-view'

/**
 * Reads the selection that the browser has now. It reports a new one a little later, and until then a change of the
 * view would put back the one before it.
 */
export function readSelection(view: EditorView): void {
  if (!view.composing) view.dom.ownerDocument.dispatchEvent(new Event('selectionchange'))
}

/** Shortcuts apply to what was selected just before them, also while the browser is busy. */
export const selectionForShortcuts = new Plugin({
  props: {
    handleDOMEvents: {
      keydown: (view, event) => {
        if ((event.ctrlKey || event.metaKey || event.altKey) && !event.isComposing) readSelection(view)
        return false
      },
    },
  },
})
