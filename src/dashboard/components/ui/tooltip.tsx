import * as Radix from '@radix-ui/react-tooltip'
import type { ReactNode } from 'react'
import { Keys } from './kbd.tsx'

export const TooltipProvider = ({ children }: { children: ReactNode }) => (
  <Radix.Provider delayDuration={400} skipDelayDuration={300}>
    {children}
  </Radix.Provider>
)

type Props = {
  text: ReactNode
  keys?: string | undefined
  side?: 'top' | 'right' | 'bottom'
  children: ReactNode
}

/** A name or a reason beside what the pointer rests on, with its key. The child must take a ref and props. */
export const Tooltip = ({ text, keys, side = 'bottom', children }: Props) => (
  <Radix.Root disableHoverableContent>
    <Radix.Trigger asChild>{children}</Radix.Trigger>
    <Radix.Portal>
      <Radix.Content className="tooltip" side={side} sideOffset={6} collisionPadding={8}>
        {text}
        {keys && <Keys of={keys} />}
      </Radix.Content>
    </Radix.Portal>
  </Radix.Root>
)
