import { clsx } from 'clsx'
import { Ellipsis, Pencil, Trash2 } from 'lucide-react'
import { type ReactNode, useEffect, useRef, useState } from 'react'
import type { Comment } from '#contract/comments.ts'
import { offerUndo } from '../../data/undo.ts'
import { confirm } from '../confirm.tsx'
import { Button, IconButton } from '../ui/button.tsx'
import { Avatar } from '../ui/marks.tsx'
import { Menu, MenuItem, MenuSeparator } from '../ui/menu.tsx'
import { Time } from '../ui/time.tsx'
import { CommentText } from './comment-text.tsx'
import styles from './comments.module.css'
import { CommentField } from './composer.tsx'
import { toEditable, toStored } from './mentions.ts'
import { commentRef, useDeleteComment, useUpdateComment } from './mutations.ts'
import type { CommentOrReply as AnySaid, CommentsRef } from './queries.ts'
import { CommentReactions } from './reactions.tsx'
import { SuggestionText, suggestionOf } from './suggestion.tsx'

type Props = {
  at: CommentsRef
  entry: AnySaid
  comment: Comment
  quote?: string | undefined
  /** Marks behind the name. */
  children?: ReactNode
}

/** A comment or a reply. Those who are allowed to can edit and delete it inline. */
export function CommentView({ at, entry, comment, quote, children }: Props) {
  const [isEditing, setIsEditing] = useState(false)
  const { displayName } = entry.postedBy
  const isReply = entry.object === 'comment-reply'
  const suggestion = isReply ? null : suggestionOf(comment)
  return (
    <div className={styles.comment}>
      <Avatar id={entry.postedBy.id} name={displayName} />
      <div>
        <div className="by">
          <span className="name truncate">{displayName}</span>
          <Time at={entry.postedAt} />
          {entry.editedAt && <span className="meta faint">edited</span>}
          {children}
          <span className="grow" />
          <SaidMenu at={at} said={entry} comment={comment} onEdit={() => setIsEditing(true)} />
        </div>
      </div>
      <div className="body">
        {quote && <p className={styles.quote}>{quote}</p>}
        {isEditing ? (
          <Rewriting at={at} said={entry} comment={comment} onDone={() => setIsEditing(false)} />
        ) : (
          <>
            {suggestion ? (
              <SuggestionText at={at} comment={comment} suggestion={suggestion} />
            ) : (
              <CommentText at={at} markdown={entry.body.markdown ?? ''} mentions={entry.mentions} />
            )}
            <CommentReactions at={at} entry={entry} comment={comment} />
          </>
        )}
        {isReply && <span className="sr">, reply</span>}
      </div>
    </div>
  )
}

type PartProps = { at: CommentsRef; said: AnySaid; comment: Comment }

function SaidMenu({ at, said, comment, onEdit }: PartProps & { onEdit: () => void }) {
  const noun = said.object === 'comment' ? 'comment' : 'reply'
  const removing = useDeleteComment(at, noun === 'comment' ? 'comments' : 'replies', {
    refused: `Couldn’t delete the ${noun}`,
  })
  const keepsFocus = useRef(false)
  const { edit, delete: mayDelete } = said.permissions
  if (!edit && !mayDelete) return null
  const remove = async () => {
    const isSure = await confirm({
      title: `Delete the ${noun} by ${said.postedBy.displayName}?`,
      description:
        said.object === 'comment' && said.replies > 0
          ? 'Its replies are deleted too. This can’t be undone.'
          : 'This can’t be undone.',
      action: `Delete ${noun}`,
      danger: true,
    })
    if (isSure) removing.mutate({ ...commentRef(comment, said), ifMatch: said.version })
  }
  return (
    <Menu
      keepsFocus={() => keepsFocus.current}
      trigger={
        <IconButton
          small
          tip={false}
          className={clsx('btn-plain', styles.menu)}
          icon={Ellipsis}
          label={`Actions for the ${noun} by ${said.postedBy.displayName}`}
          onFocus={() => {
            keepsFocus.current = false
          }}
        />
      }
    >
      {edit && (
        <MenuItem
          icon={Pencil}
          onSelect={() => {
            keepsFocus.current = true
            onEdit()
          }}
        >
          Edit
        </MenuItem>
      )}
      {edit && mayDelete && <MenuSeparator />}
      {mayDelete && (
        <MenuItem icon={Trash2} danger onSelect={() => void remove()}>
          Delete…
        </MenuItem>
      )}
    </Menu>
  )
}

function Rewriting({ at, said, comment, onDone }: PartProps & { onDone: () => void }) {
  const [written, setWritten] = useState(() => toEditable(said.body.markdown ?? ''))
  const [version] = useState(said.version)
  const field = useRef<HTMLTextAreaElement>(null)
  const noun = said.object === 'comment' ? 'comment' : 'reply'
  const resource = noun === 'comment' ? 'comments' : 'replies'
  const undoing = useUpdateComment(at, resource, { refused: `Couldn’t undo the change to the ${noun}` })
  const updating = useUpdateComment(at, resource, {
    refused: `Couldn’t save the ${noun}`,
    onSuccess: ({ version: saved }) => {
      onDone()
      offerUndo(`Edited the ${noun}`, () =>
        undoing.mutate({
          ...commentRef(comment, said),
          change: { body: { markdown: said.body.markdown ?? '' } },
          ifMatch: saved,
        }),
      )
    },
  })
  useEffect(() => {
    const end = field.current?.value.length ?? 0
    field.current?.focus()
    field.current?.setSelectionRange(end, end)
  }, [])
  const save = () => {
    const markdown = toStored(written.text, written.named)
    if (markdown === '' || updating.isPending) return
    if (markdown === said.body.markdown) return onDone()
    updating.mutate({ ...commentRef(comment, said), change: { body: { markdown } }, ifMatch: version })
  }
  return (
    <div className={styles.edit}>
      <CommentField
        ref={field}
        organizationId={at.organizationId}
        label={`Edit the ${noun}`}
        written={written}
        onChange={setWritten}
        onSubmit={save}
        onEscape={onDone}
      />
      <div className={styles.editActs}>
        <Button size="small" onClick={onDone}>
          Cancel
        </Button>
        <Button size="small" variant="outline" aria-busy={updating.isPending} onClick={save}>
          Save
        </Button>
      </div>
    </div>
  )
}
