import { useQuery } from '@tanstack/react-query'
import { useRouteContext } from '@tanstack/react-router'
import { GitCompareArrows } from 'lucide-react'
import { type ReactNode, useEffect, useId, useRef } from 'react'
import { api } from '#contract/api.ts'
import { q } from '../data/api.ts'
import { labels } from '../lib/labels.ts'
import styles from './conflict-fields.module.css'
import type { FieldConflict } from './merge-fields.ts'
import { Button } from './ui/button.tsx'
import { Icon } from './ui/icon.tsx'
import { Radio } from './ui/inputs.tsx'
import { Time } from './ui/time.tsx'
import type { ConflictTarget, FormConflicts } from './use-versioned-form.ts'

/** The label of a field, and how to show one of its values as text. */
export type FieldDescription = {
  readonly label: ReactNode
  readonly format?: (value: unknown) => string | undefined
}
type Props = {
  conflicts: FormConflicts
  descriptions: ReadonlyMap<string, FieldDescription>
  isPending: boolean
}

/** Mine, theirs and the original value of each field that someone else saved while I edited it. Part of a form. */
export function ConflictFields({ conflicts, descriptions, isPending }: Props) {
  const head = useRef<HTMLDivElement>(null)
  const by = useOtherPerson(conflicts.target)
  useEffect(() => head.current?.focus(), [])
  return (
    <div className={styles.list}>
      <div className={styles.head} ref={head} tabIndex={-1} role="alert">
        <Icon of={GitCompareArrows} />
        <p>
          <b className="name">{by} saved this while you were editing.</b> Choose a version for each field
          {mergedLabel(conflicts.mergedCount)}.
        </p>
      </div>
      {conflicts.fields.map((conflict) => (
        <Choice
          key={conflict.name}
          conflict={conflict}
          form={conflicts}
          description={descriptions.get(conflict.name)}
        />
      ))}
      <div className={styles.foot}>
        <Button size="form" onClick={conflicts.onTakeTheirs}>
          Use all their changes
        </Button>
        <span className="grow" />
        <Button size="form" onClick={conflicts.onBack}>
          Back to the form
        </Button>
        <Button type="submit" variant="primary" size="form" keys="mod+enter" aria-busy={isPending}>
          Save choices
        </Button>
      </div>
    </div>
  )
}

/** Who saved the other values, as the beginning of a sentence. Guests don't learn the names of members. */
function useOtherPerson({ organizationId, type, id }: ConflictTarget): string {
  const { session } = useRouteContext({ strict: false })
  const { data, isFetching } = useQuery({
    ...q(api.lastChanges.get, { params: { organizationId }, query: { type, id } }),
    staleTime: 0,
  })
  const person = isFetching ? undefined : data?.changedBy
  if (person === undefined) return 'Someone else'
  return person.id === session?.user.id ? 'You, in another window,' : person.displayName
}

const mergedLabel = (count: number): string => {
  if (count === 0) return ''
  return count === 1
    ? '; 1 other field was merged automatically'
    : `; ${count} other fields were merged automatically`
}

function Choice({
  conflict,
  form,
  description,
}: {
  conflict: FieldConflict
  form: FormConflicts
  description: FieldDescription | undefined
}) {
  const id = useId()
  const { name, base } = conflict
  const format = (value: unknown): string => description?.format?.(value) ?? formatFieldValue(value)
  const selected = form.choices[name] ?? 'mine'
  const option = (side: 'mine' | 'theirs', from: ReactNode) => (
    // biome-ignore lint/a11y/noLabelWithoutControl: the radio is inside
    <label className={styles.option}>
      <Radio name={id} value={side} checked={selected === side} onChange={() => form.onChoose(name, side)} />
      <span>
        {format(conflict[side])}
        <small>{from}</small>
      </span>
    </label>
  )
  return (
    <div className={styles.field} role="radiogroup" aria-labelledby={`${id}-name`}>
      <div className={styles.label} id={`${id}-name`}>
        <b>{description?.label ?? name}</b>
        <small>was {labels.quoted(format(base))}</small>
      </div>
      {option('mine', 'Mine')}
      {option('theirs', form.savedAt ? <SavedAt at={form.savedAt} /> : 'Theirs')}
    </div>
  )
}

const SavedAt = ({ at }: { at: string }) => (
  <>
    Theirs, <Time at={at} ago />
  </>
)

/** A form value as text: strings as they are, lists joined, no value as “empty”. */
export function formatFieldValue(value: unknown): string {
  if (value === undefined || value === null || value === '') return 'empty'
  if (typeof value === 'boolean') return value ? 'on' : 'off'
  if (Array.isArray(value)) return value.length === 0 ? 'empty' : value.map(formatFieldValue).join(', ')
  return String(value)
}
