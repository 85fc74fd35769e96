import { zodResolver } from '@hookform/resolvers/zod'
import { useState } from 'react'
import { useForm } from 'react-hook-form'
import { z } from 'zod'
import { api } from '#contract/api.ts'
import type { ChangeRequest } from '#contract/change-requests.ts'
import type { Space } from '#contract/spaces.ts'
import { RadioField, TextAreaField } from '#dashboard/components/fields.tsx'
import { Form } from '#dashboard/components/form.tsx'
import { MemberPicker, type Picked } from '#dashboard/components/member-picker.tsx'
import { Button } from '#dashboard/components/ui/button.tsx'
import { Dialog, DialogBody, DialogFoot } from '#dashboard/components/ui/dialog.tsx'
import { Field } from '#dashboard/components/ui/field.tsx'
import { useApi } from '#dashboard/data/api.ts'
import { errorMessage } from '#dashboard/data/query-client.ts'
import { quotedSubject } from '#dashboard/lib/change-request-labels.ts'
import { labels, pluralize } from '#dashboard/lib/labels.ts'
import { toast } from '#dashboard/lib/toast.ts'
import { paramsOf, type RequestRef } from './queries.ts'

const fields = z.object({ status: z.enum(['approved', 'changes-requested']), comment: z.string() })

type Props = { at: RequestRef; request: ChangeRequest; onClose: () => void }

/** Submits a review of the current revision. */
export function ReviewDialog({ at, request, onClose }: Props) {
  const form = useForm<z.infer<typeof fields>>({
    resolver: zodResolver(fields),
    defaultValues: { status: 'approved', comment: '' },
  })
  const name = quotedSubject(request)
  const creation = useApi(api.changeRequestReviews.create, {
    meta: { shown: 'in-form' },
    onSuccess: ({ status }) => {
      onClose()
      toast.done(status === 'approved' ? `Approved ${name}` : `Asked for changes in ${name}`)
    },
  })
  return (
    <Dialog
      title={`Review ${name}`}
      description="Judges what it holds now; when it is edited, it is to be judged again."
      onClose={onClose}
    >
      <Form
        form={form}
        mutation={creation}
        schema={fields}
        submit="Submit review"
        onCancel={onClose}
        onSubmit={({ status, comment }) =>
          creation.mutate({
            params: paramsOf(at),
            body: { status, ...(comment.trim() === '' ? {} : { comment: { markdown: comment.trim() } }) },
          })
        }
      >
        <RadioField
          name="status"
          label="Verdict"
          choices={[
            { value: 'approved', label: 'Approve', help: 'It can be merged as it is.' },
            { value: 'changes-requested', label: 'Ask for changes', help: 'It should not be merged yet.' },
          ]}
        />
        <TextAreaField name="comment" label="Comment" isOptional />
      </Form>
    </Dialog>
  )
}

type AskDialogProps = { at: RequestRef; space: Space; request: ChangeRequest; onClose: () => void }

/** Requests reviews, which opens a draft. */
export function RequestReviewDialog({ at, space, request, onClose }: AskDialogProps) {
  const [people, setPeople] = useState<readonly Picked[]>([])
  const reviewRequest = useApi(api.changeRequestReviews.request, {
    meta: { shown: 'in-form' },
    onSuccess: () => {
      onClose()
      toast.done(
        `Asked ${people.length === 1 ? people[0]?.name : pluralize(people.length, 'person', 'people')}`,
      )
    },
  })
  const submit = () => {
    if (people.length === 0 || reviewRequest.isPending) return
    reviewRequest.mutate({ params: paramsOf(at), body: { users: people.map(({ id }) => id) } })
  }
  return (
    <Dialog
      title={`Ask for reviews of ${quotedSubject(request)}`}
      description={request.status === 'draft' ? 'The draft is opened with it.' : undefined}
      onClose={onClose}
    >
      <form
        onSubmit={(event) => {
          event.preventDefault()
          submit()
        }}
        onKeyDown={(event) => {
          if (event.key !== 'Enter' || !(event.metaKey || event.ctrlKey)) return
          event.preventDefault()
          submit()
        }}
      >
        <DialogBody>
          <Field
            label="Reviewers"
            error={reviewRequest.error ? errorMessage(reviewRequest.error) : undefined}
          >
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
            {labels.cancel}
          </Button>
          <Button
            type="submit"
            variant="ink"
            size="form"
            keys="mod+enter"
            aria-busy={reviewRequest.isPending}
            disabledReason={people.length === 0 ? 'Choose who is to review it' : undefined}
          >
            Ask for reviews
          </Button>
        </DialogFoot>
      </form>
    </Dialog>
  )
}
