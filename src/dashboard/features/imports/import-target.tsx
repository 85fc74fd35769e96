import { useSuspenseQuery } from '@tanstack/react-query'
import { api } from '#contract/api.ts'
import type { Page } from '#contract/pages.ts'
import type { Space } from '#contract/spaces.ts'
import { Field } from '../../components/ui/field.tsx'
import { Select, TextInput } from '../../components/ui/inputs.tsx'
import { q } from '../../data/api.ts'
import { labels } from '../../lib/labels.ts'
import styles from './imports.module.css'

/** The chosen target of an import. */
export type Target = {
  readonly as: 'space' | 'request'
  readonly subject: string
  /** Id of the parent page; empty for the end of the space. */
  readonly below: string
}

/** A locked space only accepts a change request. */
export const initialTarget = ({ editMode }: Pick<Space, 'editMode'>): Target => ({
  as: editMode === 'locked' ? 'request' : 'space',
  subject: '',
  below: '',
})

type Props = { space: Space; target: Target; onTarget: (target: Target) => void }

export function ImportTarget({ space, target, onTarget }: Props) {
  const { data } = useSuspenseQuery(q(api.spaceContent.pages, { params: { spaceId: space.id }, query: {} }))
  const isLocked = space.editMode === 'locked'
  return (
    <section className={styles.target} aria-labelledby={styles.target}>
      <h2 className={styles.head} id={styles.target}>
        Where the pages go
      </h2>
      <div className={styles.choices}>
        <Field
          label="Added"
          {...(isLocked ? { help: 'The space is locked, so changes go through change requests.' } : {})}
        >
          {(tied) => (
            <Select
              {...tied}
              value={target.as}
              onChange={({ target: { value } }) =>
                onTarget({ ...target, as: value === 'request' ? 'request' : 'space' })
              }
              choices={[
                { value: 'space', label: 'Directly into the space', disabled: isLocked },
                { value: 'request', label: 'As a change request' },
              ]}
            />
          )}
        </Field>
        <Field label="Below">
          {(tied) => (
            <Select
              {...tied}
              value={target.below}
              onChange={({ target: { value } }) => onTarget({ ...target, below: value })}
              choices={[
                { value: '', label: 'No page: at the end of the space' },
                ...choicesOf(data.pages).slice(0, MAX_PAGE_CHOICES),
              ]}
            />
          )}
        </Field>
        {target.as === 'request' && (
          <Field label="Subject" isOptional>
            {(tied) => (
              <TextInput
                {...tied}
                value={target.subject}
                maxLength={100}
                onChange={({ target: { value } }) => onTarget({ ...target, subject: value })}
              />
            )}
          </Field>
        )}
      </div>
    </section>
  )
}

/** More options would be hard to scan. */
const MAX_PAGE_CHOICES = 500

/** Pages as indented options. Links can't have children. */
const choicesOf = (pages: readonly Page[], depth = 0): { value: string; label: string }[] =>
  pages.flatMap((page) => [
    ...(page.type === 'link'
      ? []
      : [{ value: page.id, label: `${'\u2003'.repeat(depth)}${page.title || labels.untitled}` }]),
    ...('pages' in page ? choicesOf(page.pages as readonly Page[], depth + 1) : []),
  ])
