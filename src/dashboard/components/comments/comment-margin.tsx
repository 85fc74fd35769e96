import { clsx } from 'clsx'
import { MessageSquare, MessageSquarePlus } from 'lucide-react'
import { type RefObject, useEffect, useRef, useState } from 'react'
import type { Comment } from '#contract/comments.ts'
import { useShortcuts } from '#dashboard/hooks/use-shortcuts.ts'
import { pluralize } from '#dashboard/lib/labels.ts'
import { Icon } from '../ui/icon.tsx'
import { type BlockPosition, blockContaining, excerptOf } from './block-positions.ts'
import styles from './comments.module.css'
import type { CommentTarget } from './composer.tsx'

type Props = {
  box: RefObject<HTMLElement | null>
  page: string
  positions: readonly BlockPosition[]
  /** Open threads by the block they hang on. */
  open: ReadonlyMap<string, readonly Comment[]>
  selected: string | undefined
  canComment: boolean
  onTarget: (target: CommentTarget) => void
  onComment: (id: string) => void
}

/** Beside the text: the number of comments on each block, and a button to comment on the hovered one. */
export function CommentMargin(props: Props) {
  const { page, positions, open, selected, canComment, onTarget, onComment } = props
  const { at, quote, top, button } = usePointed(props)
  return (
    <div>
      {positions.map(({ key, text, top }) => {
        const threads = open.get(key)
        const [first] = threads ?? []
        if (!threads || !first || (at?.key === key && quote)) return null
        return (
          <button
            key={key}
            type="button"
            className={clsx(styles.mark, threads.some(({ id }) => id === selected) && 'is-on')}
            style={{ top }}
            aria-label={`${pluralize(threads.length, 'comment')} on “${excerptOf(text)}”`}
            onClick={() => onComment(first.id)}
          >
            <Icon of={MessageSquare} size="s" />
            <span className="num">{threads.length}</span>
          </button>
        )
      })}
      {canComment && at && (
        <button
          ref={button}
          type="button"
          className={clsx(styles.mark, 'is-new', open.has(at.key) && !quote && 'is-second')}
          style={{ top }}
          aria-label={`Comment on “${excerptOf(quote ?? at.text)}”`}
          onMouseDown={(event) => event.preventDefault()}
          onClick={() => onTarget({ page, node: at.key, quote, words: excerptOf(quote ?? at.text) })}
        >
          <Icon of={MessageSquarePlus} size="s" />
        </button>
      )}
    </div>
  )
}

const mostQuoted = 1000

/** The block that is hovered, reached by keyboard, or has selected text in it. */
function usePointed({ box, positions, canComment }: Props) {
  const [key, setKey] = useState<string>()
  const [picked, setPicked] = useState<{ key: string; quote: string; top: number }>()
  const button = useRef<HTMLButtonElement>(null)
  const latest = useRef(positions)
  latest.current = positions
  useEffect(() => {
    const element = box.current
    if (!element || !canComment) return
    const point = ({ target }: PointerEvent) => {
      const block = target instanceof Node ? blockContaining(target, latest.current) : undefined
      if (block) setKey(block.key)
    }
    const pick = () => setPicked(pickedIn(element, latest.current))
    element.addEventListener('pointermove', point)
    element.addEventListener('pointerdown', point)
    document.addEventListener('selectionchange', pick)
    return () => {
      element.removeEventListener('pointermove', point)
      element.removeEventListener('pointerdown', point)
      document.removeEventListener('selectionchange', pick)
    }
  }, [box, canComment])
  const step = (way: 1 | -1) => {
    const next = positions[positions.findIndex((one) => one.key === key) + way]
    if (!next) return
    setKey(next.key)
    next.element.scrollIntoView({ block: 'nearest' })
    requestAnimationFrame(() => button.current?.focus())
  }
  useShortcuts(
    canComment
      ? [
          { keys: 'n', label: 'Next block, to comment on it', group: 'On this page', run: () => step(1) },
          { keys: 'p', label: 'Previous block', group: 'On this page', run: () => step(-1) },
        ]
      : [],
  )
  const at = positions.find((one) => one.key === (picked?.key ?? key))
  return { at, quote: picked?.quote, top: picked?.top ?? at?.top ?? 0, button }
}

function pickedIn(box: HTMLElement, places: readonly BlockPosition[]) {
  const selection = document.getSelection()
  if (!selection || selection.isCollapsed || selection.rangeCount === 0) return undefined
  const range = selection.getRangeAt(0)
  const quote = selection.toString().replace(/\s+/g, ' ').trim().slice(0, mostQuoted)
  const block = box.contains(range.commonAncestorContainer)
    ? blockContaining(range.startContainer, places)
    : undefined
  if (!block || quote === '') return undefined
  const top = range.getBoundingClientRect().top - box.getBoundingClientRect().top
  return { key: block.key, quote, top: Math.max(0, top) }
}
