import { useSyncExternalStore } from 'react'
import { confirmationStore } from './confirm.tsx'
import { Button } from './ui/button.tsx'
import { Dialog, DialogFoot } from './ui/dialog.tsx'

/** Shows the question of `confirm()`; the harmless button has the focus. */
export function ConfirmDialog() {
  const confirmation = useSyncExternalStore(confirmationStore.subscribe, confirmationStore.current)
  if (!confirmation) return null
  const { title, description, action, cancel = 'Cancel', danger, other, answer } = confirmation
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
        {other && (
          <Button size="form" variant="outline" onClick={() => answer('other')}>
            {other}
          </Button>
        )}
        <Button size="form" variant={danger ? 'danger' : 'primary'} onClick={() => answer(true)}>
          {action}
        </Button>
      </DialogFoot>
    </Dialog>
  )
}
