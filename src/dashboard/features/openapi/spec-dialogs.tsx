import { zodResolver } from '@hookform/resolvers/zod'
import { useState } from 'react'
import { useForm } from 'react-hook-form'
import { api } from '#contract/api.ts'
import { type OpenapiSpec, specSlug } from '#contract/openapi-specs.ts'
import { TextField } from '../../components/fields.tsx'
import { Form } from '../../components/form.tsx'
import { Dialog } from '../../components/ui/dialog.tsx'
import { useApi } from '../../lib/api.ts'
import { toast } from '../../lib/toasts.ts'
import { words } from '../../lib/words.ts'
import {
  noSource,
  SourceFields,
  type SourceValues,
  sourceBody,
  sourceFault,
  sourceFields,
} from './source-fields.tsx'
import { nameOf } from './spec-words.ts'

const newFields = sourceFields.extend({ slug: specSlug }).superRefine((values, context) => {
  const fault = sourceFault(values)
  if (fault) context.addIssue({ code: 'custom', path: [fault.path], message: fault.message })
})
type NewValues = SourceValues & { slug: string }

type NewProps = { organizationId: string; onClose: () => void }

/** Adds a specification to the organization. */
export function NewSpecDialog({ organizationId, onClose }: NewProps) {
  const form = useForm<NewValues>({
    resolver: zodResolver(newFields),
    defaultValues: { ...noSource, slug: '' },
  })
  const [isNamed, setIsNamed] = useState(false)
  const adding = useApi(api.openapiSpecs.create, {
    meta: { shown: 'in-form' },
    onSuccess: ({ slug }) => {
      toast.done(`Added ${words.quoted(slug)}. It is being read`)
      onClose()
    },
  })
  return (
    <Dialog
      title="Add an OpenAPI specification"
      description="Pages can show operations of it. Swagger 2.0, OpenAPI 3.0 and 3.1."
      onClose={onClose}
    >
      <Form
        form={form}
        mutation={adding}
        schema={api.openapiSpecs.create.body}
        submit="Add specification"
        onCancel={onClose}
        onSubmit={({ slug, ...source }) =>
          adding.mutate({ params: { organizationId }, body: { slug, source: sourceBody(source) } })
        }
      >
        <SourceFields
          onName={(slug) => {
            if (!isNamed && slug !== '') form.setValue('slug', slug)
          }}
        />
        <div onInput={() => setIsNamed(true)}>
          <TextField
            name="slug"
            label="Short name"
            mono
            autoComplete="off"
            help="Pages call it by this name: lower-case letters, digits and “-”. It stays as it is."
          />
        </div>
      </Form>
    </Dialog>
  )
}

const replaceFields = sourceFields.superRefine((values, context) => {
  const fault = sourceFault(values)
  if (fault) context.addIssue({ code: 'custom', path: [fault.path], message: fault.message })
})

type SourceProps = { organizationId: string; spec: OpenapiSpec; onClose: () => void }

/** Gives a specification another source. */
export function SourceDialog({ organizationId, spec, onClose }: SourceProps) {
  const form = useForm<SourceValues>({
    resolver: zodResolver(replaceFields),
    defaultValues: { ...noSource, url: spec.sourceURL ?? '' },
  })
  const replacing = useApi(api.openapiSpecs.put, {
    meta: { shown: 'in-form' },
    onSuccess: () => {
      toast.done(`${words.quoted(nameOf(spec))} is being read`)
      onClose()
    },
  })
  return (
    <Dialog
      title={`Update ${words.quoted(nameOf(spec))}`}
      description="If its content is another one, that is a new version, and pages show it."
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
