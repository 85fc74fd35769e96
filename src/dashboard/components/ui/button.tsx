import { clsx } from 'clsx'
import type { LucideIcon } from 'lucide-react'
import { type ComponentProps, type ReactNode, useId } from 'react'
import { Icon } from './icon.tsx'
import { Keys } from './kbd.tsx'
import { Tooltip } from './tooltip.tsx'

export type Variant = 'inherit' | 'primary' | 'outline' | 'plain' | 'danger' | 'danger-outline'
/** 28 high; `small` 24; `form` 32, for forms and dialogs. */
export type Size = 'small' | 'form'

type OwnProps = {
  /** `inherit` takes the colors of its background, such as the bulk bar. */
  variant?: Variant | undefined
  size?: Size | undefined
  icon?: LucideIcon | undefined
  /** The shortcut shown at the right, such as `mod+enter`. */
  keys?: string | undefined
  /** Why the button is disabled; it remains focusable and says so. */
  disabledReason?: string | undefined
  children?: ReactNode
}

export type ButtonProps = OwnProps & Omit<ComponentProps<'button'>, keyof OwnProps>

/** The class names of a button, for links that look like one: `<Link className={buttonClass('primary')}>`. */
export const buttonClass = (variant?: Variant, size?: Size, more?: string) =>
  clsx(
    'btn',
    variant && variant !== 'inherit' && `btn-${variant}`,
    size === 'small' && 'btn-s',
    size === 'form' && 'btn-form',
    more,
  )

/** Inside of a button or of a link in its look: icon, word, keys. */
export const ButtonContent = ({ icon, size, keys, children }: OwnProps) => (
  <>
    {icon && <Icon of={icon} size={size === 'small' ? 's' : undefined} />}
    <span>{children}</span>
    {keys && <Keys of={keys} />}
  </>
)

/** A button. `primary` at most once per screen, `danger` only in a confirmation. */
export function Button({
  variant = 'plain',
  size,
  icon,
  keys,
  disabledReason,
  children,
  className,
  ...rest
}: ButtonProps) {
  const face = <ButtonContent {...{ icon, size, keys, children }} />
  const shape = buttonClass(variant, size, className)
  if (disabledReason) return <Refusing {...rest} className={shape} reason={disabledReason} face={face} />
  return (
    <button type="button" {...rest} className={shape}>
      {face}
    </button>
  )
}

type RefusingProps = ComponentProps<'button'> & { reason: string; face: ReactNode }

/** Disabled with a reason: a tooltip for the pointer, a description for screen readers. */
function Refusing({ reason, face, onClick: _off, ...rest }: RefusingProps) {
  const id = useId()
  return (
    <>
      <Tooltip text={reason}>
        <button
          {...rest}
          type="button"
          aria-disabled="true"
          aria-describedby={id}
          onClick={(event) => event.preventDefault()}
        >
          {face}
        </button>
      </Tooltip>
      <span id={id} hidden>
        {reason}
      </span>
    </>
  )
}

type IconButtonProps = Omit<ComponentProps<'button'>, 'children'> & {
  /** Its name, for screen readers and tests, and in the tooltip. */
  label: string
  icon: LucideIcon
  small?: boolean
  keys?: string | undefined
  /** False inside rows, where hundreds of tooltips would be slow. */
  tip?: boolean
}

/** A square button with an icon and a name. */
export function IconButton({ label, icon, small, keys, tip = true, className, ...rest }: IconButtonProps) {
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
