import { Anchor, Content, Root } from '@radix-ui/react-popper'
import { type ReactNode, type RefObject, useEffect } from 'react'
import { createPortal } from 'react-dom'
import { Keys } from './kbd.tsx'

type Props = {
  id: string
  anchor: RefObject<HTMLElement | null>
  side: 'top' | 'right' | 'bottom'
  keys: string | undefined
  close: () => void
  children: ReactNode
}

/** An open tooltip. It closes when its element scrolls away, and on Escape. */
export function TooltipContent({ id, anchor, side, keys, close, children }: Props) {
  useEffect(() => {
    const onScroll = ({ target }: Event) => {
      if (target instanceof Node && target.contains(anchor.current)) close()
    }
    const onKey = ({ key }: KeyboardEvent) => key === 'Escape' && close()
    window.addEventListener('scroll', onScroll, true)
    document.addEventListener('keydown', onKey, true)
    return () => {
      window.removeEventListener('scroll', onScroll, true)
      document.removeEventListener('keydown', onKey, true)
    }
  }, [anchor, close])
  return createPortal(
    <Root>
      <Anchor virtualRef={anchor} />
      <Content id={id} role="tooltip" className="tooltip" side={side} sideOffset={6} collisionPadding={8}>
        {children}
        {keys && <Keys of={keys} />}
      </Content>
    </Root>,
    document.body,
  )
}
