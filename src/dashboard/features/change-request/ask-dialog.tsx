import { useState } from 'react'
import { api } from '#contract/api.ts'
import type { ChangeRequest } from '#contract/change-requests.ts'
import type { Space } from '#contract/spaces.ts'
import { MemberPicker, type Picked } from '../../components/member-picker.tsx'
import { Button } from '../../components/ui/button.tsx'
import { Dialog, DialogBody, DialogFoot } from '../../components/ui/dialog.tsx'
import { Field } from '../../components/ui/field.tsx'
import { useApi } from '../../lib/api.ts'
import { reasonOf } from '../../lib/query-client.ts'
import { quotedRequest } from '../../lib/request-words.ts'
import { toast } from '../../lib/toasts.ts'
import { counted, words } from '../../lib/words.ts'
import { paramsAt, type RequestAt } from './request-queries.ts'

type Props = { at: RequestAt; space: Space; request: ChangeRequest; onClose: () => void }

/** Asks people to judge the request, which opens a draft. */
export function AskDialog({ at, space, request, onClose }: Props) {
  const [people, setPeople] = useState<readonly Picked[]>([])
  const asking = useApi(api.changeRequestReviews.request, {
    meta: { shown: 'in-form' },
    onSuccess: () => {
      onClose()
      toast.done(
        `Asked ${people.length === 1 ? people[0]?.name : counted(people.length, 'person', 'people')}`,
      )
    },
  })
  const ask = () => {
    if (people.length === 0 || asking.isPending) return
    asking.mutate({ params: paramsAt(at), body: { users: people.map(({ id }) => id) } })
  }
  return (
    <Dialog
      title={`Ask for reviews of ${quotedRequest(request)}`}
      description={request.status === 'draft' ? 'The draft is opened with it.' : undefined}
      onClose={onClose}
    >
      <form
        onSubmit={(event) => {
          event.preventDefault()
          ask()
        }}
        onKeyDown={(event) => {
          if (event.key !== 'Enter' || !(event.metaKey || event.ctrlKey)) return
          event.preventDefault()
          ask()
        }}
      >
        <DialogBody>
          <Field label="Reviewers" error={asking.error ? reasonOf(asking.error) : undefined}>
            {(tied) => (
              <MemberPicker
                {...tied}
                many
                takesAddresses={false}
                refusalOf={({ id }) => (id === request.createdBy.id ? 'Made this' : undefined)}
                organizationId={space.organization}
                label="Members"
                chosen={people}
                onChange={setPeople}
              />
            )}
          </Field>
        </DialogBody>
        <DialogFoot>
          <Button size="form" onClick={onClose}>
            {words.cancel}
          </Button>
          <Button
            type="submit"
            look="ink"
            size="form"
            keys="mod+enter"
            aria-busy={asking.isPending}
            disabledReason={people.length === 0 ? 'Choose who is to review it' : undefined}
          >
            Ask for reviews
          </Button>
        </DialogFoot>
      </form>
    </Dialog>
  )
}
