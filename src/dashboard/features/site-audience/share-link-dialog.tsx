import { zodResolver } from '@hookform/resolvers/zod'
import { useForm } from 'react-hook-form'
import { z } from 'zod'
import { api } from '#contract/api.ts'
import type { SiteShareLink } from '#contract/site-share-links.ts'
import { CheckboxField, TextField } from '../../components/fields.tsx'
import { Form } from '../../components/form.tsx'
import { PasswordField } from '../../components/password-field.tsx'
import { Dialog } from '../../components/ui/dialog.tsx'
import { useApi } from '../../lib/api.ts'
import { toast } from '../../lib/toasts.ts'
import { words } from '../../lib/words.ts'
import type { SitePlace } from './audience-queries.ts'

const fields = z.object({
  name: api.siteShareLinks.create.body.shape.name,
  until: z.union([z.literal(''), z.iso.date('Give a day such as 2027-01-31')]),
  password: z.union([z.literal(''), z.string().min(4, 'Give at least 4 characters').max(128)]),
  isFree: z.boolean(),
})

type Props = { place: SitePlace; link?: SiteShareLink | undefined; onClose: () => void }

/** The last moment of a day. */
const endOf = (day: string): string => `${day}T23:59:59.999Z`

/** Makes a share link, or changes one; its password is never shown again. */
export function ShareLinkDialog({ place, link, onClose }: Props) {
  const params = { organizationId: place.organizationId, siteId: place.siteId }
  const form = useForm({
    resolver: zodResolver(fields),
    defaultValues: {
      name: link?.name ?? '',
      until: link?.expiresAt?.slice(0, 10) ?? '',
      password: '',
      isFree: false,
    },
  })
  const creating = useApi(api.siteShareLinks.create, { meta: { shown: 'in-form' }, onSuccess: onClose })
  const updating = useApi(api.siteShareLinks.update, { meta: { shown: 'in-form' }, onSuccess: onClose })
  const send = ({ name, until, password, isFree }: z.output<typeof fields>) => {
    const secret = password === '' ? {} : { password }
    if (!link) {
      const ends = until === '' ? {} : { expiresAt: endOf(until) }
      return creating.mutate(
        { params, body: { name, ...ends, ...secret } },
        { onSuccess: () => toast.done(`Made “${name || 'a share link'}”`) },
      )
    }
    const ends =
      until === (link.expiresAt?.slice(0, 10) ?? '') ? {} : { expiresAt: until === '' ? null : endOf(until) }
    const body = { name, ...ends, ...(isFree ? { password: null } : secret) }
    updating.mutate(
      { params: { ...params, shareLinkId: link.id }, body },
      { onSuccess: () => toast.done(`Saved “${name || 'the share link'}”`) },
    )
  }
  return (
    <Dialog
      title={link ? 'Change the share link' : 'New share link'}
      description="Whoever has it may read the whole site."
      onClose={onClose}
    >
      <Form
        form={form}
        mutation={link ? updating : creating}
        schema={fields}
        submit={link ? words.save : 'Make link'}
        onCancel={onClose}
        onSubmit={send}
      >
        <TextField
          name="name"
          label="Name"
          isOptional
          autoComplete="off"
          help="For whom it is; readers do not see it."
        />
        <TextField
          name="until"
          label="Last day"
          type="date"
          isOptional
          help="It opens nothing after that day, in UTC."
        />
        <PasswordField
          name="password"
          label={link?.hasPassword ? 'New password' : 'Password'}
          autoComplete="new-password"
          isOptional
        />
        {link?.hasPassword && <CheckboxField name="isFree" label="Do not ask for a password any more" />}
      </Form>
    </Dialog>
  )
}
