import { useSuspenseQuery } from '@tanstack/react-query'
import { api } from '#contract/api.ts'
import type { Page } from '#contract/pages.ts'
import type { Space } from '#contract/spaces.ts'
import { Field } from '../../components/ui/field.tsx'
import { Select, TextInput } from '../../components/ui/inputs.tsx'
import { q } from '../../lib/api.ts'
import { words } from '../../lib/words.ts'

/** Where the pages are to go, as it is chosen. */
export type Target = {
  readonly as: 'space' | 'request'
  readonly subject: string
  /** A page, or empty for the end of the space. */
  readonly below: string
}

/** A locked space takes a change request only. */
export const firstTarget = ({ editMode }: Pick<Space, 'editMode'>): Target => ({
  as: editMode === 'locked' ? 'request' : 'space',
  subject: '',
  below: '',
})

type Props = { space: Space; target: Target; onTarget: (target: Target) => void }

/** The choice of where the pages go. */
export function ImportTarget({ space, target, onTarget }: Props) {
  const { data } = useSuspenseQuery(q(api.spaceContent.pages, { params: { spaceId: space.id }, query: {} }))
  const isLocked = space.editMode === 'locked'
  return (
    <section className="im-target" aria-labelledby="im-target">
      <h2 className="im-head" id="im-target">
        Where the pages go
      </h2>
      <div className="im-choices">
        <Field
          label="Added"
          {...(isLocked ? { help: 'The space is locked: it takes changes by change request only.' } : {})}
        >
          {(tied) => (
            <Select
              {...tied}
              value={target.as}
              onChange={({ target: { value } }) =>
                onTarget({ ...target, as: value === 'request' ? 'request' : 'space' })
              }
              choices={[
                { value: 'space', label: 'Straight into the space', disabled: isLocked },
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
                ...choicesOf(data.pages).slice(0, offered),
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

/** As many as a list can be looked through. */
const offered = 500

/** Pages as lines of a list, each as far in as it is deep. Links have nothing below them. */
const choicesOf = (pages: readonly Page[], depth = 0): { value: string; label: string }[] =>
  pages.flatMap((page) => [
    ...(page.type === 'link'
      ? []
      : [{ value: page.id, label: `${'\u2003'.repeat(depth)}${page.title || words.untitled}` }]),
    ...('pages' in page ? choicesOf(page.pages as readonly Page[], depth + 1) : []),
  ])
