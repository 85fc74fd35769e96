import { zodResolver } from '@hookform/resolvers/zod'
import { useForm } from 'react-hook-form'
import { z } from 'zod'
import { reusableContentTitle } from '#contract/files.ts'
import { TextField } from '../../components/fields.tsx'
import { Form } from '../../components/form.tsx'
import { Dialog } from '../../components/ui/dialog.tsx'
import { type ContentRef, useEditContent } from '../../data/content.ts'

const fields = z.object({ title: z.string().trim().min(1, 'Enter a title').pipe(reusableContentTitle) })

type Props = {
  at: ContentRef
  /** The text of the new reusable content. */
  markdown: string
  onClose: () => void
  /** Called with the id of the reusable content, which the page is to show instead. */
  onCreated: (id: string) => void
}

/** Creates reusable content from blocks of a page. */
export function TurnIntoReusableDialog({ at, markdown, onClose, onCreated }: Props) {
  const form = useForm({ resolver: zodResolver(fields), defaultValues: { title: '' } })
  const creation = useEditContent(at, {
    shown: 'in-form',
    onSuccess: ({ changes: [created] }) => {
      onClose()
      if (created?.object === 'created_reusable_content') onCreated(created.reusableContent.id)
    },
  })
  return (
    <Dialog
      title="Turn into reusable content"
      description="The selected blocks become reusable content, which this page shows in their place."
      onClose={onClose}
    >
      <Form
        form={form}
        mutation={creation}
        schema={fields}
        submit="Create reusable content"
        onCancel={onClose}
        onSubmit={({ title }) =>
          creation.mutate({
            changes: [{ operation: 'insert_reusable_content', title, document: { markdown } }],
          })
        }
      >
        <TextField name="title" label="Title" autoComplete="off" />
      </Form>
    </Dialog>
  )
}
