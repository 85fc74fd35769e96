import { type EditorState, Plugin, PluginKey } from 'prosemirror-state'
import { Decoration, DecorationSet, type EditorView } from 'prosemirror-view'
import { element } from './node-fields.ts'

/** The cursor of another person, with offsets in the text of the page. `color` is one of the 8 colors of people. */
export type OtherCursor = {
  readonly connection: string
  readonly name: string
  readonly color: number
  readonly anchor: number
  readonly head: number
}

/** A cursor with positions in the editor. `moves` counts how often it was moved, which shows the name again. */
type PlacedCursor = OtherCursor & { readonly moves: number }
type Shown = { readonly cursors: readonly PlacedCursor[]; readonly decorations: DecorationSet }

const key = new PluginKey<Shown>('otherCursors')

/** Shows the cursors of others: a caret with a name, and a tinted selection. */
export const otherCursors = (): Plugin =>
  new Plugin<Shown>({
    key,
    state: {
      init: () => ({ cursors: [], decorations: DecorationSet.empty }),
      apply: (tr, { cursors, decorations }, _before, { doc }) => {
        const moved = cursors.map((cursor) => ({
          ...cursor,
          anchor: tr.mapping.map(cursor.anchor),
          head: tr.mapping.map(cursor.head),
        }))
        const next: readonly OtherCursor[] | undefined = tr.getMeta(key)
        if (next === undefined) return { cursors: moved, decorations: decorations.map(tr.mapping, doc) }
        const placed = next.map((cursor) => placedAfter(cursor, moved))
        return {
          cursors: placed,
          decorations: DecorationSet.create(
            doc,
            placed.flatMap((cursor) => decorationsOf(cursor, doc)),
          ),
        }
      },
    },
    props: { decorations: (state) => key.getState(state)?.decorations },
  })

/** Shows these cursors instead of those before. Their offsets are positions in the editor. */
export const showCursors = (view: EditorView, cursors: readonly OtherCursor[]): void => {
  if (cursors.length > 0 || (key.getState(view.state)?.cursors.length ?? 0) > 0)
    view.dispatch(view.state.tr.setMeta(key, cursors))
}

function placedAfter(cursor: OtherCursor, before: readonly PlacedCursor[]): PlacedCursor {
  const known = before.find(({ connection }) => connection === cursor.connection)
  const isMoved = known !== undefined && (known.head !== cursor.head || known.anchor !== cursor.anchor)
  return { ...cursor, moves: (known?.moves ?? 0) + Number(isMoved) }
}

function decorationsOf(cursor: PlacedCursor, doc: EditorState['doc']): Decoration[] {
  const { connection, color, moves } = cursor
  const [anchor, head] = [cursor.anchor, cursor.head].map((at) => Math.max(0, Math.min(at, doc.content.size)))
  if (anchor === undefined || head === undefined) return []
  const person = `is-person-${color % 8}`
  const caret = Decoration.widget(head, () => caretOf(cursor, person), {
    key: `${connection} ${moves} ${cursor.name} ${color}`,
    // After text that is typed here, and before the caret of this person.
    side: 10,
    ignoreSelection: true,
  })
  const block = doc.resolve(head).depth === 0 ? doc.nodeAt(head) : null
  const around =
    block === null ? [] : [Decoration.node(head, head + block.nodeSize, { class: `other-block ${person}` })]
  if (anchor === head) return [caret, ...around]
  const [from, to] = [Math.min(anchor, head), Math.max(anchor, head)]
  return [Decoration.inline(from, to, { class: `other-selection ${person}` }), caret, ...around]
}

/** The name is shown by a style, so that it is no text of the page. */
function caretOf({ name }: OtherCursor, person: string): HTMLElement {
  const caret = element('span', `other-caret ${person}`)
  caret.ariaHidden = 'true'
  caret.dataset.name = name
  return caret
}
