import { zodResolver } from '@hookform/resolvers/zod'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { type UseFormReturn, useForm } from 'react-hook-form'
import { api } from '#contract/api.ts'
import type { CustomField } from '#contract/custom-fields.ts'
import { SelectField, TextAreaField, TextField } from '../../components/fields.tsx'
import { Form } from '../../components/form.tsx'
import { Dialog } from '../../components/ui/dialog.tsx'
import { useVersionedForm } from '../../components/use-versioned-form.ts'
import { useApi } from '../../lib/api.ts'
import { toast } from '../../lib/toasts.ts'
import { words } from '../../lib/words.ts'
import { fieldQuery } from './field-queries.ts'
import { hasOptions, hasPlaceholder, nameFrom, typeNames } from './field-types.ts'
import { createBody, type FieldValues, fieldFields, noField, updateBody, valuesOf } from './field-values.ts'
import { OptionsField } from './options-field.tsx'

const { create, update } = api.customFields
const types = Object.entries(typeNames).map(([value, label]) => ({ value, label }))

type NewProps = { organizationId: string; onClose: () => void }

/** Adds a field to all spaces of the organization. */
export function NewFieldDialog({ organizationId, onClose }: NewProps) {
  const form = useForm<FieldValues>({ resolver: zodResolver(fieldFields), defaultValues: noField })
  const [isNamed, setIsNamed] = useState(false)
  const making = useApi(create, {
    meta: { shown: 'in-form' },
    onSuccess: (field) => {
      toast.done(`Added the field ${words.quoted(field.title || field.name)}`)
      onClose()
    },
  })
  const { title } = form.watch()
  const wanted = nameFrom(title)
  if (!isNamed && form.getValues('name') !== wanted) form.setValue('name', wanted)
  return (
    <Dialog title="New custom field" description="Every space can have a value for it." onClose={onClose}>
      <Form
        form={form}
        mutation={making}
        schema={create.body}
        submit="Add field"
        onCancel={onClose}
        onSubmit={(values) => making.mutate({ params: { organizationId }, body: createBody(values) })}
      >
        <TextField name="title" label="Title" isOptional autoComplete="off" />
        <div onInput={() => setIsNamed(true)}>
          <TextField
            name="name"
            label="Name"
            mono
            autoComplete="off"
            help="For programs: lower-case letters, digits, “_” and “-”. It stays as it is."
          />
        </div>
        <SelectField name="type" label="Type" choices={types} help="It stays as it is, too." />
        <Details form={form} />
      </Form>
    </Dialog>
  )
}

type EditProps = { organizationId: string; field: CustomField; onClose: () => void }

/** Changes what a field is called, says and offers. */
export function EditFieldDialog({ organizationId, field, onClose }: EditProps) {
  const client = useQueryClient()
  const form = useForm<FieldValues>({ resolver: zodResolver(fieldFields), defaultValues: valuesOf(field) })
  const saving = useApi(update, { meta: { shown: 'in-form' } })
  const params = { organizationId, fieldName: field.name }
  const editing = useVersionedForm({
    form,
    object: field,
    valuesOf,
    read: () => client.fetchQuery({ ...fieldQuery(organizationId, field.name), staleTime: 0 }),
    send: (values, now) =>
      saving.mutateAsync({ params, body: updateBody(values, now), ifMatch: now.version }),
    sending: saving,
    onSaved: (saved) => {
      toast.done(`Saved the field ${words.quoted(saved.title || saved.name)}`)
      onClose()
    },
  })
  return (
    <Dialog
      title={`Edit ${words.quoted(field.title || field.name)}`}
      description={
        <>
          <span className="mono">{field.name}</span> · {typeNames[field.type]}
        </>
      }
      onClose={onClose}
    >
      <Form {...editing} form={form} schema={create.body} submit={words.save} onCancel={onClose}>
        <TextField name="title" label="Title" isOptional autoComplete="off" />
        <Details form={form} />
      </Form>
    </Dialog>
  )
}

/** What a new field and a changed one share; which of it depends on the type. */
function Details({ form }: { form: UseFormReturn<FieldValues> }) {
  const type = form.watch('type')
  return (
    <>
      <TextAreaField name="description" label="Description" isOptional rows={2} />
      {hasPlaceholder(type) && (
        <TextField
          name="placeholder"
          label="Placeholder"
          isOptional
          autoComplete="off"
          help="Stands in the field while it is empty."
        />
      )}
      {hasOptions(type) && <OptionsField name="options" />}
    </>
  )
}
