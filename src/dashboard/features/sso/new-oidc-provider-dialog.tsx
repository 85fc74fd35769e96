import { zodResolver } from '@hookform/resolvers/zod'
import { useForm } from 'react-hook-form'
import { api } from '#contract/api.ts'
import type { OidcProvider } from '#contract/oidc-providers.ts'
import { TextField } from '../../components/fields.tsx'
import { Form } from '../../components/form.tsx'
import { Dialog } from '../../components/ui/dialog.tsx'
import { useApi } from '../../data/api.ts'

const { create } = api.oidcProviders
const fields = create.body.pick({ label: true })

type Props = {
  organizationId: string
  onClose: () => void
  onCreated: (provider: OidcProvider) => void
}

/** Creates a provider with its name; its page shows what comes next. */
export function NewOidcProviderDialog({ organizationId, onClose, onCreated }: Props) {
  const form = useForm({ resolver: zodResolver(fields), defaultValues: { label: '' } })
  const creation = useApi(create, { meta: { shown: 'in-form' }, onSuccess: onCreated })
  return (
    <Dialog
      title="Add an OpenID Connect provider"
      description="Next, you register Lectern at the provider. No one can use it before that."
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
          placeholder="Keycloak"
          help="People see it on their sign-in button: “Continue with Keycloak”."
        />
      </Form>
    </Dialog>
  )
}
