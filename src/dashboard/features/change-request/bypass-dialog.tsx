import { zodResolver } from '@hookform/resolvers/zod'
import { useForm } from 'react-hook-form'
import { z } from 'zod'
import { api } from '#contract/api.ts'
import type { ChangeRequest } from '#contract/change-requests.ts'
import { TextAreaField } from '../../components/fields.tsx'
import { Form } from '../../components/form.tsx'
import { Dialog } from '../../components/ui/dialog.tsx'
import { useApi } from '../../data/api.ts'
import { quotedSubject } from '../../lib/change-request-labels.ts'
import { toast } from '../../lib/toast.ts'
import { paramsOf, type RequestRef } from './queries.ts'

const fields = z.object({ bypassReason: z.string().trim().min(1, 'Enter a reason').max(500) })
type Values = z.infer<typeof fields>

type Props = { at: RequestRef; request: ChangeRequest; target: string; onClose: () => void }

/** Merges although rules aren’t met, with a reason. */
export function BypassDialog({ at, request, target, onClose }: Props) {
  const form = useForm<Values>({ resolver: zodResolver(fields), defaultValues: { bypassReason: '' } })
  const name = quotedSubject(request)
  const merging = useApi(api.changeRequests.merge, {
    meta: { shown: 'in-form' },
    onSuccess: ({ result }) => {
      onClose()
      if (result === 'merge') toast.done(`Merged ${name} into ${target}`)
      else toast.refused(`Couldn’t merge ${name}`, { reason: 'It conflicts with changes in the space.' })
    },
  })
  return (
    <Dialog
      title={`Merge ${name} without meeting the rules?`}
      description="Readers of the space, and of every site that shows it, see the changes right away."
      onClose={onClose}
    >
      <Form
        form={form}
        mutation={merging}
        schema={fields}
        submit="Merge change request"
        onCancel={onClose}
        onSubmit={(body) => merging.mutate({ params: paramsOf(at), body })}
      >
        <TextAreaField
          name="bypassReason"
          label="Reason"
          help="The reason goes into the audit log."
          rows={3}
        />
      </Form>
    </Dialog>
  )
}
