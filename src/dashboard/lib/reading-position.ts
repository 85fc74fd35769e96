let position: { readonly pageId: string; readonly offset: number } | undefined

/** The innermost element at a source offset that contains a node. */
const blockOf = (node: Node | null): HTMLElement | null => {
  const element = node instanceof Element ? node : (node?.parentElement ?? null)
  return element?.closest<HTMLElement>('[data-at]') ?? null
}

/** The block that was clicked, or the first one that is visible; 0 at the top of the page. */
function offsetIn(pane: HTMLElement): number {
  const clicked = blockOf(document.getSelection()?.anchorNode ?? null)
  const { top, bottom } = pane.getBoundingClientRect()
  if (clicked && pane.contains(clicked)) {
    const at = clicked.getBoundingClientRect()
    if (at.bottom > top && at.top < bottom) return Number(clicked.dataset.at)
  }
  if (pane.scrollTop === 0) return 0
  const blocks = [...pane.querySelectorAll<HTMLElement>('[data-at]')]
  return Number(blocks.find((block) => block.getBoundingClientRect().top >= top)?.dataset.at ?? 0)
}

/** Where someone was in a page when they left it, as an offset of its source: the editor starts there. */
export const readingPosition = {
  store: (pageId: string, pane: HTMLElement) => {
    position = { pageId, offset: offsetIn(pane) }
  },
  /** Returns it once, for the path of an editor of this page; 0 otherwise. */
  take: (path: string): number => {
    const stored = position
    position = undefined
    return stored && path.split('/').includes(stored.pageId) ? stored.offset : 0
  },
}
