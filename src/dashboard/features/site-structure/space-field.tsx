import { useController } from 'react-hook-form'
import { SpacePicker } from '../../components/space-picker.tsx'
import { Field } from '../../components/ui/field.tsx'
import { useSpacesToPick } from '../../lib/spaces-to-pick.ts'

type Props = {
  organizationId: string
  /** Spaces that are there already, and cannot come twice. */
  taken?: ReadonlySet<string>
  takenWhere?: string
}

/** The one space that is added, from the library. */
export function SpaceField({ organizationId, taken, takenWhere = 'here already' }: Props) {
  const { field, fieldState } = useController({ name: 'spaceId' })
  const { spaces, isLoading } = useSpacesToPick(organizationId)
  return (
    <Field label="Space" error={fieldState.error && 'Choose a space'}>
      {(tied) => (
        <SpacePicker
          {...tied}
          label="Spaces"
          spaces={spaces.map((one) => ({
            ...one,
            refusal: taken?.has(one.space.id) ? takenWhere : undefined,
          }))}
          isLoading={isLoading}
          chosen={field.value ? [field.value] : []}
          onChange={([id]) => field.onChange(id)}
        />
      )}
    </Field>
  )
}
