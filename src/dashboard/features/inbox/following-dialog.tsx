import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { api } from '#contract/api.ts'
import { type AutomaticFollow, automaticFollows } from '#contract/follows.ts'
import { QueryStates } from '../../components/query-states.tsx'
import { Dialog, DialogBody } from '../../components/ui/dialog.tsx'
import { Checkbox, ChoiceLine } from '../../components/ui/inputs.tsx'
import { useApi } from '../../data/api.ts'
import styles from './inbox.module.css'
import { followingQuery } from './queries.ts'

const choices: Readonly<Record<AutomaticFollow, string>> = {
  authored: 'Change requests that you create',
  edited: 'Pages and change requests that you edit',
  commented: 'What you comment on',
  requested: 'Change requests that you’re asked to review',
}

type Props = { organizationId: string; onClose: () => void }

/** What the user follows without asking for it. Each choice is saved right away. */
export function FollowingDialog({ organizationId, onClose }: Props) {
  const client = useQueryClient()
  const read = useQuery(followingQuery(organizationId))
  // Shown until the service has answered.
  const [chosen, setChosen] = useState<Partial<Record<AutomaticFollow, boolean>>>({})
  const update = useApi(api.notificationSettings.update, {
    meta: { refused: 'Couldn’t save what you follow' },
    onSuccess: (saved) => client.setQueryData(followingQuery(organizationId).queryKey, saved),
    onSettled: () => setChosen({}),
  })
  const save = (change: Partial<Record<AutomaticFollow, boolean>>) => {
    setChosen({ ...chosen, ...change })
    update.mutate({ params: { organizationId }, body: { follow: change } })
  }
  return (
    <Dialog
      title="Follow automatically"
      description="You’re notified of changes to what you follow. Your choice applies from now on."
      onClose={onClose}
    >
      <DialogBody>
        <QueryStates read={read} name="The settings">
          {({ follow }) => (
            <fieldset className={styles.follows}>
              <legend className="sr">Follow automatically</legend>
              {automaticFollows.map((reason) => (
                <ChoiceLine
                  key={reason}
                  control={
                    <Checkbox
                      checked={chosen[reason] ?? follow[reason]}
                      onChange={({ target }) => save({ [reason]: target.checked })}
                    />
                  }
                >
                  {choices[reason]}
                </ChoiceLine>
              ))}
            </fieldset>
          )}
        </QueryStates>
      </DialogBody>
    </Dialog>
  )
}
