import type { EditorView } from '@codemirror/view'
import { clsx } from 'clsx'
import { type Ref, type RefObject, useEffect, useImperativeHandle, useRef, useState } from 'react'
import type { LinkContext } from '../../components/page-text/page-links.ts'
import { PageText } from '../../components/page-text/page-text.tsx'
import { useRenderedPage } from '../../components/page-text/render-page.ts'
import { useDebounced } from '../../hooks/use-debounced.ts'
import styles from './editor.module.css'
import type { EditorMode } from './queries.ts'
import { goTo, type SourceEvents, SourcePane } from './source-editor.tsx'

type Props = Omit<SourceEvents, 'onCursor' | 'onScroll'> & {
  view: RefObject<EditorView | null>
  /** Markdown at the start; afterwards the text lives in `view`. */
  initial: string
  /** Undefined where readers don’t see it. */
  title: string | undefined
  description: string | undefined
  html: string
  mode: EditorMode
  isWide: boolean
  isHidden: boolean
}

/** Source and preview; with both on screen, they scroll together and a click on the preview moves the cursor. */
export function EditorPanes(props: Props) {
  const { view, initial, title, description, html, mode, isWide, isHidden, ...events } = props
  const preview = useRef<PreviewHandle>(null)
  const [cursor, setCursor] = useState(0)
  const isLinked = mode === 'both'
  return (
    <div className={clsx(styles.panes, `is-${mode}`, isWide && 'is-wide')} hidden={isHidden}>
      <SourcePane
        {...events}
        view={view}
        initial={initial}
        isShown={mode === 'write' || mode === 'both'}
        onCursor={setCursor}
        onScroll={(offset) => preview.current?.scrollTo(offset)}
      />
      {(mode === 'both' || mode === 'read') && (
        <Preview
          html={html}
          title={title}
          description={description}
          cursor={isLinked ? cursor : -1}
          onPick={isLinked ? (offset) => view.current && goTo(view.current, offset) : undefined}
          handle={preview}
        />
      )}
    </div>
  )
}

type PreviewHandle = {
  /** Scrolls to the block at an offset of the text, without moving the focus. */
  readonly scrollTo: (offset: number) => void
}

type PreviewProps = {
  html: string
  title: string | undefined
  description: string | undefined
  /** Cursor offset in the text. */
  cursor: number
  /** Called with the offset of a clicked block. */
  onPick: ((offset: number) => void) | undefined
  handle: Ref<PreviewHandle>
}

/** The rendered page; the block at the cursor is marked. */
export function Preview({ html, title, description, cursor, onPick, handle }: PreviewProps) {
  const pane = useRef<HTMLElement>(null)
  useEffect(() => {
    const current = pane.current && blockAt(pane.current, cursor)
    current?.classList.add('is-here')
    return () => current?.classList.remove('is-here')
  }, [html, cursor])
  useImperativeHandle(handle, () => ({
    scrollTo: (offset) => pane.current && scrollToOffset(pane.current, offset),
  }))
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: keyboard users navigate in the text itself
    <section
      className={styles.prev}
      // biome-ignore lint/a11y/noNoninteractiveTabindex: scrollable content must be reachable by keyboard
      tabIndex={0}
      aria-label="Preview"
      ref={pane}
      onClick={({ target }) => onPick && handleClick(target, onPick)}
    >
      <PageText html={html}>
        {title !== undefined && <h1>{title}</h1>}
        {description && <p className="lede">{description}</p>}
      </PageText>
    </section>
  )
}

/** Clicks on links, buttons and selected text do not move the cursor. */
function handleClick(target: EventTarget, onPick: (offset: number) => void): void {
  if (!(target instanceof Element) || target.closest('a, button, summary, input')) return
  if (window.getSelection()?.isCollapsed === false) return
  const block = target.closest<HTMLElement>('[data-at]')
  if (block) onPick(offsetOf(block))
}

const offsetOf = (block: HTMLElement): number => Number(block.dataset.at)

/** The innermost block that starts at or before an offset. */
function blockAt(pane: HTMLElement, offset: number): HTMLElement | undefined {
  let best: HTMLElement | undefined
  for (const block of pane.querySelectorAll<HTMLElement>('[data-at]')) {
    if (offsetOf(block) <= offset && (!best || offsetOf(block) >= offsetOf(best))) best = block
  }
  return best
}

/** Interpolates between blocks, so that both panes scroll evenly. */
function scrollToOffset(pane: HTMLElement, offset: number): void {
  const blocks = [...pane.querySelectorAll<HTMLElement>('[data-at]')]
  const before = blockAt(pane, offset)
  if (!before) {
    pane.scrollTop = 0
    return
  }
  const after = blocks.find((block) => offsetOf(block) > offset)
  const from = topIn(pane, before)
  const to = after ? topIn(pane, after) : from + before.offsetHeight
  const span = (after ? offsetOf(after) : offsetOf(before) + 1) - offsetOf(before)
  const part = span > 0 ? Math.min(1, (offset - offsetOf(before)) / span) : 0
  pane.scrollTop = from + Math.max(0, to - from) * part - 24
}

const topIn = (pane: HTMLElement, block: HTMLElement): number =>
  block.getBoundingClientRect().top - pane.getBoundingClientRect().top + pane.scrollTop

const DEBOUNCE_MS = 120

/** Renders the page after a pause in typing. */
export function usePreview(markdown: string, title: string, pageContext: LinkContext) {
  const debounced = useDebounced(markdown, DEBOUNCE_MS)
  return useRenderedPage({ markdown: debounced, title, place: pageContext, places: true })
}
