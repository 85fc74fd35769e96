import { type Command, Plugin, Selection, TextSelection } from 'prosemirror-state'
import type { EditorView } from 'prosemirror-view'

/** Blocks are left out on pages with more than these; below, they cost little. */
const MIN_BLOCKS = 1000
/** This many blocks before and after those on screen are always there; further ones are left out from twice as many on. */
const NEAR = 150

/** The value of `hidden` with which the browser still finds a text on the page, and shows it then. */
const FAR = 'until-found'

/**
 * On very long pages, the browser leaves out the blocks far from the screen: it would check all of them after each key.
 * They keep their place and are found when someone searches the page. Browsers without `hidden="until-found"` have all.
 */
export const farBlocks = (): Plugin =>
  new Plugin({
    view: (view) => {
      const { ownerDocument } = view.dom
      if (!('onbeforematch' in ownerDocument.documentElement) || !isObserved(view)) return {}
      const stopping = new AbortController()
      const { signal } = stopping
      let frame = 0
      const look = () => {
        cancelAnimationFrame(frame)
        frame = requestAnimationFrame(() => {
          frame = 0
          if (!view.isDestroyed) showNear(view, blocksOnScreen(view))
        })
      }
      const lookSoon = () => {
        if (frame === 0 && isVeryLong(view)) look()
      }
      ownerDocument.addEventListener('scroll', lookSoon, { capture: true, passive: true, signal })
      view.dom.addEventListener('beforematch', (event) => showAround(view, topLevel(view, event.target)), {
        signal,
      })
      // Before the browser has laid out any of them. The cursor, if it is elsewhere, comes with the next update.
      showNear(view, [0, NEAR])
      return {
        update: (_view, before) => {
          const { selection, doc } = view.state
          if (!selection.eq(before.selection) && isVeryLong(view))
            for (const block of blocksOfSelection(view)) showAround(view, block)
          const [count, old] = [doc.childCount, before.doc.childCount]
          if (count > MIN_BLOCKS !== old > MIN_BLOCKS || Math.abs(count - old) > NEAR) look()
        },
        destroy: () => {
          stopping.abort()
          cancelAnimationFrame(frame)
        },
      }
    },
  })

/** Moves the cursor to the start or end of the page, which the browser takes for that of the blocks that are there. */
const toEdge =
  (edge: 'atStart' | 'atEnd', isExtended: boolean): Command =>
  ({ doc, selection, tr }, dispatch, view) => {
    if (!view || !isVeryLong(view)) return false
    const next = Selection[edge](doc)
    const extended = isExtended ? TextSelection.between(selection.$anchor, next.$head) : next
    dispatch?.(tr.setSelection(extended).scrollIntoView())
    return true
  }

export const edgeKeys: Readonly<Record<string, Command>> = Object.fromEntries(
  (
    [
      ['atStart', ['Ctrl-Home', 'Meta-ArrowUp']],
      ['atEnd', ['Ctrl-End', 'Meta-ArrowDown']],
    ] as const
  ).flatMap(([edge, keys]) =>
    keys.flatMap((key) => [
      [key, toEdge(edge, false)],
      [`Shift-${key}`, toEdge(edge, true)],
    ]),
  ),
)

const isVeryLong = (view: EditorView): boolean => view.state.doc.childCount > MIN_BLOCKS

/** The child of the view that a node is in. */
function topLevel({ dom }: EditorView, target: unknown): Element | null {
  let node = target instanceof Node && dom.contains(target) ? target : null
  while (node !== null && node.parentNode !== dom) node = node.parentNode
  return node instanceof Element ? node : null
}

/** The blocks in which the selection begins and ends. */
const blocksOfSelection = (view: EditorView): (Element | null)[] =>
  [view.state.selection.$anchor, view.state.selection.$head].map(({ pos }) =>
    topLevel(view, view.domAtPos(pos).node),
  )

/** Shows a block that was left out, with those around it. */
function showAround(view: Observed, block: Element | null): void {
  if (block === null || !block.hasAttribute('hidden')) return
  const at = [...view.dom.children].indexOf(block)
  showNear(view, [at, at], blocksOnScreen(view))
}

type Range = readonly [first: number, last: number]

function blocksOnScreen(view: EditorView): Range {
  const blocks = view.dom.children
  /** The number of blocks that end above a line of the window. */
  const above = (line: number): number => {
    let [low, high] = [0, blocks.length]
    while (low < high) {
      const middle = (low + high) >> 1
      if ((blocks[middle]?.getBoundingClientRect().bottom ?? 0) < line) low = middle + 1
      else high = middle
    }
    return low
  }
  return [above(0), above(window.innerHeight)]
}

/** Leaves out the blocks that are not near one of these ranges. Those between near and twice as far stay as they are. */
function showNear(view: Observed, ...ranges: readonly Range[]): void {
  const isAll = !isVeryLong(view)
  const blocks = view.dom.children
  const selected = blocksOfSelection(view)
  const changed = new Map<Element, boolean>()
  for (let index = 0; index < blocks.length; index++) {
    const block = blocks[index]
    if (block === undefined) continue
    const distance = Math.min(...ranges.map(([first, last]) => Math.max(first - index, index - last)))
    const isFar = block.getAttribute('hidden') === FAR
    if (isFar && (isAll || distance <= NEAR)) changed.set(block, false)
    else if (!isFar && !isAll && distance > 2 * NEAR && !selected.includes(block)) changed.set(block, true)
  }
  if (changed.size === 0) return
  withoutObserver(view, () => {
    for (const [block, isFar] of changed) {
      if (isFar) block.setAttribute('hidden', FAR)
      else block.removeAttribute('hidden')
    }
  })
}

/** What the types of ProseMirror leave out. */
type Observed = EditorView & {
  readonly domObserver: { readonly stop: () => void; readonly start: () => void }
}

const isObserved = (view: EditorView): view is Observed => 'domObserver' in view

/** Changes attributes that are no part of the text. The view would read the blocks again, as if someone had typed there. */
function withoutObserver({ domObserver }: Observed, change: () => void): void {
  domObserver.stop()
  change()
  domObserver.start()
}
