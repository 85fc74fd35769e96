import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { X } from 'lucide-react'
import { useId } from 'react'
import type { CustomField } from '#contract/custom-fields.ts'
import type { Space } from '#contract/spaces.ts'
import { IconButton } from '../../components/ui/icon-button.tsx'
import { Bone } from '../../components/ui/skeleton.tsx'
import { Failed } from '../../components/ui/states.tsx'
import { places } from '../../lib/places.ts'
import { reasonOf } from '../../lib/query-client.ts'
import { allFieldsQuery, valuesQuery } from './field-queries.ts'
import { saidValue } from './field-types.ts'
import { useSpaceValue, type Value } from './use-space-value.ts'
import { ValueInput } from './value-input.tsx'
import './custom-fields.css'

/** What a space says in the custom fields of its organization. Each value is saved by itself. */
export function SpaceFields({ space, isAdmin }: { space: Space; isAdmin: boolean }) {
  // Guests may not list the fields, but see those that have a value here.
  const fields = useQuery({ ...allFieldsQuery(space.organization), retry: false })
  const values = useQuery(valuesQuery(space.id))
  if (values.isError) {
    return (
      <Failed
        title="The custom fields could not be loaded"
        reason={reasonOf(values.error)}
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
          There are none in this organization yet.{' '}
          {isAdmin && (
            <Link className="link" to={places.customFields(space.organization)}>
              Make the first one
            </Link>
          )}
        </p>
      )}
      {isThere && known.length > 0 && <Values space={space} fields={known} />}
    </section>
  )
}

function Values({ space, fields }: { space: Space; fields: readonly CustomField[] }) {
  const { data: entries = [] } = useQuery(valuesQuery(space.id))
  const save = useSpaceValue(space.id, fields)
  const valueOf = (field: CustomField): Value =>
    entries.find(({ customField }) => customField.name === field.name)?.value ?? null
  return (
    <dl className="facts cuf-values">
      {fields.map((field) => (
        <Line
          key={field.id}
          field={field}
          value={valueOf(field)}
          onSave={space.permissions.edit ? (value) => void save(field, value, valueOf(field)) : undefined}
        />
      ))}
    </dl>
  )
}

type LineProps = { field: CustomField; value: Value; onSave: ((value: Value) => void) | undefined }

function Line({ field, value, onSave }: LineProps) {
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
            {value === null ? 'Not set' : saidValue(value)}
          </span>
        )}
        {onSave && value !== null && (
          <IconButton small icon={X} label={`Clear ${title}`} onClick={() => onSave(null)} />
        )}
      </dd>
    </div>
  )
}
