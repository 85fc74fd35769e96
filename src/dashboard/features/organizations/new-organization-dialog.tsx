import { zodResolver } from '@hookform/resolvers/zod'
import { useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useForm } from 'react-hook-form'
import { api } from '#contract/api.ts'
import { TextField } from '../../components/fields.tsx'
import { Form } from '../../components/form.tsx'
import { Dialog } from '../../components/ui/dialog.tsx'
import { useApi } from '../../lib/api.ts'
import { places } from '../../lib/places.ts'
import { renewSession } from '../../lib/session.ts'

const { create } = api.organizations
const fields = create.body.pick({ title: true })

/** Makes an organization of the caller's own and goes there. */
export function NewOrganizationDialog({ onClose }: { onClose: () => void }) {
  const navigate = useNavigate()
  const client = useQueryClient()
  const form = useForm({ resolver: zodResolver(fields), defaultValues: { title: '' } })
  const making = useApi(create, {
    meta: { shown: 'in-form' },
    onSuccess: async ({ id }) => {
      await renewSession(client)
      await navigate({ to: places.home(id) })
    },
  })
  return (
    <Dialog
      title="New organization"
      description="It has its own members, spaces and sites. You become its admin."
      onClose={onClose}
    >
      <Form
        form={form}
        mutation={making}
        schema={fields}
        submit="Create organization"
        onCancel={onClose}
        onSubmit={(body) => making.mutate({ body })}
      >
        <TextField name="title" label="Title" autoComplete="organization" />
      </Form>
    </Dialog>
  )
}
