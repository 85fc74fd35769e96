import { zodResolver } from '@hookform/resolvers/zod'
import type { ComponentProps } from 'react'
import { useForm } from 'react-hook-form'
import { z } from 'zod'
import { variableName, variableValue } from '#contract/pages.ts'
import { SelectField, TextField } from '../../components/fields.tsx'
import { Form } from '../../components/form.tsx'
import { Dialog } from '../../components/ui/dialog.tsx'
import { offerUndo } from '../../data/undo.ts'
import { labels } from '../../lib/labels.ts'
import type { Variable, VariableChanges } from './queries.ts'
import { typeOfValue, valueFromText, valueTypes } from './values.ts'

/** Where the dialog saves: the variables of a space, an organization or a site. */
export type VariableWriter = {
  /** The first word of its expressions. */
  readonly root: 'space' | 'organization' | 'site'
  readonly saving: ComponentProps<typeof Form>['mutation']
  /** Saves the values; errors are shown in the dialog. */
  readonly save: (values: VariableChanges, onSuccess: () => void) => void
  /** Undoes it. */
  readonly restore: (values: VariableChanges) => void
}

type Props = {
  writer: VariableWriter
  variable?: Variable | undefined
  /** Of a new variable that pages read already. */
  name?: string | undefined
  /** Names that are in use. */
  names: readonly string[]
  onClose: () => void
}

const fields = z
  .object({ name: z.string().trim(), type: z.enum(valueTypes), value: z.string() })
  .superRefine(({ type, value }, context) => {
    const parsed = valueFromText(value, type)
    const message =
      parsed === undefined
        ? type === 'number'
          ? 'Enter a number, such as 12.5'
          : 'Enter true or false'
        : variableValue.safeParse(parsed).success
          ? undefined
          : 'Use 256 characters or fewer'
    if (message !== undefined) context.addIssue({ code: 'custom', path: ['value'], message })
  })
type Values = z.infer<typeof fields>

/** Adds or edits a variable. */
export function VariableDialog({ writer, variable, name: newName = '', names, onClose }: Props) {
  const { root, saving, restore } = writer
  const ownName = variable
    ? z.string()
    : variableName.refine((name) => !names.includes(name), 'This name is taken')
  const schema = fields.and(z.object({ name: ownName }))
  const form = useForm<Values>({
    resolver: zodResolver(schema),
    defaultValues: variable
      ? { name: variable.id, type: typeOfValue(variable.value), value: String(variable.value) }
      : { name: newName, type: 'text', value: '' },
  })
  const save = ({ name, type, value: text }: Values) => {
    const value = valueFromText(text, type)
    if (value === undefined) return
    const done = `${variable ? 'Changed' : 'Added'} the variable ${labels.quoted(name)}`
    writer.save({ [name]: value }, () => {
      onClose()
      offerUndo(done, () => restore({ [name]: variable?.value ?? null }))
    })
  }
  const name = form.watch('name').trim() || 'name'
  return (
    <Dialog
      title={variable ? `Edit ${labels.quoted(variable.id)}` : 'New variable'}
      description={`Pages show it with the expression ${root}.vars.${name}.`}
      onClose={onClose}
    >
      <Form
        form={form}
        mutation={saving}
        schema={fields}
        submit={variable ? labels.save : 'Add variable'}
        onCancel={onClose}
        onSubmit={save}
      >
        {!variable && (
          <TextField name="name" label="Name" mono autoComplete="off" help="Letters, digits and _" />
        )}
        <TextField name="value" label="Value" autoComplete="off" />
        <SelectField
          name="type"
          label="Type"
          choices={[
            { value: 'text', label: 'Text' },
            { value: 'number', label: 'Number' },
            { value: 'boolean', label: 'True or false' },
          ]}
        />
      </Form>
    </Dialog>
  )
}
