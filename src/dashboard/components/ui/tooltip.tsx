import { type PointerEvent, type ReactNode, useEffect, useId, useRef, useState } from 'react'
import { overlays } from './overlays.ts'
import { withProps } from './trigger.ts'

type Props = {
  text: ReactNode
  keys?: string | undefined
  side?: 'top' | 'right' | 'bottom'
  children: ReactNode
}

/** A name or a reason next to the hovered element, with its key. The child must take a ref and props. */
export function Tooltip({ text, keys, side = 'bottom', children }: Props) {
  const id = useId()
  const { anchor, isOpen, close, handlers } = useTip()
  return (
    <>
      {withProps(children, { ...handlers, ...(isOpen ? { 'aria-describedby': id } : {}) })}
      {isOpen && <Content {...{ id, anchor, side, keys, close }}>{text}</Content>}
    </>
  )
}

const Content = (props: Parameters<ReturnType<typeof overlays.get>['TooltipContent']>[0]) => {
  const { TooltipContent } = overlays.get()
  return <TooltipContent {...props} />
}

/** How long the pointer rests before a tooltip shows, and how long others then show without a delay. */
const DELAY_MS = 400
const NO_DELAY_MS = 300

/** At most one is open. */
let closeOpenOne: (() => void) | undefined
let closedAt = Number.NEGATIVE_INFINITY

/** Whether the tooltip is open: while the pointer rests on its element, or the keyboard has focused it. */
function useTip() {
  const [isOpen, setIsOpen] = useState(false)
  const anchor = useRef<HTMLElement | null>(null)
  const timer = useRef<number | undefined>(undefined)
  const isPressed = useRef(false)
  const isOver = useRef(false)
  const [close] = useState(() => () => {
    window.clearTimeout(timer.current)
    timer.current = undefined
    if (closeOpenOne !== close) return
    closeOpenOne = undefined
    closedAt = performance.now()
    setIsOpen(false)
  })
  useEffect(() => close, [close])
  const open = () =>
    overlays.whenLoaded(() => {
      if (timer.current === undefined || closeOpenOne === close) return
      closeOpenOne?.()
      closeOpenOne = close
      setIsOpen(true)
    })
  const openAfter = (delay: number) => {
    window.clearTimeout(timer.current)
    timer.current = window.setTimeout(open, delay)
  }
  const handlers = {
    onPointerMove: ({ currentTarget, pointerType }: PointerEvent<HTMLElement>) => {
      anchor.current = currentTarget
      // Once per visit: a tooltip that a click has closed stays closed.
      if (pointerType === 'touch' || isOver.current) return
      isOver.current = true
      const isNext = closeOpenOne !== undefined || performance.now() - closedAt < NO_DELAY_MS
      openAfter(isNext ? 0 : DELAY_MS)
    },
    onPointerLeave: () => {
      isOver.current = false
      close()
    },
    onPointerDown: () => {
      close()
      isPressed.current = true
      document.addEventListener('pointerup', () => (isPressed.current = false), { once: true })
    },
    onFocus: ({ currentTarget }: { currentTarget: HTMLElement }) => {
      anchor.current = currentTarget
      if (!isPressed.current) openAfter(0)
    },
    onBlur: close,
    onClick: close,
  }
  return { anchor, isOpen, close, handlers }
}
