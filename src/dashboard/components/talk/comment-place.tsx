import { Link } from '@tanstack/react-router'
import type { Comment } from '#contract/comment.ts'
import { placesAt } from '../../lib/content-at.ts'
import { words } from '../../lib/words.ts'
import type { TalkAt } from './talk-at.ts'

/** Where a thread hangs, for lists that go beyond one page. */
export function WhereOf({ at, comment }: { at: TalkAt; comment: Comment }) {
  const { page } = comment.target
  if (!page) return 'On the whole space'
  return (
    <Link className="link" to={placesAt(at).page(page.id)} search={{ talk: 'all', comment: comment.id }}>
      {page.title || words.untitled}
    </Link>
  )
}
