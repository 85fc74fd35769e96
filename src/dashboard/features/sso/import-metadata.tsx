import { zodResolver } from '@hookform/resolvers/zod'
import { FileUp } from 'lucide-react'
import { useRef } from 'react'
import { useForm } from 'react-hook-form'
import { z } from 'zod'
import { api } from '#contract/api.ts'
import { MAX_METADATA_CHARACTERS, type SamlMetadata } from '#contract/saml-providers.ts'
import { uri } from '#contract/shared/values.ts'
import { TextAreaField, TextField } from '../../components/fields.tsx'
import { Form } from '../../components/form.tsx'
import { Button } from '../../components/ui/button.tsx'
import { Dialog } from '../../components/ui/dialog.tsx'
import { useApi } from '../../data/api.ts'

const fields = z
  .object({ url: uri.or(z.literal('')), text: z.string().max(MAX_METADATA_CHARACTERS) })
  .refine(({ url, text }) => url !== '' || text.trim() !== '', {
    path: ['url'],
    message: 'Enter the URL, or choose a file',
  })

type Props = {
  organizationId: string
  onClose: () => void
  onRead: (metadata: SamlMetadata) => void
}

/** Fills the form from the metadata of a provider, by its URL or from a file. */
export function ImportMetadata({ organizationId, onClose, onRead }: Props) {
  const form = useForm({ resolver: zodResolver(fields), defaultValues: { url: '', text: '' } })
  const reading = useApi(api.samlProviders.readMetadata, { meta: { shown: 'in-form' }, onSuccess: onRead })
  return (
    <Dialog
      title="Import metadata"
      description="Fills in the entity ID, the sign-in URL and the certificates. You save them afterwards."
      onClose={onClose}
    >
      <Form
        form={form}
        mutation={reading}
        submit="Import metadata"
        onCancel={onClose}
        isGuarded={false}
        onSubmit={({ url, text }) =>
          reading.mutate({ params: { organizationId }, body: text.trim() === '' ? { url } : { text } })
        }
      >
        <TextField
          name="url"
          label="Metadata URL"
          type="url"
          mono
          autoComplete="off"
          placeholder="https://login.example.com/metadata.xml"
        />
        <ChooseFile onText={(text) => form.setValue('text', text, { shouldValidate: true })} />
        <TextAreaField name="text" label="Or the metadata as XML" mono rows={5} isOptional />
      </Form>
    </Dialog>
  )
}

function ChooseFile({ onText }: { onText: (text: string) => void }) {
  const input = useRef<HTMLInputElement>(null)
  return (
    <div>
      <Button variant="outline" size="form" icon={FileUp} onClick={() => input.current?.click()}>
        Choose file
      </Button>
      <input
        ref={input}
        type="file"
        hidden
        accept=".xml,application/xml,text/xml,application/samlmetadata+xml"
        aria-label="Metadata file"
        onChange={({ target }) => void target.files?.[0]?.text().then(onText)}
      />
    </div>
  )
}
