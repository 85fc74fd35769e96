import { Link } from '@tanstack/react-router'
import { clsx } from 'clsx'
import { CalendarCheck } from 'lucide-react'
import { Icon } from '../../components/ui/icon.tsx'
import { Avatar } from '../../components/ui/marks.tsx'
import { Time } from '../../components/ui/time.tsx'
import { labels, pluralize } from '../../lib/labels.ts'
import { paths } from '../../lib/paths.ts'
import styles from './history.module.css'
import type { RevisionItem } from './queries.ts'

type Props = { spaceId: string; confirmations: RevisionItem['confirmations'] }

/** The pages that people confirmed to be correct after a revision, newest first. */
export function ConfirmedPages({ spaceId, confirmations }: Props) {
  if (!confirmations) return null
  const { count, items } = confirmations
  return (
    <>
      {items.map(({ id, page, confirmedAt, confirmedBy }) => {
        const title = labels.quoted(page.title || labels.untitled)
        return (
          <li key={id}>
            <Link
              className={styles.row}
              to={paths.page(spaceId, page.id)}
              title={`${confirmedBy.displayName} confirmed that ${title} is still correct`}
            >
              <Icon of={CalendarCheck} size="s" />
              <span className={styles.what}>
                <span className="truncate">Confirmed {title}</span>
                <span className={clsx('meta faint', styles.by)}>
                  <Avatar id={confirmedBy.id} name={confirmedBy.displayName} />
                  <span className="truncate">{confirmedBy.displayName},</span>
                  <Time at={confirmedAt} ago />
                </span>
              </span>
            </Link>
          </li>
        )
      })}
      {count > items.length && (
        <li className={clsx('meta faint', styles.more)}>
          and {pluralize(count - items.length, 'earlier confirmation')}
        </li>
      )}
    </>
  )
}
