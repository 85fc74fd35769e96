import { zodResolver } from '@hookform/resolvers/zod'
import { useNavigate } from '@tanstack/react-router'
import { useForm } from 'react-hook-form'
import { z } from 'zod'
import { reusableContentTitle } from '#contract/files.ts'
import { TextField } from '../../components/fields.tsx'
import { Form } from '../../components/form.tsx'
import { Dialog } from '../../components/ui/dialog.tsx'
import { type ContentRef, useEditContent } from '../../data/content.ts'
import { reusableContentPath } from '../../data/reusable-content.ts'

const fields = z.object({ title: z.string().trim().min(1, 'Enter a title').pipe(reusableContentTitle) })

/** Creates reusable content and opens it in the editor. */
export function NewReusableContentDialog({ at, onClose }: { at: ContentRef; onClose: () => void }) {
  const navigate = useNavigate()
  const form = useForm({ resolver: zodResolver(fields), defaultValues: { title: '' } })
  const creation = useEditContent(at, {
    shown: 'in-form',
    onSuccess: async ({ changes: [created] }) => {
      if (created?.object === 'created_reusable_content')
        // Back goes to the list, not to the dialog again.
        await navigate({ to: reusableContentPath(at, created.reusableContent.id), replace: true })
      else onClose()
    },
  })
  return (
    <Dialog
      title="New reusable content"
      description="Write it once and show it on many pages. Readers don’t see the title."
      onClose={onClose}
    >
      <Form
        form={form}
        mutation={creation}
        schema={fields}
        submit="Create reusable content"
        onCancel={onClose}
        onSubmit={({ title }) =>
          creation.mutate({ changes: [{ operation: 'insert_reusable_content', title, document: {} }] })
        }
      >
        <TextField name="title" label="Title" autoComplete="off" />
      </Form>
    </Dialog>
  )
}
