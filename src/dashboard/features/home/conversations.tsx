import { Link } from '@tanstack/react-router'
import { clsx } from 'clsx'
import type { Home } from '#contract/home.ts'
import { Avatar } from '../../components/ui/marks.tsx'
import { Time } from '../../components/ui/time.tsx'
import { labels } from '../../lib/labels.ts'
import { paths } from '../../lib/paths.ts'
import styles from './home.module.css'
import { conversationLabel } from './labels.ts'

type Conversation = Home['conversations'][number]

/** Threads that wait for the viewer; renders nothing if there are none. */
export function Conversations({ conversations }: { conversations: readonly Conversation[] }) {
  if (conversations.length === 0) return null
  return (
    <section aria-labelledby="conversations">
      <h2 className={styles.head} id="conversations">
        Replies and mentions
        <span className="count">{conversations.length}</span>
      </h2>
      <ul className={clsx('rows', styles.rows)}>
        {conversations.map((one) => (
          <li className="row" key={one.comment}>
            <div className="cell">
              <Avatar id={one.by.id} name={one.by.displayName} photo={one.by.photoURL} />
              <Link className="title truncate" to={addressOf(one)}>
                {conversationLabel(one)}
                <span className={clsx('soft', styles.excerpt)}>{one.excerpt}</span>
              </Link>
            </div>
            <div className="cell wide soft">
              <span className="truncate">{one.space.title || labels.untitled}</span>
            </div>
            <div className="cell cell-end soft num">
              <Time at={one.at} />
            </div>
          </li>
        ))}
      </ul>
    </section>
  )
}

/** Where the thread is shown. */
function addressOf({ space, page, changeRequest, comment }: Conversation): string {
  if (changeRequest)
    return `${paths.changePart(space.id, changeRequest.number, 'comments')}?comment=${comment}`
  return page
    ? `${paths.page(space.id, page.id)}?comments=open&comment=${comment}`
    : `${paths.comments(space.id)}?comment=${comment}`
}
