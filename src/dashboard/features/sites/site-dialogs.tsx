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
import { useApi } from '../../data/api.ts'
import { useSpaceOptions } from '../../data/spaces.ts'
import { paths } from '../../lib/paths.ts'
import { audienceDescriptions, audienceLabels } from './labels.tsx'

const { create } = api.sites
const fields = create.body.pick({ title: true, visibility: true })
type Spaces = NonNullable<NonNullable<Input<typeof create>['body']>['spaces']>

/** Creates a site from spaces of the library or from a sample, and opens it. */
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
  const creation = useApi(create, {
    meta: { shown: 'in-form' },
    // Back goes to the list, not to the dialog again.
    onSuccess: ({ id }) => navigate({ to: paths.site(organization.id, id), replace: true }),
  })
  return (
    <Dialog title="New site" description="Readers can’t see it until you publish it." onClose={onClose}>
      <Form
        form={form}
        mutation={creation}
        schema={fields}
        submit="Create site"
        onCancel={onClose}
        onSubmit={(body) => creation.mutate({ params, body: { ...body, spaces } })}
      >
        <TextField name="title" label="Title" autoComplete="off" />
        <RadioField
          name="visibility"
          label="Audience"
          choices={[
            { value: 'public', label: audienceLabels.public, help: audienceDescriptions.public },
            { value: 'unlisted', label: audienceLabels.unlisted, help: audienceDescriptions.unlisted },
          ]}
        />
        <InitialSpaces organizationId={organization.id} value={spaces} onChange={setSpaces} />
      </Form>
    </Dialog>
  )
}

type InitialSpacesProps = { organizationId: string; value: Spaces; onChange: (spaces: Spaces) => void }

/** Spaces of the library in order, or a new sample space. */
function InitialSpaces({ organizationId, value, onChange }: InitialSpacesProps) {
  const { spaces, isLoading } = useSpaceOptions(organizationId)
  const isSample = value === 'sample'
  return (
    <>
      <fieldset className="field">
        <legend className="label">Start with</legend>
        <ChoiceLine control={<Radio name="begin" checked={!isSample} onChange={() => onChange([])} />}>
          Spaces from the library
        </ChoiceLine>
        <ChoiceLine
          control={<Radio name="begin" checked={isSample} onChange={() => onChange('sample')} />}
          help="A new space with a few sample pages"
        >
          A sample
        </ChoiceLine>
      </fieldset>
      {typeof value !== 'string' && (
        <Field
          label="Spaces"
          isOptional
          help="The first one is at the address of the site. You can add more later."
        >
          {(tied) => (
            <SpacePicker
              {...tied}
              many
              label="Spaces"
              spaces={spaces}
              isLoading={isLoading}
              selected={value}
              onChange={(ids) => onChange([...ids])}
            />
          )}
        </Field>
      )}
    </>
  )
}
