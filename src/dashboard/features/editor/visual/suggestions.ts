import { type EditorState, Plugin, PluginKey } from 'prosemirror-state'
import type { EditorView } from 'prosemirror-view'

/** What is being typed behind `/`, `[[`, `@` or `:`. */
export type Suggestion = {
  readonly kind: 'block' | 'page' | 'person' | 'emoji'
  readonly query: string
  readonly from: number
  readonly to: number
}

/** Whether the menu handled a key, or `behind` if it doesn’t show yet what the suggestion finds. */
export type OnSuggestionKey = (key: string, suggestion: Suggestion) => boolean | 'behind'

type Handlers = {
  readonly onChange: (suggestion: Suggestion | null) => void
  readonly onKey: OnSuggestionKey
}

const patterns = [
  ['block', /(?:^|\s)(\/([a-z0-9 ]{0,24}))$/i],
  ['page', /(\[\[([^\]\n]{0,60}))$/],
  ['person', /(?:^|[\s(])(@((?:[\p{L}\p{N}][\p{L}\p{N}.’'-]{0,30} ?){0,3}))$/u],
  ['emoji', /(?:^|[\s(])(:([a-z][a-z0-9-]{1,30}))$/],
] as const

type State = {
  readonly dismissedAt: number
  /** Enter or Tab that waits for the menu, and what was typed after it. */
  readonly waiting: readonly KeyboardEvent[]
}

const key = new PluginKey<State>('suggestions')

/** Reports what is typed for a menu, and sends keys to it while it is open. */
export const suggestions = (handlers: () => Handlers): Plugin<State> => {
  let isOpen = false
  return new Plugin<State>({
    key,
    state: {
      init: () => ({ dismissedAt: -1, waiting: [] }),
      apply: (tr, value) => {
        const change: Partial<State> | undefined = tr.getMeta(key)
        return change === undefined ? value : { ...value, ...change }
      },
    },
    props: {
      handleKeyDown: (view, event) => {
        if (waitBehindOthers(view, event)) return true
        const suggestion = suggestionAt(view.state)
        if (!isOpen || suggestion === null || event.isComposing) return false
        if (event.key === 'Escape') {
          dismissSuggestion(view)
          event.stopPropagation()
          return true
        }
        const answer = handlers().onKey(event.key, suggestion)
        if (answer !== 'behind') return answer
        if (!isPick(event)) return false
        change(view, { waiting: [event] })
        return true
      },
      handleDOMEvents: {
        beforeinput: stopWaiting,
        mousedown: stopWaiting,
        paste: stopWaiting,
        blur: stopWaiting,
      },
    },
    view: () => ({
      update: (view) => {
        const found = view.hasFocus() ? suggestionAt(view.state) : null
        const isDismissed = found !== null && found.from === key.getState(view.state)?.dismissedAt
        isOpen = found !== null && !isDismissed
        handlers().onChange(isOpen ? found : null)
        if (!isOpen) queueMicrotask(() => handleWaitingKeys(view))
      },
    }),
  })
}

/** Handles the keys that waited for the menu, in order. Called when it shows what is typed. */
export function handleWaitingKeys(view: EditorView): void {
  const waiting = key.getState(view.state)?.waiting ?? []
  if (waiting.length === 0 || view.isDestroyed) return
  change(view, { waiting: [] })
  for (const event of waiting) press(view, event)
}

const change = (view: EditorView, state: Partial<State>): void =>
  view.dispatch(view.state.tr.setMeta(key, state))

/** Text that follows a waiting key waits, too. Another key would not do the same later, so nothing waits any longer. */
function waitBehindOthers(view: EditorView, event: KeyboardEvent): boolean {
  const waiting = key.getState(view.state)?.waiting ?? []
  if (waiting.length === 0) return false
  if (isPlain(event) && !event.isComposing && (isText(event) || event.key === 'Enter')) {
    change(view, { waiting: [...waiting, event] })
    return true
  }
  stopWaiting(view)
  return false
}

/** Handles waiting keys as if there were no menu. */
function stopWaiting(view: EditorView): false {
  if (key.getState(view.state)?.waiting.length) {
    dismissSuggestion(view)
    handleWaitingKeys(view)
  }
  return false
}

/** Does what the key does when it is pressed. */
function press(view: EditorView, event: KeyboardEvent): void {
  if (view.someProp('handleKeyDown', (handle) => handle(view, event)) || !isText(event)) return
  const { from, to } = view.state.selection
  const insert = () => view.state.tr.insertText(event.key).scrollIntoView()
  if (!view.someProp('handleTextInput', (handle) => handle(view, from, to, event.key, insert)))
    view.dispatch(insert())
}

/** Whether a key of the text picks from the menu. */
const isPick = (event: KeyboardEvent): boolean =>
  isPlain(event) && (event.key === 'Enter' || event.key === 'Tab')

const isText = ({ key: name }: KeyboardEvent): boolean => name.length === 1

const isPlain = (event: KeyboardEvent): boolean =>
  !event.ctrlKey && !event.metaKey && !event.altKey && (!event.shiftKey || isText(event))

function dismissSuggestion(view: EditorView): void {
  const found = suggestionAt(view.state)
  if (found !== null) change(view, { dismissedAt: found.from })
}

function suggestionAt({ selection }: EditorState): Suggestion | null {
  const { $from, empty } = selection
  if (!empty || !$from.parent.isTextblock || $from.parent.type.spec.code === true) return null
  const before = $from.parent.textBetween(0, $from.parentOffset, undefined, '￼')
  for (const [kind, pattern] of patterns) {
    const match = pattern.exec(before)
    if (match === null) continue
    const from = $from.pos - (match[1]?.length ?? 0)
    return { kind, query: match[2] ?? '', from, to: $from.pos }
  }
  return null
}

/** Whether two suggestions are for the same text at the same position. */
export const isSameSuggestion = (a: Suggestion | null, b: Suggestion | null): boolean =>
  a?.from === b?.from && a?.to === b?.to && a?.query === b?.query && a?.kind === b?.kind
