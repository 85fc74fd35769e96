import { zodResolver } from '@hookform/resolvers/zod'
import { useState } from 'react'
import { useForm } from 'react-hook-form'
import { z } from 'zod'
import { api } from '#contract/api.ts'
import type { WebhookEventType } from '#contract/webhook-events.ts'
import { PREVIOUS_SECRET_HOURS, type Webhook, type WebhookFormat } from '#contract/webhooks.ts'
import { SelectField, TextField } from '../../components/fields.tsx'
import { Form } from '../../components/form.tsx'
import { Button } from '../../components/ui/button.tsx'
import { CopyField } from '../../components/ui/copy.tsx'
import { Dialog, DialogBody, DialogFoot } from '../../components/ui/dialog.tsx'
import type { Choice } from '../../components/ui/inputs.tsx'
import { useApi } from '../../data/api.ts'
import { useSpaceOptions } from '../../data/spaces.ts'
import { offerUndo } from '../../data/undo.ts'
import { labels } from '../../lib/labels.ts'
import { toast } from '../../lib/toast.ts'
import { EventField } from './event-field.tsx'

const { create, update, rotateSecret } = api.webhooks

const fields = z.object({
  url: create.body.shape.url,
  description: z.string().max(255),
  events: create.body.shape.events,
})
type Values = z.input<typeof fields>

const newFields = fields.extend({ format: z.enum(['standard', 'slack']), space: z.string() })

const formats: readonly Choice<WebhookFormat>[] = [
  { value: 'standard', label: 'Signed event, for your own systems' },
  { value: 'slack', label: 'Message for Slack and compatible chats' },
]

type NewProps = { organizationId: string; onClose: () => void; onCreated: (webhook: Webhook) => void }

/** Creates a webhook and shows its secret, which cannot be read again. */
export function NewWebhookDialog({ organizationId, onClose, onCreated }: NewProps) {
  const form = useForm<z.input<typeof newFields>>({
    resolver: zodResolver(newFields),
    defaultValues: {
      format: 'standard',
      url: '',
      description: '',
      space: '',
      events: [] as WebhookEventType[],
    },
  })
  const creating = useApi(create, { meta: { shown: 'in-form' } })
  if (creating.data) {
    const { secret, ...webhook } = creating.data
    if (webhook.format === 'slack') return <CreatedDialog onClose={() => onCreated(webhook)} />
    return <SecretDialog title="Webhook created" secret={secret} onClose={() => onCreated(webhook)} />
  }
  return (
    <Dialog
      title="New webhook"
      description="Lectern sends a POST request to this URL when a selected event happens."
      onClose={onClose}
    >
      <Form
        form={form}
        mutation={creating}
        schema={create.body}
        submit="Create webhook"
        onCancel={onClose}
        onSubmit={({ space, ...body }) =>
          creating.mutate({
            params: { organizationId },
            body: { ...body, ...(space === '' ? {} : { space }) },
          })
        }
      >
        <SelectField name="format" label="Format" choices={formats} />
        <SpaceField organizationId={organizationId} />
        <WebhookFields />
      </Form>
    </Dialog>
  )
}

/** Limits a new webhook to one space. */
function SpaceField({ organizationId }: { organizationId: string }) {
  const { spaces } = useSpaceOptions(organizationId)
  const choices = spaces.map(({ space: { id, title } }) => ({ value: id, label: title || labels.untitled }))
  return (
    <SelectField
      name="space"
      label="Events of"
      choices={[{ value: '', label: 'The whole organization' }, ...choices]}
      help="It can’t be changed later."
    />
  )
}

/** A chat doesn’t check signatures, so its secret is not shown. */
const CreatedDialog = ({ onClose }: { onClose: () => void }) => (
  <Dialog title="Webhook created" onClose={onClose}>
    <DialogBody>
      <p>
        Send a test event to see whether the message arrives. The URL is stored encrypted and won’t be shown
        again.
      </p>
    </DialogBody>
    <DialogFoot>
      <Button variant="primary" size="form" onClick={onClose}>
        Done
      </Button>
    </DialogFoot>
  </Dialog>
)

type EditProps = { organizationId: string; webhook: Webhook; onClose: () => void }

/** Changes the URL, the events and the description of a webhook. */
export function EditWebhookDialog({ organizationId, webhook, onClose }: EditProps) {
  const form = useForm<Values>({
    resolver: zodResolver(fields),
    defaultValues: { url: webhook.url, description: webhook.description ?? '', events: webhook.events },
  })
  const params = { organizationId, webhookId: webhook.id }
  const undoing = useApi(update, { meta: { refused: 'Couldn’t undo the change to the webhook' } })
  const updating = useApi(update, {
    meta: { shown: 'in-form' },
    onSuccess: ({ url: newUrl, version }) => {
      const { format, url, description = '', events } = webhook
      const saved = 'Saved the webhook'
      // The dashboard knows only the masked part of the former URL of a chat, so it can’t restore it.
      if (format === 'slack' && newUrl !== url) toast.done(saved)
      else {
        const body = { url, description, events }
        offerUndo(saved, () => undoing.mutate({ params, body, ifMatch: version }))
      }
      onClose()
    },
  })
  return (
    <Dialog title="Edit webhook" onClose={onClose}>
      <Form
        form={form}
        mutation={updating}
        schema={update.body}
        submit="Save webhook"
        onCancel={onClose}
        onSubmit={(body) => updating.mutate({ params, body, ifMatch: webhook.version })}
      >
        <WebhookFields urlHelp={webhook.format === 'slack' ? MASKED_URL_HELP : undefined} />
      </Form>
    </Dialog>
  )
}

const MASKED_URL_HELP = 'Part of the URL is hidden. Leave it as it is, or enter a new one.'

const WebhookFields = ({ urlHelp }: { urlHelp?: string | undefined }) => (
  <>
    <TextField
      name="url"
      label="URL"
      type="url"
      mono
      autoComplete="off"
      placeholder="https://example.com/webhooks/lectern"
      {...(urlHelp === undefined ? {} : { help: urlHelp })}
    />
    <TextField name="description" label="Description" autoComplete="off" help="What you use it for." />
    <EventField name="events" />
  </>
)

/** Asks before the secret is replaced, then shows the new one. */
export function RotateSecretDialog({ organizationId, webhook, onClose }: EditProps) {
  const [secret, setSecret] = useState<string | null>(null)
  const rotating = useApi(rotateSecret, {
    meta: { refused: 'Couldn’t replace the secret' },
    onSuccess: (answer) => setSecret(answer.secret),
  })
  if (secret !== null) return <SecretDialog title="Secret replaced" secret={secret} onClose={onClose} />
  return (
    <Dialog
      title="Replace the signing secret?"
      description={`For ${PREVIOUS_SECRET_HOURS} hours, requests are signed with the old and the new secret, so you can update the receiver without losing events.`}
      onClose={onClose}
    >
      <DialogFoot>
        <Button size="form" onClick={onClose}>
          {labels.cancel}
        </Button>
        <Button
          size="form"
          variant="primary"
          aria-busy={rotating.isPending}
          onClick={() => rotating.mutate({ params: { organizationId, webhookId: webhook.id } })}
        >
          Replace secret
        </Button>
      </DialogFoot>
    </Dialog>
  )
}

type SecretProps = { title: string; secret: string; onClose: () => void }

const SecretDialog = ({ title, secret, onClose }: SecretProps) => (
  <Dialog
    title={title}
    description="Copy the signing secret now. You won’t see it again. The receiver verifies requests with it."
    canDismiss={false}
    onClose={onClose}
  >
    <DialogBody>
      <CopyField text={secret} what="signing secret" />
    </DialogBody>
    <DialogFoot>
      <Button variant="primary" size="form" onClick={onClose}>
        Done
      </Button>
    </DialogFoot>
  </Dialog>
)
