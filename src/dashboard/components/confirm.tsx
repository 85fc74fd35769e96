import { useSyncExternalStore } from 'react'
import { confirmationStore } from './confirm-store.ts'
import { Button } from './ui/button.tsx'
import { Dialog, DialogFoot } from './ui/dialog.tsx'

/** Shows the question of `confirm()`; rendered once in the frame. The harmless button has the focus. */
export function ConfirmHost() {
  const confirmation = useSyncExternalStore(confirmationStore.subscribe, confirmationStore.current)
  if (!confirmation) return null
  const { title, description, action, cancel = 'Keep it', danger, answer } = confirmation
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
        <Button size="form" variant={danger ? 'danger' : 'ink'} onClick={() => answer(true)}>
          {action}
        </Button>
      </DialogFoot>
    </Dialog>
  )
}
