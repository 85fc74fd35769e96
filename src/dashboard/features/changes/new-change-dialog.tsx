import { zodResolver } from '@hookform/resolvers/zod'
import { useNavigate } from '@tanstack/react-router'
import { useForm } from 'react-hook-form'
import { z } from 'zod'
import { api } from '#contract/api.ts'
import { changeRequestSubject } from '#contract/change-requests.ts'
import type { Space } from '#contract/spaces.ts'
import { TextField } from '../../components/fields.tsx'
import { Form } from '../../components/form.tsx'
import { Dialog } from '../../components/ui/dialog.tsx'
import { useApi } from '../../lib/api.ts'
import { places } from '../../lib/places.ts'

const fields = z.object({ subject: changeRequestSubject })

/** Starts a change request as a draft and goes to its pages. */
export function NewChangeDialog({ space, onClose }: { space: Space; onClose: () => void }) {
  const navigate = useNavigate()
  const form = useForm({ resolver: zodResolver(fields), defaultValues: { subject: '' } })
  const making = useApi(api.changeRequests.create, {
    meta: { shown: 'in-form' },
    onSuccess: ({ number }) => navigate({ to: places.changePart(space.id, number, 'pages') }),
  })
  return (
    <Dialog
      title="New change request"
      description="A draft on what the space says now. The space stays as it is until you merge."
      onClose={onClose}
    >
      <Form
        form={form}
        mutation={making}
        schema={fields}
        submit="Start change request"
        onCancel={onClose}
        isGuarded={false}
        onSubmit={({ subject }) =>
          making.mutate({
            params: { spaceId: space.id },
            body: subject.trim() === '' ? {} : { subject: subject.trim() },
          })
        }
      >
        <TextField name="subject" label="Subject" isOptional autoComplete="off" />
      </Form>
    </Dialog>
  )
}
