import { zodResolver } from '@hookform/resolvers/zod'
import { useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { useForm } from 'react-hook-form'
import { api } from '#contract/api.ts'
import type { Organization } from '#contract/organizations.ts'
import { EmojiField, TextField } from '../../components/fields.tsx'
import { Form } from '../../components/form.tsx'
import { Dialog } from '../../components/ui/dialog.tsx'
import { useApi } from '../../lib/api.ts'
import { places } from '../../lib/places.ts'
import { toast } from '../../lib/toasts.ts'
import { words } from '../../lib/words.ts'
import { showNew } from './library-cache.ts'
import { titleOf } from './library-rows.ts'
import { PlaceField, placeToCreateIn } from './place-field.tsx'
import type { Known } from './use-index.ts'

type Props = {
  organization: Organization
  known: Known
  parentId: string | null
  /** What it is to be called, where that was said before. */
  title: string
  onClose: () => void
  onMade: (parentId: string) => void
}

const { create } = api.spaces
const fields = create.body.pick({ title: true, emoji: true })

/** Makes a space, last in its collection. */
export function NewSpaceDialog({ organization, known, parentId, title, onClose, onMade }: Props) {
  const navigate = useNavigate()
  const client = useQueryClient()
  const mayCreateAtTop = organization.permissions.createContent
  const [chosen, setChosen] = useState<string | null | undefined>()
  const place = chosen === undefined ? placeToCreateIn(known, mayCreateAtTop, parentId) : chosen
  const form = useForm({ resolver: zodResolver(fields), defaultValues: { title } })
  const making = useApi(create, {
    meta: { shown: 'in-form' },
    onSuccess: (made) => {
      showNew(client, organization.id, made)
      if (made.parent) onMade(made.parent)
      onClose()
      toast.done(`Created ${words.quoted(titleOf(made))}`, {
        act: { label: 'Open', run: () => void navigate({ to: places.space(made.id) }) },
      })
    },
  })
  return (
    <Dialog title="New space" description="It holds the pages of one subject." onClose={onClose}>
      <Form
        form={form}
        mutation={making}
        schema={fields}
        submit="Create space"
        onCancel={onClose}
        onSubmit={({ title: called, emoji }) =>
          making.mutate({
            params: { organizationId: organization.id },
            body: {
              ...(called ? { title: called } : {}),
              ...(emoji ? { emoji } : {}),
              ...(place ? { parent: place } : {}),
            },
          })
        }
      >
        <div className="lib-titled">
          <TextField name="title" label="Title" placeholder={words.untitled} autoComplete="off" />
          <EmojiField name="emoji" label="Emoji" />
        </div>
        <PlaceField known={known} mayCreateAtTop={mayCreateAtTop} value={place} onChange={setChosen} />
      </Form>
    </Dialog>
  )
}
