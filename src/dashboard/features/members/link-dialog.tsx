import type { Member } from '#contract/members.ts'
import { Button } from '../../components/ui/button.tsx'
import { CopyField } from '../../components/ui/copy.tsx'
import { Dialog, DialogBody, DialogFoot } from '../../components/ui/dialog.tsx'
import { words } from '../../lib/words.ts'

export type PendingLink = { readonly member: Member; readonly url: string }

/** The link of somebody who has not come yet, to be handed over where the service sends no mail. */
export const LinkDialog = ({ link, onClose }: { link: PendingLink; onClose: () => void }) => {
  const name = link.member.user.email ?? link.member.user.displayName
  return (
    <Dialog
      title={`Link for ${name}`}
      description="This service sends no mail, so hand it over yourself. It works once, and earlier links of theirs no longer do."
      onClose={onClose}
    >
      <DialogBody>
        <CopyField text={link.url} what={`link for ${name}`} />
      </DialogBody>
      <DialogFoot>
        <Button size="form" look="ink" onClick={onClose}>
          {words.close}
        </Button>
      </DialogFoot>
    </Dialog>
  )
}
