import { Link2, MessageSquare, Undo2 } from 'lucide-react'
import type { Comment } from '#contract/comments.ts'
import type { CommentsRef, CommentTarget } from '../../components/comments/queries.ts'
import { CommentThread } from '../../components/comments/thread.tsx'
import type { ChangedPage } from '../../components/diff/changed-pages.ts'
import type { BlockExtras } from '../../components/diff/page-diff.tsx'
import type { PageBlock } from '../../components/diff/text-diff.ts'
import { IconButton } from '../../components/ui/button.tsx'
import { copyText } from '../../components/ui/copy.tsx'
import { isOnBlock } from './conversation.tsx'

type Options = {
  at: CommentsRef
  page: ChangedPage
  comments: readonly Comment[]
  selected: string | undefined
  canComment: boolean
  onTarget: (target: CommentTarget) => void
  onComment: (id: string) => void
  /** Reverts a changed block, for those who can. */
  onDiscard: ((block: string, words: string) => void) | undefined
}

/** Actions and open threads of each block in a diff. */
export const blockThreads =
  ({ at, page, comments, selected, canComment, onTarget, onComment, onDiscard }: Options): BlockExtras =>
  (block, kind) => {
    const isRemoved = kind === 'del'
    const threads = comments.filter(
      (one) =>
        !isRemoved &&
        isOnBlock(one) &&
        one.target.page?.id === page.id &&
        one.target.node?.id === block.key &&
        block.key,
    )
    return {
      isSelected: threads.some(({ id }) => id === selected),
      actions: block.key && (
        <div className="block-action wide">
          {onDiscard && kind !== 'same' && (
            <IconButton
              small
              tip={false}
              icon={Undo2}
              label={`${isRemoved ? 'Restore' : 'Discard the change to'} “${excerptOf(block)}”`}
              onClick={() => onDiscard(block.key ?? '', excerptOf(block))}
            />
          )}
          {canComment && !isRemoved && (
            <IconButton
              small
              tip={false}
              icon={MessageSquare}
              label={`Comment on “${excerptOf(block)}”`}
              onClick={() => onTarget({ page: page.id, node: block.key, words: excerptOf(block) })}
            />
          )}
          {!isRemoved && (
            <IconButton
              small
              tip={false}
              icon={Link2}
              label={`Copy a link to “${excerptOf(block)}”`}
              onClick={() => void copyText(blockUrl(page.id, block.key), 'Copied the link')}
            />
          )}
        </div>
      ),
      threads:
        threads.length > 0 &&
        threads.map((thread) => (
          <CommentThread
            key={thread.id}
            at={at}
            comment={thread}
            isSelected={thread.id === selected}
            onSelect={() => onComment(thread.id)}
          />
        )),
    }
  }

/** URL of the diff at one block of a page. */
function blockUrl(page: string, block = ''): string {
  const address = new URL(window.location.href)
  address.searchParams.set('page', page)
  address.searchParams.set('block', block)
  return address.href
}

const MAX_EXCERPT_LENGTH = 80

function excerptOf({ text }: PageBlock): string {
  const line = text.replace(/[#*_`|>\-\s]+/g, ' ').trim()
  return line.length > MAX_EXCERPT_LENGTH ? `${line.slice(0, MAX_EXCERPT_LENGTH)}…` : line
}
