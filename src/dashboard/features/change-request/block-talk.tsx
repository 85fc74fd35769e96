import { Link2, MessageSquare } from 'lucide-react'
import type { Comment } from '#contract/comment.ts'
import type { PageBlock } from '../../components/diff/block-diff.ts'
import type { ChangedPage } from '../../components/diff/changed-pages.ts'
import type { BlockExtras } from '../../components/diff/page-diff.tsx'
import type { TalkTarget } from '../../components/talk/composer.tsx'
import { Button } from '../../components/ui/button.tsx'
import { IconButton } from '../../components/ui/icon-button.tsx'
import { copyText } from '../../lib/clipboard.ts'
import { counted } from '../../lib/words.ts'

type Given = {
  page: ChangedPage
  comments: readonly Comment[]
  chosen: string | undefined
  mayComment: boolean
  onTarget: (target: TalkTarget) => void
  onComment: (id: string) => void
}

const mostWords = 80

/** The diff as it is shown, at one block of a page. */
function addressOf(page: string, block = ''): string {
  const address = new URL(window.location.href)
  address.searchParams.set('page', page)
  address.searchParams.set('block', block)
  return address.href
}

/** What was said of each block of a page, and the way to say something. */
export const blockTalk =
  ({ page, comments, chosen, mayComment, onTarget, onComment }: Given): BlockExtras =>
  (block) => {
    const here = comments.filter(
      ({ target, status }) =>
        status === 'open' && target.page?.id === page.id && target.node?.id === block.key && block.key,
    )
    const [first] = here
    return {
      isSelected: here.some(({ id }) => id === chosen),
      acts: block.key && (
        <div className="block-act wide">
          {mayComment && (
            <IconButton
              small
              tip={false}
              icon={MessageSquare}
              label={`Comment on “${wordsOf(block)}”`}
              onClick={() => onTarget({ page: page.id, node: block.key, words: wordsOf(block) })}
            />
          )}
          <IconButton
            small
            tip={false}
            icon={Link2}
            label={`Copy a link to “${wordsOf(block)}”`}
            onClick={() => void copyText(addressOf(page.id, block.key), 'Copied the link')}
          />
        </div>
      ),
      below: first && (
        <Button size="small" icon={MessageSquare} onClick={() => onComment(first.id)}>
          {counted(here.length, 'comment')}
        </Button>
      ),
    }
  }

function wordsOf({ text }: PageBlock): string {
  const line = text.replace(/[#*_`|>\-\s]+/g, ' ').trim()
  return line.length > mostWords ? `${line.slice(0, mostWords)}…` : line
}
