import { zodResolver } from '@hookform/resolvers/zod'
import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { useForm } from 'react-hook-form'
import { api } from '#contract/api.ts'
import type { Organization } from '#contract/organizations.ts'
import type { Input } from '#contract/route.ts'
import { RadioField, TextField } from '../../components/fields.tsx'
import { Form } from '../../components/form.tsx'
import { SpacePicker } from '../../components/space-picker.tsx'
import { Dialog } from '../../components/ui/dialog.tsx'
import { Field } from '../../components/ui/field.tsx'
import { ChoiceLine, Radio } from '../../components/ui/inputs.tsx'
import { useApi } from '../../lib/api.ts'
import { places } from '../../lib/places.ts'
import { useSpacesToPick } from '../../lib/spaces-to-pick.ts'
import { audienceMeans, audiences } from './site-words.ts'

const { create } = api.sites
const fields = create.body.pick({ title: true, visibility: true })
type Spaces = NonNullable<NonNullable<Input<typeof create>['body']>['spaces']>

/** Makes a site of spaces from the library, or of a sample, and goes to it. */
export function NewSiteDialog({
  organization,
  onClose,
}: {
  organization: Organization
  onClose: () => void
}) {
  const navigate = useNavigate()
  const [spaces, setSpaces] = useState<Spaces>([])
  const form = useForm({
    resolver: zodResolver(fields),
    defaultValues: { title: '', visibility: 'public' as const },
  })
  const params = { organizationId: organization.id }
  const making = useApi(create, {
    meta: { shown: 'in-form' },
    onSuccess: ({ id }) => navigate({ to: places.site(organization.id, id) }),
  })
  return (
    <Dialog title="New site" description="Readers find it once you publish it." onClose={onClose}>
      <Form
        form={form}
        mutation={making}
        schema={fields}
        submit="Make site"
        onCancel={onClose}
        onSubmit={(body) => making.mutate({ params, body: { ...body, spaces } })}
      >
        <TextField name="title" label="Title" autoComplete="off" />
        <RadioField
          name="visibility"
          label="Audience"
          choices={[
            { value: 'public', label: audiences.public, help: audienceMeans.public },
            { value: 'unlisted', label: audiences.unlisted, help: audienceMeans.unlisted },
          ]}
        />
        <BeginWith organizationId={organization.id} value={spaces} onChange={setSpaces} />
      </Form>
    </Dialog>
  )
}

type BeginProps = { organizationId: string; value: Spaces; onChange: (spaces: Spaces) => void }

/** Spaces in their order, or one that is made with a few example pages. */
function BeginWith({ organizationId, value, onChange }: BeginProps) {
  const { spaces, isLoading } = useSpacesToPick(organizationId)
  const isSample = value === 'sample'
  return (
    <>
      <fieldset className="field">
        <legend className="label">Begin with</legend>
        <ChoiceLine control={<Radio name="begin" checked={!isSample} onChange={() => onChange([])} />}>
          Spaces from the library
        </ChoiceLine>
        <ChoiceLine
          control={<Radio name="begin" checked={isSample} onChange={() => onChange('sample')} />}
          help="A new space with a few pages that show what a page can hold"
        >
          A sample
        </ChoiceLine>
      </fieldset>
      {typeof value !== 'string' && (
        <Field
          label="Spaces"
          isOptional
          help="The first one stands at the site’s own address. More can be added later."
        >
          {(tied) => (
            <SpacePicker
              {...tied}
              many
              label="Spaces"
              spaces={spaces}
              isLoading={isLoading}
              chosen={value}
              onChange={(ids) => onChange([...ids])}
            />
          )}
        </Field>
      )}
    </>
  )
}
