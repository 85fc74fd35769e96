import { zodResolver } from '@hookform/resolvers/zod'
import { useQueryClient } from '@tanstack/react-query'
import { useForm } from 'react-hook-form'
import { z } from 'zod'
import { api } from '#contract/api.ts'
import type { Output } from '#contract/route.ts'
import type { SpaceGitSync } from '#contract/space-git-sync.ts'
import type { Space } from '#contract/spaces.ts'
import { Form } from '../../components/form.tsx'
import { Button } from '../../components/ui/button.tsx'
import { CopyField } from '../../components/ui/copy.tsx'
import { Dialog, DialogBody, DialogFoot } from '../../components/ui/dialog.tsx'
import { useApi } from '../../data/api.ts'
import { toast } from '../../lib/toast.ts'
import {
  CredentialsFields,
  credentialsFields,
  credentialsOf,
  emptyCredentials,
} from './credentials-fields.tsx'
import styles from './git-sync.module.css'
import { needsDeployKey, repositoryName } from './labels.ts'
import { showSync } from './mutations.ts'

type ConnectedProps = { sync: Output<typeof api.spaceGitSyncs.connect>; onClose: () => void }

/** The webhook of a repository that was just connected, whose secret cannot be read again. */
export const ConnectedDialog = ({ sync, onClose }: ConnectedProps) => (
  <Dialog
    title={`Connected ${repositoryName(sync.url)}`}
    description={
      needsDeployKey(sync)
        ? 'Add the key that you see next to the repository. For commits to arrive right away, add this webhook for push events too. You won’t see the secret again.'
        : 'The first sync has started. For commits to arrive right away, add this webhook for push events to the repository. You won’t see the secret again.'
    }
    canDismiss={false}
    onClose={onClose}
  >
    <DialogBody>
      <div className={styles.webhook}>
        <h3 className={styles.noticeTitle}>Webhook URL</h3>
        <CopyField text={sync.webhookUrl} what="webhook URL" />
        <h3 className={styles.noticeTitle}>Secret</h3>
        <CopyField text={sync.webhookSecret} what="webhook secret" />
      </div>
    </DialogBody>
    <Done onClose={onClose} />
  </Dialog>
)

/** A new secret, which cannot be read again. */
export const SecretDialog = ({ secret, onClose }: { secret: string; onClose: () => void }) => (
  <Dialog
    title="Secret replaced"
    description="Enter it in the webhook of the repository now. You won’t see it again."
    canDismiss={false}
    onClose={onClose}
  >
    <DialogBody>
      <CopyField text={secret} what="webhook secret" />
    </DialogBody>
    <Done onClose={onClose} />
  </Dialog>
)

const Done = ({ onClose }: { onClose: () => void }) => (
  <DialogFoot>
    <Button variant="primary" size="form" onClick={onClose}>
      Done
    </Button>
  </DialogFoot>
)

const fields = z.object({ credentials: credentialsFields })

type ReplaceProps = { space: Space; sync: SpaceGitSync; onClose: () => void }

/** Replaces what the repository is read and written with; the previous secret is gone. */
export function ReplaceCredentialsDialog({ space, sync, onClose }: ReplaceProps) {
  const client = useQueryClient()
  const { type } = sync.credentials
  const form = useForm<z.infer<typeof fields>>({
    resolver: zodResolver(fields),
    defaultValues: { credentials: { ...emptyCredentials, type: type === 'none' ? 'token' : type } },
  })
  const replacing = useApi(api.spaceGitSyncs.update, {
    meta: { shown: 'in-form' },
    onSuccess: (saved) => {
      showSync(client, saved)
      onClose()
      toast.done('Replaced the credentials')
    },
  })
  return (
    <Dialog
      title="Replace the credentials?"
      description={`Lectern deletes the current ones, and syncs with ${repositoryName(sync.url)} right away.`}
      onClose={onClose}
    >
      <Form
        form={form}
        mutation={replacing}
        schema={fields}
        submit="Replace credentials"
        onCancel={onClose}
        onSubmit={({ credentials }) =>
          replacing.mutate({
            params: { spaceId: space.id },
            body: { credentials: credentialsOf(credentials) },
            ifMatch: sync.version,
          })
        }
      >
        <CredentialsFields only={type === 'ssh' ? ['ssh'] : ['token', 'none']} />
      </Form>
    </Dialog>
  )
}
