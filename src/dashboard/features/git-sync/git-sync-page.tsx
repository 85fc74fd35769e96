import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import type { api } from '#contract/api.ts'
import type { Output } from '#contract/route.ts'
import type { SpaceGitSync } from '#contract/space-git-sync.ts'
import type { Space } from '#contract/spaces.ts'
import { AskForAccess } from '../../components/ask-for-access/ask-for-access.tsx'
import { QueryStates } from '../../components/query-states.tsx'
import { NoPermission } from '../../components/ui/states.tsx'
import { spaceSubject } from '../../data/access.ts'
import { gitSyncQuery } from '../../data/git-sync.ts'
import { labels } from '../../lib/labels.ts'
import { ConnectForm } from './connect-form.tsx'
import { ConnectedSync } from './connected-sync.tsx'
import { showSync } from './mutations.ts'
import { ConnectedDialog } from './sync-dialogs.tsx'

type Props = {
  space: Space
  isReplacing: boolean
  onReplacingChange: (is: boolean) => void
}

type Connected = Output<typeof api.spaceGitSyncs.connect>

/** The Git repository that a space is synced with. */
export function GitSyncPage({ space, isReplacing, onReplacingChange }: Props) {
  const client = useQueryClient()
  const [connected, setConnected] = useState<Connected>()
  // The settings of a repository that is disconnected are those of the next one to begin with.
  const [former, setFormer] = useState<SpaceGitSync>()
  const read = useQuery({ ...gitSyncQuery(space.id), enabled: space.permissions.admin })
  if (read.data && read.data !== former) setFormer(read.data)
  if (!space.permissions.admin) {
    return (
      <NoPermission
        title="You can’t manage Git sync here"
        actions={<AskForAccess subject={spaceSubject(space)} needed="create" />}
      >
        You need the Create or Admin role in {labels.quoted(space.title || labels.untitled)}.
      </NoPermission>
    )
  }
  const onConnected = (sync: Connected) => {
    const { webhookSecret: _, ...rest } = sync
    showSync(client, rest)
    setConnected(sync)
  }
  return (
    <div className="scroll">
      <QueryStates read={read} name="Git sync">
        {(sync) => (
          <div className="settings">
            {sync === null ? (
              <ConnectForm space={space} former={former} onConnected={onConnected} />
            ) : (
              <ConnectedSync
                space={space}
                sync={sync}
                isReplacing={isReplacing}
                onReplacingChange={onReplacingChange}
              />
            )}
          </div>
        )}
      </QueryStates>
      {connected && <ConnectedDialog sync={connected} onClose={() => setConnected(undefined)} />}
    </div>
  )
}
