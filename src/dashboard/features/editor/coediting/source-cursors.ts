import { type Range, StateEffect, StateField } from '@codemirror/state'
import { Decoration, type DecorationSet, EditorView, WidgetType } from '@codemirror/view'
import type { RemoteCursor } from './people.ts'

const COLORS = [0, 1, 2, 3, 4, 5, 6, 7]

const setCursors = StateEffect.define<readonly RemoteCursor[]>()

type Shown = {
  readonly decorations: DecorationSet
  /** Where each cursor is, and how often it has moved: its name shows up again then. */
  readonly heads: ReadonlyMap<string, { readonly at: number; readonly moves: number }>
}

/** A line between two letters, with the name of the person above it after they moved. */
class Caret extends WidgetType {
  readonly cursor: RemoteCursor
  readonly moves: number
  constructor(cursor: RemoteCursor, moves: number) {
    super()
    this.cursor = cursor
    this.moves = moves
  }
  override eq(other: Caret): boolean {
    return other.cursor.connection === this.cursor.connection && other.moves === this.moves
  }
  override toDOM(): HTMLElement {
    const caret = document.createElement('span')
    caret.className = `cm-person is-person-${this.cursor.color}`
    // Not as text: it is not part of the page.
    caret.dataset.name = this.cursor.user.displayName
    caret.setAttribute('aria-hidden', 'true')
    return caret
  }
  override ignoreEvent(): boolean {
    return false
  }
}

const field = StateField.define<Shown>({
  create: () => ({ decorations: Decoration.none, heads: new Map() }),
  update: (shown, { changes, effects, newDoc }) => {
    const heads = new Map(
      [...shown.heads].map(([connection, { at, moves }]) => [
        connection,
        { at: changes.mapPos(at, 1), moves },
      ]),
    )
    const decorations = shown.decorations.map(changes)
    const cursors = effects.findLast((effect) => effect.is(setCursors))?.value
    return cursors === undefined ? { decorations, heads } : draw(cursors, heads, newDoc.length)
  },
  provide: (shown) => EditorView.decorations.from(shown, ({ decorations }) => decorations),
})

function draw(cursors: readonly RemoteCursor[], before: Shown['heads'], length: number): Shown {
  const heads = new Map<string, { at: number; moves: number }>()
  const ranges: Range<Decoration>[] = []
  for (const cursor of cursors) {
    if (cursor.anchor === null || cursor.head === null) continue
    const at = Math.min(cursor.head, length)
    const anchor = Math.min(cursor.anchor, length)
    const last = before.get(cursor.connection)
    const moves = (last?.moves ?? 0) + (last?.at === at ? 0 : 1)
    heads.set(cursor.connection, { at, moves })
    ranges.push(Decoration.widget({ widget: new Caret(cursor, moves), side: 1 }).range(at))
    if (anchor !== at)
      ranges.push(
        Decoration.mark({ class: `cm-person-selection is-person-${cursor.color}` }).range(
          Math.min(anchor, at),
          Math.max(anchor, at),
        ),
      )
  }
  return { decorations: Decoration.set(ranges, true), heads }
}

const theme = EditorView.theme({
  ...Object.fromEntries(
    COLORS.map((color) => [`.is-person-${color}`, { '--person-color': `var(--cursor-${color})` }]),
  ),
  '.cm-person': {
    position: 'relative',
    margin: '0 -1px',
    borderLeft: '2px solid var(--person-color)',
  },
  '.cm-person::after': {
    content: 'attr(data-name)',
    position: 'absolute',
    bottom: '100%',
    left: '-2px',
    padding: '0 var(--space-1)',
    borderRadius: 'var(--radius-mark) var(--radius-mark) var(--radius-mark) 0',
    backgroundColor: 'var(--person-color)',
    color: 'var(--bg)',
    fontFamily: 'var(--font-sans)',
    fontSize: 'var(--text-11)',
    fontWeight: 'var(--weight-name)',
    lineHeight: 'var(--leading-11)',
    whiteSpace: 'nowrap',
    pointerEvents: 'none',
    zIndex: 'var(--z-sticky)',
    opacity: '0',
    animation: 'cm-person-name 3s',
  },
  '.cm-person:hover::after': { opacity: '1' },
  '.cm-person-selection': {
    backgroundColor: 'color-mix(in oklab, var(--person-color) 22%, transparent)',
  },
  '@keyframes cm-person-name': { 'from, 85%': { opacity: '1' }, to: { opacity: '0' } },
})

/** Shows the cursors and selections of others, and the names of those who move. */
export function showCursors(view: EditorView, cursors: readonly RemoteCursor[]): void {
  const isNew = view.state.field(field, false) === undefined
  if (isNew && cursors.length === 0) return
  if (isNew) view.dispatch({ effects: StateEffect.appendConfig.of([field, theme]) })
  view.dispatch({ effects: setCursors.of(cursors) })
}
