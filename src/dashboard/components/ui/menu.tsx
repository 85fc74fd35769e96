import { type KeyboardEvent, type MouseEvent, type ReactNode, useEffect, useState } from 'react'
import type { ItemProps, MenuProps, OptionProps, OptionsProps } from './menu-parts.tsx'
import { overlays } from './overlays.ts'
import { withProps } from './trigger.ts'

/** Acts on one thing. Only its button is there until it opens for the first time, because lists have many. */
export function Menu(props: MenuProps) {
  const [firstOpenedBy, setFirstOpenedBy] = useState<'pointer' | 'keys' | null>(null)
  const open = (by: 'pointer' | 'keys') =>
    overlays.whenLoaded(() => {
      setFirstOpenedBy(by)
      props.onOpenChange?.(true)
    })
  const { offset } = props
  useEffect(() => {
    if (offset !== undefined && firstOpenedBy === null) open('pointer')
  }, [offset])
  if (firstOpenedBy !== null) {
    const { OpenedMenu } = overlays.get()
    return <OpenedMenu {...props} isFirstByKeys={firstOpenedBy === 'keys'} />
  }
  return withProps(props.trigger, {
    'aria-haspopup': 'menu',
    'aria-expanded': false,
    onPointerEnter: overlays.prefetch,
    onFocus: overlays.prefetch,
    // A key that presses a button sends a click without a count.
    onClick: ({ detail }: MouseEvent) => open(detail === 0 ? 'keys' : 'pointer'),
    onKeyDown: (event: KeyboardEvent) => {
      if (event.key !== 'ArrowDown') return
      event.preventDefault()
      open('keys')
    },
  })
}

// What is inside of a menu is rendered only after it has opened, so its parts are loaded.

export const MenuItem = (props: ItemProps) => {
  const { Item } = overlays.get()
  return <Item {...props} />
}

/** An item that is a link: `<MenuLink><Link to="…">Open</Link></MenuLink>`. */
export const MenuLink = ({ children }: { /** A link with its words inside. */ children: ReactNode }) => {
  const { LinkItem } = overlays.get()
  return <LinkItem>{children}</LinkItem>
}

/** One of several, with `MenuOption`s inside. */
export const MenuOptions = <T extends string>(props: OptionsProps<T>) => {
  const { Options } = overlays.get()
  return <Options<T> {...props} />
}

export const MenuOption = (props: OptionProps) => {
  const { Option } = overlays.get()
  return <Option {...props} />
}

export const MenuSeparator = () => {
  const { Separator } = overlays.get()
  return <Separator />
}

export const MenuLabel = ({ children }: { children: ReactNode }) => {
  const { Label } = overlays.get()
  return <Label>{children}</Label>
}
