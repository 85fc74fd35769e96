import { zodResolver } from '@hookform/resolvers/zod'
import { useNavigate } from '@tanstack/react-router'
import { useForm } from 'react-hook-form'
import { api } from '#contract/api.ts'
import type { Organization } from '#contract/organizations.ts'
import { EmojiField, TextField } from '../../components/fields.tsx'
import { Form } from '../../components/form.tsx'
import { useCrumbs } from '../../hooks/use-crumbs.ts'
import { useApi } from '../../lib/api.ts'
import { places } from '../../lib/places.ts'
import './library.css'

const { create } = api.spaces
const fields = create.body.pick({ title: true, emoji: true })

/** Makes the space that an import goes into, and leads on to the import itself. */
export function ImportStart({ organization }: { organization: Organization }) {
  useCrumbs([{ title: 'Import' }])
  const navigate = useNavigate()
  const form = useForm({ resolver: zodResolver(fields), defaultValues: { title: '' } })
  const making = useApi(create, {
    meta: { shown: 'in-form' },
    onSuccess: ({ id }) => void navigate({ to: places.spaceImport(id) }),
  })
  return (
    <>
      <div className="page-head">
        <div className="title-row">
          <h1>Import what you have</h1>
        </div>
      </div>
      <div className="lib-import">
        <p className="soft">
          Pages go into a space. Name a new one here; to add to a space that is there, open it and choose
          Import.
        </p>
        <Form
          form={form}
          mutation={making}
          schema={fields}
          shape="page"
          submit="Create space and choose what to import"
          onSubmit={({ title, emoji }) =>
            making.mutate({
              params: { organizationId: organization.id },
              body: { ...(title ? { title } : {}), ...(emoji ? { emoji } : {}) },
            })
          }
        >
          <div className="lib-titled">
            <TextField name="title" label="Title" placeholder="Untitled" autoComplete="off" />
            <EmojiField name="emoji" label="Emoji" />
          </div>
        </Form>
      </div>
    </>
  )
}
