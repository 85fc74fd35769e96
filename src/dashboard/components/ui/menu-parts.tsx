import * as Radix from '@radix-ui/react-dropdown-menu'
import { clsx } from 'clsx'
import { Check, type LucideIcon } from 'lucide-react'
import { type FocusEvent, type MouseEvent, type ReactNode, useEffect, useRef, useState } from 'react'
import { Icon } from './icon.tsx'
import { Keys } from './kbd.tsx'
import { withProps } from './trigger.ts'

/** Where a menu opens other than below its button, in pixels from the button's bottom left corner. */
export type MenuOffset = { readonly along: number; readonly below: number }

export type MenuProps = {
  /** The button that opens it; takes a ref and props. */
  trigger: ReactNode
  children: ReactNode
  align?: 'start' | 'end'
  side?: 'top' | 'bottom' | 'right'
  onOpenChange?: (open: boolean) => void
  /** Opens the menu there once it is set. */
  offset?: MenuOffset | undefined
  /** True when what was chosen took the focus, so that it must not go back to the button. */
  keepsFocus?: () => boolean
}

/**
 * A menu that has been opened. It is 4 below its button with the right edges flush; below 900 px a sheet at the bottom.
 * Not modal, since the modal kind locks scrolling with a style element that our content policy refuses.
 */
export function OpenedMenu(props: MenuProps & { isFirstByKeys: boolean }) {
  const { trigger, children, side = 'bottom', keepsFocus, onOpenChange, isFirstByKeys, offset } = props
  const [container, setContainer] = useState(around)
  const [isOpen, setIsOpen] = useState(true)
  const turn = (open: boolean) => {
    if (open) setContainer(around())
    setIsOpen(open)
    onOpenChange?.(open)
  }
  const opened = useRef(offset)
  useEffect(() => {
    if (offset !== undefined && offset !== opened.current) turn(true)
    opened.current = offset
  })
  const firstItem = useFirstItemFocus(isFirstByKeys)
  // Voice control and screen readers send a click without a pointer or a key, which the library ignores.
  const onClick = ({ detail }: MouseEvent) => {
    if (detail !== 0) return
    firstItem.focusNext()
    turn(!isOpen)
  }
  return (
    <Radix.Root modal={false} open={isOpen} onOpenChange={turn}>
      <Radix.Trigger asChild>{withProps(trigger, { onClick })}</Radix.Trigger>
      <Radix.Portal container={container}>
        <Radix.Content
          className="menu"
          align={offset ? 'start' : (props.align ?? 'end')}
          alignOffset={offset?.along ?? 0}
          side={side}
          sideOffset={offset?.below ?? 4}
          // Else it would be moved back next to its button.
          sticky={offset ? 'always' : 'partial'}
          collisionPadding={8}
          onFocus={firstItem.onFocus}
          onCloseAutoFocus={(event) => keepsFocus?.() && event.preventDefault()}
        >
          {children}
        </Radix.Content>
      </Radix.Portal>
    </Radix.Root>
  )
}

/** The library focuses the first item only if it saw the key itself. */
function useFirstItemFocus(isFirstByKeys: boolean) {
  const isPending = useRef(isFirstByKeys)
  return {
    focusNext: () => {
      isPending.current = true
    },
    onFocus: ({ target, currentTarget }: FocusEvent) => {
      if (!isPending.current || target !== currentTarget) return
      isPending.current = false
      currentTarget.querySelector<HTMLElement>('[role^="menuitem"]:not([data-disabled])')?.focus()
    },
  }
}

/** The container of the menu: the landmark or dialog it belongs to, looked up when it opens. */
const around = (): Element =>
  document.querySelector('[role="dialog"]') ?? document.querySelector('main') ?? document.body

export type ItemProps = {
  icon?: LucideIcon
  keys?: string
  /** A destructive item; comes last, after a separator. */
  danger?: boolean
  /** Why it cannot be chosen now. */
  disabledReason?: string | undefined
  onSelect?: () => void
  children: ReactNode
}

export const Item = ({ icon, keys, danger, disabledReason, onSelect, children }: ItemProps) => (
  <Radix.Item
    className={clsx('menu-item', danger && 'is-danger')}
    {...(disabledReason ? { 'aria-disabled': true, title: disabledReason } : {})}
    onSelect={(event) => (disabledReason ? event.preventDefault() : onSelect?.())}
  >
    {icon && <Icon of={icon} />}
    {children}
    {keys && <Keys of={keys} />}
  </Radix.Item>
)

export const LinkItem = ({ children }: { children: ReactNode }) => (
  <Radix.Item asChild className="menu-item">
    {children}
  </Radix.Item>
)

export type OptionsProps<T extends string> = { value: T; onChange: (value: T) => void; children: ReactNode }

export const Options = <T extends string>({ value, onChange, children }: OptionsProps<T>) => (
  <Radix.RadioGroup value={value} onValueChange={(next) => onChange(next as T)}>
    {children}
  </Radix.RadioGroup>
)

export type OptionProps = {
  value: string
  help?: string | undefined
  /** Why it cannot be chosen now. */
  disabledReason?: string | undefined
  children: ReactNode
}

export const Option = ({ value, help, disabledReason, children }: OptionProps) => (
  <Radix.RadioItem
    value={value}
    className="menu-item menu-option"
    {...(disabledReason ? { 'aria-disabled': true, title: disabledReason } : {})}
    onSelect={(event) => disabledReason && event.preventDefault()}
  >
    <Icon of={Check} size="s" className="tick" />
    <span>
      {children}
      {help && <small>{help}</small>}
    </span>
  </Radix.RadioItem>
)

export const Separator = () => <Radix.Separator className="menu-sep" />

export const Label = ({ children }: { children: ReactNode }) => (
  <Radix.Label className="menu-label">{children}</Radix.Label>
)
