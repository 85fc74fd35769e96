import { type Ref, useEffect, useImperativeHandle, useRef } from 'react'
import { PageText } from '../../components/page-text/page-text.tsx'

/** What the source tells the preview. */
export type PreviewHandle = {
  /** Shows the part that begins at an offset of the text, without moving what has the focus. */
  readonly scrollTo: (offset: number) => void
}

type Props = {
  html: string
  title: string
  description: string | undefined
  /** Where the cursor is in the text. */
  cursor: number
  /** A block was clicked that begins at this offset. */
  onPick: ((offset: number) => void) | undefined
  handle: Ref<PreviewHandle>
}

/** The page as it will be read; the block with the cursor is marked. */
export function Preview({ html, title, description, cursor, onPick, handle }: Props) {
  const pane = useRef<HTMLElement>(null)
  useEffect(() => {
    const here = pane.current && blockAt(pane.current, cursor)
    here?.classList.add('is-here')
    return () => here?.classList.remove('is-here')
  }, [html, cursor])
  useImperativeHandle(handle, () => ({ scrollTo: (offset) => pane.current && follow(pane.current, offset) }))
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: by key one is in the text already
    <section
      className="ed-prev"
      // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reached by key
      tabIndex={0}
      aria-label="Preview"
      ref={pane}
      onClick={({ target }) => onPick && pick(target, onPick)}
    >
      <PageText html={html}>
        <h1>{title}</h1>
        {description && <p className="lede">{description}</p>}
      </PageText>
    </section>
  )
}

/** What is pressed itself, such as a link or a tab, and words that are chosen to be copied lead nowhere. */
function pick(target: EventTarget, onPick: (offset: number) => void): void {
  if (!(target instanceof Element) || target.closest('a, button, summary, input')) return
  if (window.getSelection()?.isCollapsed === false) return
  const block = target.closest<HTMLElement>('[data-at]')
  if (block) onPick(startOf(block))
}

const startOf = (block: HTMLElement): number => Number(block.dataset.at)

/** The innermost block that begins last at or before an offset. */
function blockAt(pane: HTMLElement, offset: number): HTMLElement | undefined {
  let best: HTMLElement | undefined
  for (const block of pane.querySelectorAll<HTMLElement>('[data-at]')) {
    if (startOf(block) <= offset && (!best || startOf(block) >= startOf(best))) best = block
  }
  return best
}

/** Between two blocks it is shown in proportion, so that both sides scroll at an even pace. */
function follow(pane: HTMLElement, offset: number): void {
  const blocks = [...pane.querySelectorAll<HTMLElement>('[data-at]')]
  const before = blockAt(pane, offset)
  if (!before) {
    pane.scrollTop = 0
    return
  }
  const after = blocks.find((block) => startOf(block) > offset)
  const from = topIn(pane, before)
  const to = after ? topIn(pane, after) : from + before.offsetHeight
  const span = (after ? startOf(after) : startOf(before) + 1) - startOf(before)
  const part = span > 0 ? Math.min(1, (offset - startOf(before)) / span) : 0
  pane.scrollTop = from + Math.max(0, to - from) * part - 24
}

const topIn = (pane: HTMLElement, block: HTMLElement): number =>
  block.getBoundingClientRect().top - pane.getBoundingClientRect().top + pane.scrollTop
