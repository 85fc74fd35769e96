import { useQueries, useQuery } from '@tanstack/react-query'
import { clsx } from 'clsx'
import { Ellipsis, Pencil, Trash2 } from 'lucide-react'
import { type ReactNode, useEffect, useMemo, useRef, useState } from 'react'
import { api } from '#contract/api.ts'
import type { Comment } from '#contract/comments.ts'
import { q } from '../../data/api.ts'
import { contentPaths, contentQuery } from '../../data/content.ts'
import { offerUndo } from '../../data/undo.ts'
import { paths } from '../../lib/paths.ts'
import { confirm } from '../confirm.tsx'
import { pageIndexOf } from '../page-text/page-index.ts'
import { filesById } from '../page-text/page-links.ts'
import { PageText } from '../page-text/page-text.tsx'
import { renderPage } from '../page-text/render-page.ts'
import { Button, IconButton } from '../ui/button.tsx'
import { Avatar } from '../ui/marks.tsx'
import { Menu, MenuItem, MenuSeparator } from '../ui/menu.tsx'
import { Time } from '../ui/time.tsx'
import styles from './comments.module.css'
import { CommentField } from './composer.tsx'
import { toEditable, toStored } from './mentions.ts'
import { commentRef, useDeleteComment, useUpdateComment } from './mutations.ts'
import type { CommentOrReply as AnySaid, CommentsRef } from './queries.ts'
import { CommentReactions } from './reactions.tsx'

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
            <CommentText at={at} markdown={entry.body.markdown ?? ''} mentions={entry.mentions} />
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

type CommentTextProps = {
  at: CommentsRef
  markdown: string
  /** Ids of the people whom the text names. */
  mentions: readonly string[]
}

const nothing = { pages: [], files: [] }

/** The text of a comment, rendered like a page; links go to pages of the same content. */
export function CommentText({ at, markdown, mentions }: CommentTextProps) {
  const { data: content = nothing } = useQuery(contentQuery(at))
  const text = useNamed(at.organizationId, markdown, mentions)
  const html = useMemo(() => {
    const place = {
      spaceId: at.spaceId,
      path: '',
      index: pageIndexOf(content.pages),
      files: filesById(content.files),
      pageTo: contentPaths(at).page,
      personTo: (id: string) => paths.member(at.organizationId, id),
    }
    return renderPage(text, { title: '', place }).html
  }, [text, at.spaceId, at.change, at.organizationId, content])
  return <PageText html={html} className={clsx('diff-text', styles.text)} />
}

const written = /@\[([A-Za-z0-9_-]{1,64})\]/g

/** Programs name people by their ids alone; people read their names. */
function useNamed(organizationId: string, markdown: string, mentions: readonly string[]): string {
  const bare = mentions.filter((id) => markdown.includes(`@[${id}]`))
  const people = useQueries({
    queries: bare.map((userId) => q(api.members.get, { params: { organizationId, userId } })),
  })
  if (bare.length === 0) return markdown
  const names = new Map(people.flatMap(({ data }) => (data ? [[data.id, data.user.displayName]] : [])))
  return markdown.replace(written, (whole, id: string) =>
    names.has(id) ? `[@${names.get(id)}](/users/${id})` : whole,
  )
}
