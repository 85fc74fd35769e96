import * as Radix from '@radix-ui/react-dialog'
import { X } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { type FocusPosition, focusMain, focusNear, positionOf } from '../../lib/focus.ts'
import { labels } from '../../lib/labels.ts'
import { IconButton } from './button.tsx'

type Props = {
  title: ReactNode
  description?: ReactNode
  onClose: () => void
  /** `DialogBody` and `DialogFoot`, or a `Form` that brings both. */
  children: ReactNode
  /** False where only one of the buttons may close it. */
  canDismiss?: boolean
  role?: 'dialog' | 'alertdialog'
  /** For tables. */
  size?: 'wide' | undefined
}

/**
 * Mounted means open: whoever renders it decides, usually the URL (`?dialog=new`). The first field has the focus;
 * afterwards it goes back to where it came from. The scrim is our own, since the one of the library locks scrolling
 * with a style element that our content policy refuses; the page behind never scrolls anyway.
 */
export function Dialog({
  title,
  description,
  onClose,
  children,
  canDismiss = true,
  role = 'dialog',
  size,
}: Props) {
  const [cameFrom] = useState(previousFocus)
  return (
    <Radix.Root open onOpenChange={(open) => !open && onClose()}>
      <Radix.Portal>
        <div className="scrim">
          <Radix.Content
            className={size === 'wide' ? 'dialog is-wide' : 'dialog'}
            role={role}
            aria-modal="true"
            {...(description ? {} : { 'aria-describedby': undefined })}
            onOpenAutoFocus={focusFirstField}
            onCloseAutoFocus={(event) => giveBack(event, cameFrom)}
            onPointerDownOutside={(event) => !canDismiss && event.preventDefault()}
            onInteractOutside={(event) => isOnToast(event) && event.preventDefault()}
          >
            <div className="dialog-head">
              <div>
                <Radix.Title asChild>
                  <h2>{title}</h2>
                </Radix.Title>
                {description && (
                  <Radix.Description asChild>
                    <p>{description}</p>
                  </Radix.Description>
                )}
              </div>
              {canDismiss && (
                <IconButton
                  label={labels.close}
                  icon={X}
                  className="btn-plain"
                  onClick={onClose}
                  tip={false}
                />
              )}
            </div>
            {children}
          </Radix.Content>
        </div>
      </Radix.Portal>
    </Radix.Root>
  )
}

export const DialogBody = ({ children }: { children: ReactNode }) => (
  <div className="dialog-body">{children}</div>
)

/** The buttons; `note` says something small at the left. */
export const DialogFoot = ({ note, children }: { note?: ReactNode; children: ReactNode }) => (
  <div className="dialog-foot">
    {note && <span className="note">{note}</span>}
    {children}
  </div>
)

function focusFirstField(event: Event): void {
  const dialog = event.currentTarget
  if (!(dialog instanceof HTMLElement)) return
  const field = dialog.querySelector<HTMLElement>(
    '.dialog-body :is(input, textarea, select, button):not([disabled], [type="hidden"]), .dialog-foot button',
  )
  if (!field) return
  event.preventDefault()
  field.focus()
  if (field instanceof HTMLInputElement && field.type === 'text') field.select()
}

/** Whatever has taken the focus on purpose, such as the new row, has it. */
function giveBack(event: Event, to: FocusPosition | null): void {
  event.preventDefault()
  if (document.activeElement !== document.body && document.activeElement?.closest('.dialog') === null) return
  if (to === null || !focusNear(to)) focusMain()
}

const isOnToast = (event: { target: EventTarget | null }): boolean =>
  event.target instanceof Element && event.target.closest('.toasts') !== null

/** The button of the menu that a dialog was opened from stays, its item does not. */
function previousFocus(): FocusPosition | null {
  const focused = document.activeElement
  const opener = focused?.closest('[role="menu"]')?.getAttribute('aria-labelledby')
  const element = opener ? document.getElementById(opener) : focused
  return element === null || element === document.body ? null : positionOf(element)
}
