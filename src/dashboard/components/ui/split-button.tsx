import { ChevronDown } from 'lucide-react'
import type { ReactNode } from 'react'
import { buttonClass, IconButton, type Size, type Variant } from './button.tsx'
import { Menu } from './menu.tsx'

type Props = {
  /** The button itself. */
  children: ReactNode
  variant: Variant
  size?: Size
  /** The items of the menu. */
  items: ReactNode
}

/** A button and, joined to its end, a menu with other ways to do the same. */
export const SplitButton = ({ children, variant, size, items }: Props) => (
  <span className="btn-split">
    {children}
    <Menu
      trigger={
        <IconButton
          className={buttonClass(variant, size)}
          icon={ChevronDown}
          label="More options"
          tip={false}
        />
      }
    >
      {items}
    </Menu>
  </span>
)
