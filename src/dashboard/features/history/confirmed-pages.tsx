import { Link } from '@tanstack/react-router'
import { clsx } from 'clsx'
import { CalendarCheck } from 'lucide-react'
import { useState } from 'react'
import { Button } from '../../components/ui/button.tsx'
import { Icon } from '../../components/ui/icon.tsx'
import { Avatar } from '../../components/ui/marks.tsx'
import { Time } from '../../components/ui/time.tsx'
import { labels, pluralize } from '../../lib/labels.ts'
import { paths } from '../../lib/paths.ts'
import styles from './history.module.css'
import type { RevisionItem } from './queries.ts'

type Confirmations = NonNullable<RevisionItem['confirmations']>

type Props = { spaceId: string; confirmations: RevisionItem['confirmations'] }

/** More would hide the revisions after a review of the whole space. */
const MAX_SHOWN = 3

/** The pages that people confirmed to be correct after a revision, newest first. */
export function ConfirmedPages({ spaceId, confirmations }: Props) {
  const [isOpen, setIsOpen] = useState(false)
  if (!confirmations) return null
  const { count, items } = confirmations
  const isCut = !isOpen && items.length > MAX_SHOWN + 1
  const shown = isCut ? items.slice(0, MAX_SHOWN) : items
  const more = pluralize(count - shown.length, 'more confirmation')
  return (
    <>
      {shown.map((one) => (
        <li key={one.id}>
          <ConfirmedPage spaceId={spaceId} confirmation={one} />
        </li>
      ))}
      {isCut && (
        <li className={styles.more}>
          <Button size="small" onClick={() => setIsOpen(true)}>
            {more}
          </Button>
        </li>
      )}
      {!isCut && count > shown.length && <li className={clsx('meta faint', styles.more)}>and {more}</li>}
    </>
  )
}

type ConfirmedPageProps = { spaceId: string; confirmation: Confirmations['items'][number] }

function ConfirmedPage({ spaceId, confirmation }: ConfirmedPageProps) {
  const { page, confirmedAt, confirmedBy } = confirmation
  const title = labels.quoted(page.title || labels.untitled)
  return (
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
  )
}
