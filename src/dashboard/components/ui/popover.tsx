import { useEffect, useState } from 'react'
import { overlays } from './overlays.ts'
import type { PopoverProps } from './popover-parts.tsx'
import { withProps } from './trigger.ts'

/** Something small to fill in next to its button. Only the button is there until it opens for the first time. */
export function Popover(props: PopoverProps) {
  const { trigger, open = false, onOpenChange } = props
  const [wasOpened, setWasOpened] = useState(open && overlays.isLoaded())
  useEffect(() => {
    if (open) overlays.whenLoaded(() => setWasOpened(true))
  }, [open])
  if (wasOpened) {
    const { OpenedPopover } = overlays.get()
    return <OpenedPopover {...props} />
  }
  return withProps(trigger, {
    'aria-haspopup': 'dialog',
    'aria-expanded': false,
    onPointerEnter: overlays.prefetch,
    onFocus: overlays.prefetch,
    onClick: () =>
      overlays.whenLoaded(() => {
        setWasOpened(true)
        onOpenChange?.(true)
      }),
  })
}
