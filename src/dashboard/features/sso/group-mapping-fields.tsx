import { Plus, X } from 'lucide-react'
import { useFieldArray, useFormContext } from 'react-hook-form'
import { MAX_GROUP_MAPPINGS } from '#contract/oidc-providers.ts'
import { roles } from '#contract/shared/permissions.ts'
import { SelectField, TextField } from '../../components/fields.tsx'
import { useFieldDescription } from '../../components/form.tsx'
import { Button, IconButton } from '../../components/ui/button.tsx'
import type { Choice } from '../../components/ui/inputs.tsx'
import { pluralize } from '../../lib/labels.ts'
import { roleNames } from '../../lib/role-labels.ts'
import styles from './oidc.module.css'
import type { OidcValues } from './oidc-values.ts'

const name = 'groupMappings'
const roleChoices: readonly Choice[] = [
  { value: '', label: 'No role' },
  ...roles.map((role) => ({ value: role, label: roleNames[role] })),
]

/** What the groups of people at the provider mean here. */
export function GroupMappingFields({ teams }: { teams: readonly Choice[] }) {
  const { control, setFocus } = useFormContext<OidcValues>()
  const { fields, append, remove } = useFieldArray({ control, name })
  useFieldDescription(name, 'Groups', (value) =>
    Array.isArray(value) ? pluralize(value.length, 'group') : undefined,
  )
  const removeAt = (index: number) => {
    remove(index)
    const next = Math.min(index, fields.length - 2)
    if (next >= 0) setFocus(`${name}.${next}.group`)
  }
  return (
    <>
      {fields.length > 0 && (
        <ol className={styles.mappings}>
          {fields.map(({ id }, index) => (
            <li key={id}>
              <TextField
                name={`${name}.${index}.group`}
                label="Group"
                autoComplete="off"
                placeholder="documentation-team"
              />
              <SelectField
                name={`${name}.${index}.team`}
                label="Team"
                choices={[{ value: '', label: 'No team' }, ...teams]}
              />
              <SelectField name={`${name}.${index}.role`} label="Role" choices={roleChoices} />
              <IconButton icon={X} label={`Remove group ${index + 1}`} onClick={() => removeAt(index)} />
            </li>
          ))}
        </ol>
      )}
      <div>
        <Button
          variant="outline"
          icon={Plus}
          disabledReason={
            fields.length >= MAX_GROUP_MAPPINGS ? `You can map ${MAX_GROUP_MAPPINGS} groups` : undefined
          }
          onClick={() => append({ group: '', team: '', role: '' })}
        >
          Add group
        </Button>
      </div>
    </>
  )
}
