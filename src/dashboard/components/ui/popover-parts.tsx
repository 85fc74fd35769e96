import * as Radix from '@radix-ui/react-popover'
import type { ReactNode } from 'react'

export type PopoverProps = {
  label: string
  trigger: ReactNode
  children: ReactNode
  open?: boolean
  onOpenChange?: (open: boolean) => void
}

/** A popover that has been opened. */
export const OpenedPopover = ({ label, trigger, children, ...state }: PopoverProps) => (
  <Radix.Root defaultOpen {...state}>
    <Radix.Trigger asChild>{trigger}</Radix.Trigger>
    <Radix.Portal>
      <Radix.Content className="popover" aria-label={label} align="start" sideOffset={4} collisionPadding={8}>
        {children}
      </Radix.Content>
    </Radix.Portal>
  </Radix.Root>
)
