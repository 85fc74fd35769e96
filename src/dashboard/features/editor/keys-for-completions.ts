import { currentCompletions } from '@codemirror/autocomplete'
import { type Extension, Prec } from '@codemirror/state'
import { EditorView, runScopeHandlers } from '@codemirror/view'

/**
 * Enter and Tab wait while an open list has not caught up with what was typed, for 0.2 seconds at most. Otherwise, someone
 * who types fast would get a new line instead of what they pick.
 */
export function keysForCompletions(): Extension {
  let waiting: KeyboardEvent | undefined
  const handleWaiting = (view: EditorView) => {
    const event = waiting
    waiting = undefined
    if (event !== undefined) runScopeHandlers(view, event, 'editor')
  }
  return [
    Prec.highest(
      EditorView.domEventHandlers({
        keydown: (event, view) => {
          handleWaiting(view)
          const isPick = event.key === 'Enter' || event.key === 'Tab'
          const isPlain = !event.shiftKey && !event.ctrlKey && !event.metaKey && !event.altKey
          if (!isPick || !isPlain || event.isComposing || !isBehind(view)) return false
          waiting = event
          return true
        },
      }),
    ),
    EditorView.updateListener.of(({ view }) => {
      if (waiting === undefined) return
      queueMicrotask(() => {
        if (!isBehind(view)) handleWaiting(view)
      })
    }),
  ]
}

/** A list is shown, but nothing can be picked from it yet. */
const isBehind = (view: EditorView): boolean =>
  currentCompletions(view.state).length === 0 && view.dom.querySelector('.cm-tooltip-autocomplete') !== null
