import { useController } from 'react-hook-form'
import { useField } from '../../components/fields.tsx'
import { MemberPicker, type PickedMember } from '../../components/member-picker.tsx'
import { Field } from '../../components/ui/field.tsx'

type Props = { name: string; organizationId: string; help: string }

/** The owner of a page or space, bound to the form as a list of at most one person. */
export function OwnerField({ name, organizationId, help }: Props) {
  const { error } = useField(name, 'Owner')
  const { field } = useController({ name })
  return (
    <Field label="Owner" isOptional help={help} error={error}>
      {(tied) => (
        <MemberPicker
          {...tied}
          organizationId={organizationId}
          label="Members"
          selected={field.value as readonly PickedMember[]}
          onChange={field.onChange}
        />
      )}
    </Field>
  )
}
