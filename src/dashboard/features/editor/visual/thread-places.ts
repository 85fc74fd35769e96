import { type EditorState, Plugin, PluginKey } from 'prosemirror-state'
import type { EditorView } from 'prosemirror-view'
import { blocksOf } from '#markup/blocks.ts'
import { parseMarkdown } from '#markup/parse.ts'
import { positionOf } from './show-text.ts'
import { type VisualDocument, writeDocument } from './visual-document.ts'

/**
 * Where the block of a thread is: the position of its node on the top level, and its text. `id` names the node for as
 * long as one of its blocks has threads.
 */
export type ThreadPlace = { readonly id: string; readonly at: number; readonly text: string }
type Places = ReadonlyMap<string, ThreadPlace>

const key = new PluginKey<Places>('threadPlaces')

/** Remembers the places of blocks with comments by the key of the block. They follow the text as it is edited. */
export const threadPlaces = (): Plugin =>
  new Plugin<Places>({
    key,
    state: {
      init: () => new Map(),
      apply(tr, places) {
        const next: Places | undefined = tr.getMeta(key)
        if (next !== undefined) return next
        if (!tr.docChanged || places.size === 0) return places
        return new Map(
          [...places].flatMap(([block, place]) => {
            const { pos, deletedAfter } = tr.mapping.mapResult(place.at)
            return deletedAfter ? [] : [[block, { ...place, at: pos }] as const]
          }),
        )
      },
    },
  })

export const threadPlacesIn = (state: EditorState): Places => key.getState(state) ?? new Map()

/** Finds the blocks with these keys. Those whose text was edited since they were found stay where they are. */
export function placeThreads(view: EditorView, opened: VisualDocument, keys: readonly string[]): void {
  const known = threadPlacesIn(view.state)
  if (keys.length === 0) {
    if (known.size > 0) view.dispatch(view.state.tr.setMeta(key, new Map()))
    return
  }
  const found = placesOf(opened, view.state)
  const ids = new Map([...known.values()].map(({ at, id }) => [at, id]))
  const places = new Map<string, ThreadPlace>()
  for (const block of keys) {
    const place = found.get(block) ?? known.get(block)
    if (place === undefined) continue
    const id = ids.get(place.at) ?? block
    ids.set(place.at, id)
    places.set(block, { ...place, id })
  }
  view.dispatch(view.state.tr.setMeta(key, places))
}

function placesOf(
  opened: VisualDocument,
  { doc }: EditorState,
): ReadonlyMap<string, Omit<ThreadPlace, 'id'>> {
  const { text, spans } = writeDocument(opened, doc)
  const placed = spans.flatMap((span, index) => (span === undefined ? [] : [{ ...span, index }]))
  const places = new Map<string, Omit<ThreadPlace, 'id'>>()
  let next = 0
  for (const block of blocksOf(parseMarkdown(text))) {
    while ((placed[next]?.end ?? Number.POSITIVE_INFINITY) <= block.start) next++
    const within = placed[next]
    if (within !== undefined && within.start <= block.start)
      places.set(block.key, { at: positionOf(doc, within.index), text: block.text })
  }
  return places
}
