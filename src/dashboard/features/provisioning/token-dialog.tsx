import { zodResolver } from '@hookform/resolvers/zod'
import { useForm } from 'react-hook-form'
import type { z } from 'zod'
import { api } from '#contract/api.ts'
import { TextField } from '../../components/fields.tsx'
import { Form } from '../../components/form.tsx'
import { Button } from '../../components/ui/button.tsx'
import { CopyField } from '../../components/ui/copy.tsx'
import { Dialog, DialogBody, DialogFoot } from '../../components/ui/dialog.tsx'
import { Field } from '../../components/ui/field.tsx'
import { useApi } from '../../data/api.ts'

const { create } = api.scimTokens

type Props = { organizationId: string; onClose: () => void }

/** Creates a token and shows its secret, which cannot be read again. */
export function NewScimTokenDialog({ organizationId, onClose }: Props) {
  const form = useForm<z.input<typeof create.body>>({
    resolver: zodResolver(create.body),
    defaultValues: { label: '' },
  })
  const creating = useApi(create, { meta: { shown: 'in-form' } })
  if (creating.data) return <SecretDialog {...creating.data} onClose={onClose} />
  return (
    <Dialog
      title="New provisioning token"
      description="Your identity provider uses it to create and deactivate members and to manage teams."
      onClose={onClose}
    >
      <Form
        form={form}
        mutation={creating}
        schema={create.body}
        submit="Create token"
        onCancel={onClose}
        onSubmit={(body) => creating.mutate({ params: { organizationId }, body })}
      >
        <TextField
          name="label"
          label="Name"
          autoComplete="off"
          help="Shown in the audit log, such as “Okta”."
        />
      </Form>
    </Dialog>
  )
}

const SecretDialog = ({
  token,
  baseURL,
  onClose,
}: {
  token: string
  baseURL: string
  onClose: () => void
}) => (
  <Dialog
    title="Token created"
    description="Enter both in your identity provider. Copy the token now. You won’t see it again."
    canDismiss={false}
    onClose={onClose}
  >
    <DialogBody>
      <Field label="Base URL">{() => <CopyField text={baseURL} what="base URL" />}</Field>
      <Field label="Token">{() => <CopyField text={token} what="token" />}</Field>
    </DialogBody>
    <DialogFoot>
      <Button variant="primary" size="form" onClick={onClose}>
        Done
      </Button>
    </DialogFoot>
  </Dialog>
)
