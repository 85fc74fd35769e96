import { type KeyboardEvent, useState } from 'react'
import type { ChangeRequest } from '#contract/change-requests.ts'
import type { Space } from '#contract/spaces.ts'
import { CommentText } from '../../components/comments/comment-text.tsx'
import { Button } from '../../components/ui/button.tsx'
import { TextArea } from '../../components/ui/inputs.tsx'
import { offerUndo } from '../../data/undo.ts'
import { quotedSubject } from '../../lib/change-request-labels.ts'
import styles from './change-request.module.css'
import { useRequestActions } from './mutations.ts'
import { isActive, type RequestRef } from './queries.ts'

const MAX_LENGTH = 10_000

type Props = {
  at: RequestRef
  space: Space
  request: ChangeRequest
  isEditing: boolean
  onEditing: (isEditing: boolean) => void
}

/** Why a change request is needed, in Markdown. Those who can edit the request write it in place. */
export function Description({ at, space, request, isEditing, onEditing }: Props) {
  const canEdit = space.permissions.edit && isActive(request)
  const markdown = request.description?.markdown ?? ''
  if (canEdit && isEditing)
    return <DescriptionField at={at} request={request} onDone={() => onEditing(false)} />
  if (markdown === '' && !canEdit) return null
  return (
    <section className={styles.section} aria-labelledby="description-head">
      <div className={styles.descriptionHead}>
        <h2 id="description-head">Description</h2>
        {canEdit && (
          <Button size="small" onClick={() => onEditing(true)}>
            {markdown === '' ? 'Add description' : 'Edit'}
          </Button>
        )}
      </div>
      {markdown === '' ? (
        <p className="meta soft">No description yet.</p>
      ) : (
        <CommentText
          at={{ spaceId: at.spaceId, change: at.number, organizationId: space.organization }}
          markdown={markdown}
          mentions={[]}
        />
      )}
    </section>
  )
}

function DescriptionField({ at, request, onDone }: Pick<Props, 'at' | 'request'> & { onDone: () => void }) {
  const before = request.description?.markdown ?? ''
  const [markdown, setMarkdown] = useState(before)
  const { describe } = useRequestActions(at, request)
  const save = () => {
    onDone()
    if (markdown.trim() === before) return
    // The mutation cache shows an error.
    describe(markdown).then(
      () =>
        offerUndo(
          `Saved the description of ${quotedSubject(request)}`,
          () => void describe(before).catch(() => undefined),
        ),
      () => undefined,
    )
  }
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === 'Escape') onDone()
    if (event.key === 'Enter' && (event.metaKey || event.ctrlKey)) save()
  }
  return (
    <section className={styles.section} aria-label="Description">
      <label htmlFor="description">
        <b>Description</b>
      </label>
      <div className={styles.descriptionField}>
        <TextArea
          id="description"
          autoFocus
          rows={6}
          maxLength={MAX_LENGTH}
          placeholder="Why is it needed, and what should reviewers check? You can use Markdown."
          value={markdown}
          onChange={({ target }) => setMarkdown(target.value)}
          onKeyDown={onKeyDown}
        />
        <div className={styles.seenActs}>
          <Button size="small" onClick={onDone}>
            Cancel
          </Button>
          <Button size="small" variant="outline" onClick={save}>
            Save
          </Button>
        </div>
      </div>
    </section>
  )
}
