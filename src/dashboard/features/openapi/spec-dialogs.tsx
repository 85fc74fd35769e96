import { zodResolver } from '@hookform/resolvers/zod'
import { useState } from 'react'
import { useForm, useFormContext } from 'react-hook-form'
import { z } from 'zod'
import { api } from '#contract/api.ts'
import { MAX_SPEC_BYTES, type OpenapiSpec, openapiSpecs, specSlug } from '#contract/openapi-specs.ts'
import { SelectField, TextAreaField, TextField } from '../../components/fields.tsx'
import { Form } from '../../components/form.tsx'
import { Dialog } from '../../components/ui/dialog.tsx'
import { Field } from '../../components/ui/field.tsx'
import { useApi } from '../../data/api.ts'
import { labels } from '../../lib/labels.ts'
import { toast } from '../../lib/toast.ts'
import { slugOf, specName, specTitle } from './labels.ts'
import styles from './openapi.module.css'

const MAX_MEGABYTES = MAX_SPEC_BYTES / 1024 / 1024

/** The source of a specification, as form values. */
const sourceFields = z.object({
  from: z.enum(['address', 'file', 'text']),
  url: z.string(),
  text: z.string(),
})
type SourceValues = z.infer<typeof sourceFields>
const emptySource: SourceValues = { from: 'address', url: '', text: '' }

/** The first error of a source and its field. */
function sourceError({ from, url, text }: SourceValues): { path: 'url' | 'text'; message: string } | null {
  if (from === 'address') {
    const isAddress = /^https?:\/\//i.test(url.trim()) && URL.canParse(url.trim())
    return isAddress ? null : { path: 'url', message: 'Enter an address that starts with https://' }
  }
  if (text.trim() !== '') return null
  return { path: 'text', message: from === 'file' ? 'Choose a file' : 'Paste the specification' }
}

const sourceBody = ({ from, url, text }: SourceValues) =>
  from === 'address' ? { url: url.trim() } : { text }

const newFields = sourceFields.extend({ slug: specSlug }).superRefine((values, context) => {
  const error = sourceError(values)
  if (error) context.addIssue({ code: 'custom', path: [error.path], message: error.message })
})
type NewValues = SourceValues & { slug: string }

type NewProps = { organizationId: string; onClose: () => void }

/** Adds a specification to the organization. */
export function NewSpecDialog({ organizationId, onClose }: NewProps) {
  const form = useForm<NewValues>({
    resolver: zodResolver(newFields),
    defaultValues: { ...emptySource, slug: '' },
  })
  const [hasOwnSlug, setHasOwnSlug] = useState(false)
  const adding = useApi(api.openapiSpecs.create, {
    meta: { shown: 'in-form' },
    onSuccess: ({ slug }) => {
      toast.done(`Added ${labels.quoted(slug)}. Reading it now`)
      onClose()
    },
  })
  return (
    <Dialog
      title="Add an OpenAPI specification"
      description="Pages can show its operations. Supports Swagger 2.0 and OpenAPI 3.0 and 3.1."
      onClose={onClose}
    >
      <Form
        form={form}
        mutation={adding}
        schema={openapiSpecs.create.body}
        submit="Add specification"
        onCancel={onClose}
        onSubmit={({ slug, ...source }) =>
          adding.mutate({ params: { organizationId }, body: { slug, source: sourceBody(source) } })
        }
      >
        <SourceFields
          onName={(slug) => {
            if (!hasOwnSlug && slug !== '') form.setValue('slug', slug)
          }}
        />
        <div onInput={() => setHasOwnSlug(true)}>
          <TextField
            name="slug"
            label="Short name"
            mono
            autoComplete="off"
            help="Pages refer to it by this name: lowercase letters, digits and “-”. It can’t be changed later."
          />
        </div>
      </Form>
    </Dialog>
  )
}

const replaceFields = sourceFields.superRefine((values, context) => {
  const error = sourceError(values)
  if (error) context.addIssue({ code: 'custom', path: [error.path], message: error.message })
})

type SourceProps = { organizationId: string; spec: OpenapiSpec; onClose: () => void }

/** Replaces the source of a specification. */
export function SourceDialog({ organizationId, spec, onClose }: SourceProps) {
  const form = useForm<SourceValues>({
    resolver: zodResolver(replaceFields),
    defaultValues: { ...emptySource, url: spec.sourceURL ?? '' },
  })
  const replacing = useApi(api.openapiSpecs.put, {
    meta: { shown: 'in-form' },
    onSuccess: () => {
      toast.done(`${labels.quoted(specName(spec))} is being read`)
      onClose()
    },
  })
  return (
    <Dialog
      title={`Update ${labels.quoted(specName(spec))}`}
      description="If the content has changed, Lectern creates a new version, and pages show it."
      onClose={onClose}
    >
      <Form
        form={form}
        mutation={replacing}
        submit="Update"
        onCancel={onClose}
        onSubmit={(values) =>
          replacing.mutate({
            params: { organizationId, specSlug: spec.slug },
            body: { source: sourceBody(values) },
          })
        }
      >
        <SourceFields />
      </Form>
    </Dialog>
  )
}

const sourceChoices = [
  { value: 'address', label: 'A URL' },
  { value: 'file', label: 'A file' },
  { value: 'text', label: 'Pasted text' },
]

/** The three sources of a specification; `onName` receives a suggested slug. */
function SourceFields({ onName }: { onName?: (slug: string) => void }) {
  const { watch, setValue, setError, clearErrors, formState } = useFormContext<SourceValues>()
  const from = watch('from')
  const readFile = async (file: File | undefined) => {
    if (!file) return
    if (file.size > MAX_SPEC_BYTES) {
      setValue('text', '')
      setError('text', { message: `Use ${MAX_MEGABYTES} MB or less` })
      return
    }
    const text = await file.text()
    clearErrors('text')
    setValue('text', text, { shouldDirty: true })
    onName?.(slugOf(specTitle(text.slice(0, 20_000))) || slugOf(file.name))
  }
  return (
    <>
      <SelectField name="from" label="Source" choices={sourceChoices} />
      {from === 'address' && (
        <div onInput={({ target }) => onName?.(slugOf((target as HTMLInputElement).value))}>
          <TextField
            name="url"
            label="Address"
            type="url"
            mono
            autoComplete="off"
            placeholder="https://api.example.com/openapi.yaml"
            help="Read again every 6 hours."
          />
        </div>
      )}
      {from === 'file' && (
        <Field
          label="File"
          help={`JSON or YAML, at most ${MAX_MEGABYTES} MB`}
          error={formState.errors.text?.message}
        >
          {(tied) => (
            <input
              {...tied}
              type="file"
              className={styles.file}
              accept=".json,.yaml,.yml,application/json,application/yaml"
              onChange={({ target }) => void readFile(target.files?.[0])}
            />
          )}
        </Field>
      )}
      {from === 'text' && (
        <div
          onInput={({ target }) =>
            onName?.(slugOf(specTitle((target as HTMLTextAreaElement).value.slice(0, 20_000))))
          }
        >
          <TextAreaField name="text" label="Specification" rows={10} placeholder="openapi: 3.1.0" />
        </div>
      )}
    </>
  )
}
