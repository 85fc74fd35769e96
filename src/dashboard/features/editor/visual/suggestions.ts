import { type EditorState, Plugin, PluginKey } from 'prosemirror-state'
import type { EditorView } from 'prosemirror-view'

/** What is being typed behind `/`, `[[`, `@` or `:`. */
export type Suggestion = {
  readonly kind: 'block' | 'page' | 'person' | 'emoji'
  readonly query: string
  readonly from: number
  readonly to: number
}

type Handlers = {
  readonly onChange: (suggestion: Suggestion | null) => void
  /** Whether the menu handled a key. */
  readonly onKey: (key: string) => boolean
}

const patterns = [
  ['block', /(?:^|\s)(\/([a-z0-9 ]{0,24}))$/i],
  ['page', /(\[\[([^\]\n]{0,60}))$/],
  ['person', /(?:^|[\s(])(@((?:[\p{L}\p{N}][\p{L}\p{N}.’'-]{0,30} ?){0,3}))$/u],
  ['emoji', /(?:^|[\s(])(:([a-z][a-z0-9-]{1,30}))$/],
] as const

const key = new PluginKey<{ dismissedAt: number }>('suggestions')

/** Reports what is typed for a menu, and sends keys to it while it is open. */
export const suggestions = (handlers: () => Handlers): Plugin => {
  let isOpen = false
  return new Plugin({
    key,
    state: {
      init: () => ({ dismissedAt: -1 }),
      apply: (tr, value) => {
        const dismissedAt: unknown = tr.getMeta(key)
        return typeof dismissedAt === 'number' ? { dismissedAt } : value
      },
    },
    props: {
      handleKeyDown: (view, event) => {
        if (!isOpen || event.isComposing) return false
        if (event.key === 'Escape') {
          dismissSuggestion(view)
          event.stopPropagation()
          return true
        }
        return handlers().onKey(event.key)
      },
    },
    view: () => ({
      update: (view) => {
        const found = view.hasFocus() ? suggestionAt(view.state) : null
        const isDismissed = found !== null && found.from === key.getState(view.state)?.dismissedAt
        isOpen = found !== null && !isDismissed
        handlers().onChange(isOpen ? found : null)
      },
    }),
  })
}

function dismissSuggestion(view: EditorView): void {
  const found = suggestionAt(view.state)
  if (found !== null) view.dispatch(view.state.tr.setMeta(key, found.from))
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
