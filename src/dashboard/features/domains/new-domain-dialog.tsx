import { zodResolver } from '@hookform/resolvers/zod'
import { useForm } from 'react-hook-form'
import { z } from 'zod'
import { api } from '#contract/api.ts'
import { emailDomain } from '#contract/organizations.ts'
import { TextField } from '../../components/fields.tsx'
import { Form } from '../../components/form.tsx'
import { Dialog } from '../../components/ui/dialog.tsx'
import { useApi } from '../../data/api.ts'
import { tidyDomain } from '../../lib/email-addresses.ts'

const fields = z.object({ domain: z.string().transform(tidyDomain).pipe(emailDomain) })

type Props = { organizationId: string; onClose: () => void; onAdded: (domain: string) => void }

/** Adds a domain, whose record is shown next. */
export function NewDomainDialog({ organizationId, onClose, onAdded }: Props) {
  const form = useForm({ resolver: zodResolver(fields), defaultValues: { domain: '' } })
  const creation = useApi(api.verifiedDomains.create, {
    meta: { shown: 'in-form' },
    onSuccess: ({ domain }) => onAdded(domain),
  })
  return (
    <Dialog
      title="Add a domain"
      description="In the next step, you get a DNS record to prove that you own it."
      onClose={onClose}
    >
      <Form
        form={form}
        mutation={creation}
        submit="Add domain"
        onCancel={onClose}
        onSubmit={(body) => creation.mutate({ params: { organizationId }, body })}
      >
        <TextField
          name="domain"
          label="Domain"
          mono
          autoComplete="off"
          placeholder="example.org"
          help="The part of your email addresses after the @. Subdomains are separate domains."
        />
      </Form>
    </Dialog>
  )
}
