import { zodResolver } from '@hookform/resolvers/zod'
import { useState } from 'react'
import { useForm } from 'react-hook-form'
import { z } from 'zod'
import { api } from '#contract/api.ts'
import { CheckboxField, SelectField, TextField } from '../../components/fields.tsx'
import { Form } from '../../components/form.tsx'
import { Button } from '../../components/ui/button.tsx'
import { CopyField } from '../../components/ui/copy.tsx'
import { Dialog, DialogBody, DialogFoot } from '../../components/ui/dialog.tsx'
import { useApi } from '../../lib/api.ts'
import { dayOf } from '../../lib/days.ts'
import { words } from '../../lib/words.ts'
import { dateFault, endOf, expiries, expiry } from './token-expiry.ts'

const { create } = api.tokens

const fields = z
  .object({ label: create.body.shape.label, expiry, date: z.string(), readOnly: z.boolean() })
  .superRefine(({ expiry: chosen, date }, context) => {
    const message = chosen === 'date' ? dateFault(date, new Date()) : undefined
    if (message) context.addIssue({ code: 'custom', path: ['date'], message })
  })
type Values = z.input<typeof fields>

/** Makes a token and shows it, this once. */
export function NewTokenDialog({ onClose }: { onClose: () => void }) {
  const [secret, setSecret] = useState<string | null>(null)
  const form = useForm<Values>({
    resolver: zodResolver(fields),
    defaultValues: { label: '', expiry: '90', date: dayOf(new Date()), readOnly: false },
  })
  const making = useApi(create, {
    meta: { shown: 'in-form' },
    onSuccess: ({ token }) => setSecret(token),
  })
  if (secret !== null) return <Secret secret={secret} label={form.getValues('label')} onClose={onClose} />
  return (
    <Dialog
      title="New API token"
      description="Programs that have it may do in your name what you may do."
      onClose={onClose}
    >
      <Form
        form={form}
        mutation={making}
        schema={create.body}
        submit="Make token"
        onCancel={onClose}
        onSubmit={({ label, expiry: chosen, date, readOnly }) => {
          const expiresAt = endOf(chosen, date, new Date())
          making.mutate({ body: { label, readOnly, ...(expiresAt ? { expiresAt } : {}) } })
        }}
      >
        <TextField name="label" label="Name" help="What it is for, such as “Backup”." autoComplete="off" />
        <SelectField
          name="expiry"
          label="Works for"
          choices={Object.entries(expiries).map(([value, label]) => ({ value, label }))}
        />
        {form.watch('expiry') === 'date' && <TextField name="date" label="Last day" type="date" />}
        <CheckboxField name="readOnly" label="Read only" help="Whatever would change something is refused." />
      </Form>
    </Dialog>
  )
}

function Secret({ secret, label, onClose }: { secret: string; label: string; onClose: () => void }) {
  return (
    <Dialog
      title={`${words.quoted(label)} is made`}
      description="Copy the token now. It is not shown again, to nobody."
      canDismiss={false}
      onClose={onClose}
    >
      <DialogBody>
        <CopyField text={secret} what={`token ${label}`} />
      </DialogBody>
      <DialogFoot>
        <Button look="ink" size="form" onClick={onClose}>
          Done
        </Button>
      </DialogFoot>
    </Dialog>
  )
}
