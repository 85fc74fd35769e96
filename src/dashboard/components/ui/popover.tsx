import * as Radix from '@radix-ui/react-popover'
import type { ReactNode } from 'react'

type Props = {
  label: string
  trigger: ReactNode
  children: ReactNode
  open?: boolean
  onOpenChange?: (open: boolean) => void
}

/** Something small to fill in beside its button. */
export const Popover = ({ label, trigger, children, ...state }: Props) => (
  <Radix.Root {...state}>
    <Radix.Trigger asChild>{trigger}</Radix.Trigger>
    <Radix.Portal>
      <Radix.Content className="popover" aria-label={label} align="start" sideOffset={4} collisionPadding={8}>
        {children}
      </Radix.Content>
    </Radix.Portal>
  </Radix.Root>
)
