import { zodResolver } from '@hookform/resolvers/zod'
import { useForm } from 'react-hook-form'
import { api } from '#contract/api.ts'
import type { SamlProvider } from '#contract/saml-providers.ts'
import { TextField } from '../../components/fields.tsx'
import { Form } from '../../components/form.tsx'
import { Dialog } from '../../components/ui/dialog.tsx'
import { useApi } from '../../data/api.ts'

const { create } = api.samlProviders
const fields = create.body.pick({ label: true })

type Props = {
  organizationId: string
  onClose: () => void
  onCreated: (provider: SamlProvider) => void
}

/** Creates a provider with its name; its page shows what comes next. */
export function NewSamlProviderDialog({ organizationId, onClose, onCreated }: Props) {
  const form = useForm({ resolver: zodResolver(fields), defaultValues: { label: '' } })
  const creation = useApi(create, { meta: { shown: 'in-form' }, onSuccess: onCreated })
  return (
    <Dialog
      title="Add a SAML provider"
      description="Next, you exchange addresses and certificates with the provider. No one can use it before that."
      onClose={onClose}
    >
      <Form
        form={form}
        mutation={creation}
        schema={create.body}
        submit="Add provider"
        onCancel={onClose}
        onSubmit={(body) => creation.mutate({ params: { organizationId }, body })}
      >
        <TextField
          name="label"
          label="Name"
          autoComplete="off"
          placeholder="Okta"
          help="People see it on their sign-in button: “Continue with Okta”."
        />
      </Form>
    </Dialog>
  )
}
