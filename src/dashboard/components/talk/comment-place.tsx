import { Link } from '@tanstack/react-router'
import type { Comment } from '#contract/comments.ts'
import { contentPaths } from '#dashboard/data/content.ts'
import { labels } from '#dashboard/lib/labels.ts'
import type { TalkAt } from './talk-at.ts'

/** Where a thread hangs, for lists that go beyond one page. */
export function WhereOf({ at, comment }: { at: TalkAt; comment: Comment }) {
  const { page } = comment.target
  if (!page) return 'On the whole space'
  return (
    <Link className="link" to={contentPaths(at).page(page.id)} search={{ talk: 'all', comment: comment.id }}>
      {page.title || labels.untitled}
    </Link>
  )
}
