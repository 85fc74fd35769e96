import * as Radix from '@radix-ui/react-dropdown-menu'
import { clsx } from 'clsx'
import { Check, type LucideIcon } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { Icon } from './icon.tsx'
import { Keys } from './kbd.tsx'

type MenuProps = {
  /** The button that opens it; takes a ref and props. */
  trigger: ReactNode
  children: ReactNode
  align?: 'start' | 'end'
  side?: 'top' | 'bottom' | 'right'
  open?: boolean
  onOpenChange?: (open: boolean) => void
  /** True when what was chosen took the focus, so that it must not go back to the button. */
  keepsFocus?: () => boolean
}

/**
 * Acts on one thing. Opens 4 below its button with the right edges flush; below 900 px a sheet at the bottom. Not
 * modal, since the modal kind locks scrolling with a style element that our content policy refuses.
 */
export function Menu(props: MenuProps) {
  const { trigger, children, align = 'end', side = 'bottom', keepsFocus, onOpenChange, ...state } = props
  const [container, setContainer] = useState(() => (state.open ? around() : undefined))
  const turn = (open: boolean) => {
    if (open) setContainer(around())
    onOpenChange?.(open)
  }
  return (
    <Radix.Root modal={false} {...state} onOpenChange={turn}>
      <Radix.Trigger asChild>{trigger}</Radix.Trigger>
      <Radix.Portal container={container}>
        <Radix.Content
          className="menu"
          align={align}
          side={side}
          sideOffset={4}
          collisionPadding={8}
          onCloseAutoFocus={(event) => keepsFocus?.() && event.preventDefault()}
        >
          {children}
        </Radix.Content>
      </Radix.Portal>
    </Radix.Root>
  )
}

/** The container of the menu: the landmark or dialog it belongs to, looked up when it opens. */
const around = (): Element =>
  document.querySelector('[role="dialog"]') ?? document.querySelector('main') ?? document.body

type ItemProps = {
  icon?: LucideIcon
  keys?: string
  /** A destructive item; comes last, after a separator. */
  danger?: boolean
  /** Why it cannot be chosen now. */
  disabledReason?: string | undefined
  onSelect?: () => void
  children: ReactNode
}

export const MenuItem = ({ icon, keys, danger, disabledReason, onSelect, children }: ItemProps) => (
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

type LinkItemProps = {
  icon?: LucideIcon
  keys?: string /** A link with its words inside. */
  children: ReactNode
}

/** An item that is a link: `<MenuLink><Link to="…">Open</Link></MenuLink>`. */
export const MenuLink = ({ children }: LinkItemProps) => (
  <Radix.Item asChild className="menu-item">
    {children}
  </Radix.Item>
)

type OptionsProps<T extends string> = { value: T; onChange: (value: T) => void; children: ReactNode }

/** One of several, with `MenuOption`s inside. */
export const MenuOptions = <T extends string>({ value, onChange, children }: OptionsProps<T>) => (
  <Radix.RadioGroup value={value} onValueChange={(next) => onChange(next as T)}>
    {children}
  </Radix.RadioGroup>
)

type OptionProps = {
  value: string
  help?: string | undefined
  /** Why it cannot be chosen now. */
  disabledReason?: string | undefined
  children: ReactNode
}

export const MenuOption = ({ value, help, disabledReason, children }: OptionProps) => (
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

export const MenuSeparator = () => <Radix.Separator className="menu-sep" />

export const MenuLabel = ({ children }: { children: ReactNode }) => (
  <Radix.Label className="menu-label">{children}</Radix.Label>
)
