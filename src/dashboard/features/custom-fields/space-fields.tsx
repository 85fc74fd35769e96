import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { clsx } from 'clsx'
import { X } from 'lucide-react'
import { useId } from 'react'
import type { CustomField } from '#contract/custom-fields.ts'
import type { Space } from '#contract/spaces.ts'
import { IconButton } from '../../components/ui/button.tsx'
import { Bone } from '../../components/ui/skeleton.tsx'
import { Failed } from '../../components/ui/states.tsx'
import { errorMessage } from '../../data/query-client.ts'
import { paths } from '../../lib/paths.ts'
import styles from './custom-fields.module.css'
import { formatValue } from './labels.ts'
import { useSetSpaceValue, type Value } from './mutations.ts'
import { allFieldsQuery, valuesQuery } from './queries.ts'
import { ValueInput } from './value-input.tsx'

/** The values of a space in the custom fields of its organization. Each is saved on its own. */
export function SpaceFields({ space, isAdmin }: { space: Space; isAdmin: boolean }) {
  // Guests cannot list the fields, but see those with a value in this space.
  const fields = useQuery({ ...allFieldsQuery(space.organization), retry: false })
  const values = useQuery(valuesQuery(space.id))
  if (values.isError) {
    return (
      <Failed
        title="Couldn’t load the custom fields"
        reason={errorMessage(values.error)}
        onRetry={() => void values.refetch()}
      />
    )
  }
  const isThere = values.isSuccess && !fields.isPending
  const known = fields.data?.items ?? values.data?.map(({ customField }) => customField) ?? []
  return (
    <section aria-labelledby="space-fields">
      <h2 id="space-fields">Custom fields</h2>
      {!isThere && <Bone width="60%" />}
      {isThere && known.length === 0 && (
        <p className="soft">
          This organization has no custom fields yet.{' '}
          {isAdmin && (
            <Link className="link" to={paths.customFields(space.organization)}>
              Create the first one
            </Link>
          )}
        </p>
      )}
      {isThere && known.length > 0 && <FieldValueList space={space} fields={known} />}
    </section>
  )
}

function FieldValueList({ space, fields }: { space: Space; fields: readonly CustomField[] }) {
  const { data: entries = [] } = useQuery(valuesQuery(space.id))
  const save = useSetSpaceValue(space.id, fields)
  const valueOf = (field: CustomField): Value =>
    entries.find(({ customField }) => customField.name === field.name)?.value ?? null
  return (
    <dl className={clsx('facts', styles.values)}>
      {fields.map((field) => (
        <FieldValueRow
          key={field.id}
          field={field}
          value={valueOf(field)}
          onSave={space.permissions.edit ? (value) => void save(field, value, valueOf(field)) : undefined}
        />
      ))}
    </dl>
  )
}

type FieldValueRowProps = { field: CustomField; value: Value; onSave: ((value: Value) => void) | undefined }

function FieldValueRow({ field, value, onSave }: FieldValueRowProps) {
  const id = useId()
  const title = field.title || field.name
  return (
    <div>
      <dt title={field.description}>
        <label htmlFor={id}>{title}</label>
      </dt>
      <dd>
        {onSave ? (
          <ValueInput id={id} field={field} value={value} onSave={onSave} />
        ) : (
          <span className={value === null ? 'faint' : undefined}>
            {value === null ? 'Not set' : formatValue(value)}
          </span>
        )}
        {onSave && value !== null && (
          <IconButton small icon={X} label={`Clear ${title}`} onClick={() => onSave(null)} />
        )}
      </dd>
    </div>
  )
}
