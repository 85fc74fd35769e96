import { useSyncExternalStore } from 'react'
import { question } from './confirm-store.ts'
import { Button } from './ui/button.tsx'
import { Dialog, DialogFoot } from './ui/dialog.tsx'

/** Shows what `confirm()` asks; stands once in the frame. The harmless button has the focus. */
export function ConfirmHost() {
  const asked = useSyncExternalStore(question.subscribe, question.asked)
  if (!asked) return null
  const { title, description, act, keep = 'Keep it', danger, answer } = asked
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
          {keep}
        </Button>
        <Button size="form" look={danger ? 'danger' : 'ink'} onClick={() => answer(true)}>
          {act}
        </Button>
      </DialogFoot>
    </Dialog>
  )
}
