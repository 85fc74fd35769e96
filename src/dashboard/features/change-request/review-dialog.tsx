import { zodResolver } from '@hookform/resolvers/zod'
import { useForm } from 'react-hook-form'
import { z } from 'zod'
import { api } from '#contract/api.ts'
import type { ChangeRequest } from '#contract/change-requests.ts'
import { RadioField, TextAreaField } from '../../components/fields.tsx'
import { Form } from '../../components/form.tsx'
import { Dialog } from '../../components/ui/dialog.tsx'
import { useApi } from '../../lib/api.ts'
import { quotedRequest } from '../../lib/request-words.ts'
import { toast } from '../../lib/toasts.ts'
import { paramsAt, type RequestAt } from './request-queries.ts'

const fields = z.object({ status: z.enum(['approved', 'changes-requested']), comment: z.string() })

type Props = { at: RequestAt; request: ChangeRequest; onClose: () => void }

/** One's own judgement of what the request holds now. */
export function ReviewDialog({ at, request, onClose }: Props) {
  const form = useForm<z.infer<typeof fields>>({
    resolver: zodResolver(fields),
    defaultValues: { status: 'approved', comment: '' },
  })
  const name = quotedRequest(request)
  const reviewing = useApi(api.changeRequestReviews.create, {
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
        mutation={reviewing}
        schema={fields}
        submit="Submit review"
        onCancel={onClose}
        onSubmit={({ status, comment }) =>
          reviewing.mutate({
            params: paramsAt(at),
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
