import { zodResolver } from '@hookform/resolvers/zod'
import { useQueryClient } from '@tanstack/react-query'
import { Plus, X } from 'lucide-react'
import { useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import { type UseFormReturn, useController, useForm } from 'react-hook-form'
import { api } from '#contract/api.ts'
import type { CustomField } from '#contract/custom-fields.ts'
import { SelectField, TextAreaField, TextField, useField } from '../../components/fields.tsx'
import { Form } from '../../components/form.tsx'
import { SortableList } from '../../components/sortable-list.tsx'
import { Button, IconButton } from '../../components/ui/button.tsx'
import { Dialog } from '../../components/ui/dialog.tsx'
import { FieldError } from '../../components/ui/field.tsx'
import { TextInput } from '../../components/ui/inputs.tsx'
import { useVersionedForm } from '../../components/use-versioned-form.ts'
import { useApi } from '../../data/api.ts'
import { labels } from '../../lib/labels.ts'
import { toast } from '../../lib/toast.ts'
import {
  createBody,
  emptyField,
  type FieldValues,
  fieldSchema,
  updateBody,
  valuesOf,
} from './field-values.ts'
import { fieldNameOf, hasOptions, hasPlaceholder, typeLabels } from './labels.ts'
import { fieldQuery } from './queries.ts'

const { create, update } = api.customFields
const types = Object.entries(typeLabels).map(([value, label]) => ({ value, label }))

type NewProps = { organizationId: string; onClose: () => void }

/** Adds a field to all spaces of the organization. */
export function NewFieldDialog({ organizationId, onClose }: NewProps) {
  const form = useForm<FieldValues>({ resolver: zodResolver(fieldSchema), defaultValues: emptyField })
  const [isNamed, setIsNamed] = useState(false)
  const making = useApi(create, {
    meta: { shown: 'in-form' },
    onSuccess: (field) => {
      toast.done(`Added the field ${labels.quoted(field.title || field.name)}`)
      onClose()
    },
  })
  const { title } = form.watch()
  const suggestion = fieldNameOf(title)
  if (!isNamed && form.getValues('name') !== suggestion) form.setValue('name', suggestion)
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
            help="For use in the API: lowercase letters, digits, “_” and “-”. It can’t be changed later."
          />
        </div>
        <SelectField name="type" label="Type" choices={types} help="It can’t be changed later." />
        <FieldDetails form={form} />
      </Form>
    </Dialog>
  )
}

type EditProps = { organizationId: string; field: CustomField; onClose: () => void }

/** Edits the title, description and options of a field. */
export function EditFieldDialog({ organizationId, field, onClose }: EditProps) {
  const client = useQueryClient()
  const form = useForm<FieldValues>({ resolver: zodResolver(fieldSchema), defaultValues: valuesOf(field) })
  const saving = useApi(update, { meta: { shown: 'in-form' } })
  const params = { organizationId, fieldName: field.name }
  const editing = useVersionedForm({
    form,
    object: field,
    target: { organizationId, type: 'custom-field', id: field.name },
    valuesOf,
    read: () => client.fetchQuery({ ...fieldQuery(organizationId, field.name), staleTime: 0 }),
    send: (values, now) =>
      saving.mutateAsync({ params, body: updateBody(values, now), ifMatch: now.version }),
    sending: saving,
    onSaved: (_saved, isUndo) => !isUndo && onClose(),
    savedMessage: ({ title, name }) => `Saved the field ${labels.quoted(title || name)}`,
  })
  return (
    <Dialog
      title={`Edit ${labels.quoted(field.title || field.name)}`}
      description={
        <>
          <span className="mono">{field.name}</span> · {typeLabels[field.type]}
        </>
      }
      onClose={onClose}
    >
      <Form {...editing} form={form} schema={create.body} submit={labels.save} onCancel={onClose}>
        <TextField name="title" label="Title" isOptional autoComplete="off" />
        <FieldDetails form={form} />
      </Form>
    </Dialog>
  )
}

/** The inputs shared by both dialogs, depending on the type. */
function FieldDetails({ form }: { form: UseFormReturn<FieldValues> }) {
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
          help="Shown in the field while it is empty."
        />
      )}
      {hasOptions(type) && <OptionsField name="options" />}
    </>
  )
}

type Row = { readonly id: string; readonly title: string; readonly text: string }

const MAX_OPTIONS = 50
let last = 0

const rowOf = (text: string, id = `option-${++last}`): Row => ({ id, text, title: text || 'New option' })

/** The options in order: edited in place, dragged by the grip, and added by Enter. */
function OptionsField({ name }: { name: string }) {
  const { error } = useField(name, 'Options')
  const { rows, list, put, addAfter, remove, onBlur } = useOptionRows(name)
  return (
    <fieldset className="field" ref={list}>
      <legend className="label">Options</legend>
      <SortableList label="Options" items={rows} onSort={put}>
        {(row) => (
          <OptionRow
            row={row}
            at={rows.indexOf(row)}
            isOnly={rows.length === 1}
            onChange={(text) => put(rows.map((one) => (one === row ? rowOf(text, row.id) : one)))}
            onNext={() => addAfter(rows.indexOf(row))}
            onRemove={() => remove(rows.indexOf(row))}
            onBlur={onBlur}
          />
        )}
      </SortableList>
      <div>
        <Button
          variant="plain"
          icon={Plus}
          disabledReason={
            rows.length >= MAX_OPTIONS ? `A field can have up to ${MAX_OPTIONS} options` : undefined
          }
          onClick={() => addAfter(rows.length - 1)}
        >
          Add option
        </Button>
      </div>
      {error && <FieldError id={`${name}-error`}>{error}</FieldError>}
    </fieldset>
  )
}

/** The options of the form as rows with ids that survive edits and drags. */
function useOptionRows(name: string) {
  const { field } = useController({ name })
  const list = useRef<HTMLFieldSetElement>(null)
  const values: readonly string[] = Array.isArray(field.value) ? field.value : []
  const [known, setKnown] = useState<readonly Row[]>(() => values.map((text) => rowOf(text)))
  // Options set from outside, such as another person’s, replace the rows.
  const rows = isSame(known, values) ? known : values.map((text) => rowOf(text))
  const put = (next: readonly Row[]) => {
    setKnown(next)
    field.onChange(next.map(({ text }) => text))
  }
  // Synchronously, so that the next keystroke goes to the new row.
  const putAndGo = (next: readonly Row[], at: number) => {
    flushSync(() => put(next))
    list.current?.querySelectorAll<HTMLInputElement>('.input').item(at)?.focus()
  }
  return {
    rows,
    list,
    put,
    onBlur: field.onBlur,
    addAfter: (at: number) => {
      if (rows.length >= MAX_OPTIONS) return
      putAndGo(rows.toSpliced(at + 1, 0, rowOf('')), at + 1)
    },
    remove: (at: number) => {
      putAndGo(rows.toSpliced(at, 1), Math.max(0, at - 1))
    },
  }
}

type OptionProps = {
  row: Row
  at: number
  isOnly: boolean
  onChange: (text: string) => void
  onNext: () => void
  onRemove: () => void
  onBlur: () => void
}

const OptionRow = ({ row, at, isOnly, onChange, onNext, onRemove, onBlur }: OptionProps) => (
  <>
    <TextInput
      aria-label={`Option ${at + 1}`}
      value={row.text}
      onBlur={onBlur}
      onChange={({ target }) => onChange(target.value)}
      onKeyDown={(event) => {
        if (event.metaKey || event.ctrlKey) return
        if (event.key === 'Enter') onNext()
        else if (event.key === 'Backspace' && row.text === '' && !isOnly) onRemove()
        else return
        event.preventDefault()
      }}
    />
    <IconButton small tip={false} icon={X} label={`Remove ${row.title}`} onClick={onRemove} />
  </>
)

const isSame = (rows: readonly Row[], values: readonly string[]): boolean =>
  rows.length === values.length && rows.every(({ text }, at) => text === values[at])
