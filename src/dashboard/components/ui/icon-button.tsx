import { clsx } from 'clsx'
import type { LucideIcon } from 'lucide-react'
import type { ComponentProps } from 'react'
import { Icon } from './icon.tsx'
import { Tooltip } from './tooltip.tsx'

type Props = Omit<ComponentProps<'button'>, 'children'> & {
  /** Its name, for screen readers and tests, and in the tooltip. */
  label: string
  icon: LucideIcon
  small?: boolean
  keys?: string | undefined
  /** False inside rows, where hundreds of tooltips would be slow. */
  tip?: boolean
}

/** A square button with an icon and a name. */
export function IconButton({ label, icon, small, keys, tip = true, className, ...rest }: Props) {
  const button = (
    <button
      type="button"
      {...rest}
      aria-label={label}
      className={clsx('btn btn-icon', small && 'btn-s', className)}
    >
      <Icon of={icon} />
    </button>
  )
  return tip ? (
    <Tooltip text={label} keys={keys}>
      {button}
    </Tooltip>
  ) : (
    button
  )
}
