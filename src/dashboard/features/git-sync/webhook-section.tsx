import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { api } from '#contract/api.ts'
import type { SpaceGitSync } from '#contract/space-git-sync.ts'
import { confirm } from '../../components/confirm.tsx'
import { Button } from '../../components/ui/button.tsx'
import { CopyField } from '../../components/ui/copy.tsx'
import { useApi } from '../../data/api.ts'
import styles from './git-sync.module.css'
import { repositoryName } from './labels.ts'
import { showSync } from './mutations.ts'
import { SecretDialog } from './sync-dialogs.tsx'

/** Where the Git service reports pushes, and a new secret for it. */
export function WebhookSection({ sync }: { sync: SpaceGitSync }) {
  const client = useQueryClient()
  const [secret, setSecret] = useState<string>()
  const rotating = useApi(api.spaceGitSyncs.rotateSecret, {
    meta: { refused: 'Couldn’t replace the secret' },
    onSuccess: ({ webhookSecret, ...rest }) => {
      showSync(client, rest)
      setSecret(webhookSecret)
    },
  })
  const onReplace = async () => {
    const isSure = await confirm({
      title: 'Replace the secret of the webhook?',
      description: `Webhooks of ${repositoryName(sync.url)} with the current secret stop working right away. You get the new one once.`,
      action: 'Replace secret',
    })
    if (isSure) rotating.mutate({ params: { spaceId: sync.space } })
  }
  return (
    <section aria-labelledby="git-webhook">
      <h2 id="git-webhook">Webhook</h2>
      <div className={styles.webhook}>
        <p className="soft">
          Add this URL to the repository as a webhook for push events, with content type JSON and the secret
          that you got when you connected it. Commits then arrive right away.
        </p>
        <CopyField text={sync.webhookUrl} what="webhook URL" />
        <p>
          <Button variant="outline" aria-busy={rotating.isPending} onClick={() => void onReplace()}>
            Replace secret
          </Button>
        </p>
      </div>
      {secret !== undefined && <SecretDialog secret={secret} onClose={() => setSecret(undefined)} />}
    </section>
  )
}
