import { useSyncExternalStore } from 'react'
import { Button } from './ui/button.tsx'
import { Dialog, DialogFoot } from './ui/dialog.tsx'

/** Shows the question of `confirm()`; rendered once in the frame. The harmless button has the focus. */
export function ConfirmDialog() {
  const confirmation = useSyncExternalStore(confirmationStore.subscribe, confirmationStore.current)
  if (!confirmation) return null
  const { title, description, action, cancel = 'Cancel', danger, answer } = confirmation
  return (
    <Dialog
      key={title}
      title={title}
      description={description}
      role="alertdialog"
      canDismiss={false}
      onClose={() => answer(false)}
    >
      <div className="dialog-gap" />
      <DialogFoot>
        <Button size="form" onClick={() => answer(false)}>
          {cancel}
        </Button>
        <Button size="form" variant={danger ? 'danger' : 'primary'} onClick={() => answer(true)}>
          {action}
        </Button>
      </DialogFoot>
    </Dialog>
  )
}

/** A question that `confirm()` asks in a dialog. */
export type Confirmation = {
  /** Names the object: `Delete the site “Halden Docs”?` */
  title: string
  /** What happens then, and whether it can be undone. */
  description?: string
  /** Label of the button that does it, with the object's name: `Delete Halden Docs`. */
  action: string
  /** Label of the other button. */
  cancel?: string
  /** The only place with a red button. */
  danger?: boolean
}

type OpenConfirmation = Confirmation & { answer: (isConfirmed: boolean) => void }

let current: OpenConfirmation | null = null
const listeners = new Set<() => void>()

function setCurrent(next: OpenConfirmation | null): void {
  current = next
  for (const listener of listeners) listener()
}

/** Asks before what can't be undone. `if (await confirm({ title, action, danger: true })) …` */
export function confirm(confirmation: Confirmation): Promise<boolean> {
  current?.answer(false)
  return new Promise((resolve) => {
    setCurrent({
      ...confirmation,
      answer: (isConfirmed) => {
        setCurrent(null)
        resolve(isConfirmed)
      },
    })
  })
}

const confirmationStore = {
  subscribe: (listener: () => void) => {
    listeners.add(listener)
    return () => listeners.delete(listener)
  },
  current: () => current,
}
