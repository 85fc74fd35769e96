import { Link } from '@tanstack/react-router'
import { clsx } from 'clsx'
import { BookOpen, FileText, GitPullRequest, Globe, type LucideIcon, MessageSquare } from 'lucide-react'
import type { Notification } from '#contract/notifications.ts'
import { Button } from '../../components/ui/button.tsx'
import { Icon } from '../../components/ui/icon.tsx'
import { Avatar } from '../../components/ui/marks.tsx'
import { Time } from '../../components/ui/time.tsx'
import { labels } from '../../lib/labels.ts'
import { type NotificationGroup, pathIn } from './groups.ts'
import styles from './inbox.module.css'
import { countLabel, eventLabel, objectLabel } from './labels.ts'

const icons: Readonly<Partial<Record<Notification['about']['kind'], LucideIcon>>> = {
  'change-request': GitPullRequest,
  page: FileText,
  comment: MessageSquare,
  space: BookOpen,
  site: Globe,
}

type Props = {
  group: NotificationGroup
  onOpen: () => void
  /** Confirms the overdue page that the group is about. */
  onConfirm: (() => void) | undefined
}

/** The cells of one object: its title, what happened last, and when. */
export function NotificationCells({ group, onOpen, onConfirm }: Props) {
  const { latest, items } = group
  const { about, actor, space, excerpt } = latest
  const icon = icons[about.kind]
  return (
    <>
      <div className="cell" role="gridcell">
        <span className={clsx('status', styles.kind)}>{icon && <Icon of={icon} />}</span>
        <Link
          className={clsx('title name truncate', about.title === '' && 'is-unnamed')}
          to={pathIn(latest.urls.app)}
          tabIndex={-1}
          onClick={onOpen}
        >
          {objectLabel(latest)}
        </Link>
        {about.number !== undefined && about.title !== '' && (
          <span className="faint num wide">#{about.number}</span>
        )}
        {items.length > 1 && (
          <span className="count" title={countLabel(items.length)}>
            {items.length}
            <span className="sr"> notifications</span>
          </span>
        )}
      </div>
      <div className={clsx('cell', styles.event)} role="gridcell">
        {actor && (
          <span className="wide">
            <Avatar id={actor.id} name={actor.displayName} photo={actor.photoURL} />
          </span>
        )}
        <span className="truncate">
          {eventLabel(latest)}
          {excerpt !== undefined && <span className={clsx('soft', styles.excerpt)}>{excerpt}</span>}
        </span>
        {onConfirm && (
          <Button
            variant="outline"
            size="small"
            className="wide"
            tabIndex={-1}
            aria-label={`${labels.quoted(objectLabel(latest))} is still correct`}
            onClick={onConfirm}
          >
            Still correct
          </Button>
        )}
      </div>
      <div className="cell wide soft" role="gridcell">
        <span className="truncate">
          {space !== undefined && about.kind !== 'space' && (space.title || labels.untitled)}
        </span>
      </div>
      <div className={clsx('cell soft num', styles.end)} role="gridcell">
        <Time at={latest.snoozedUntil ?? latest.createdAt} />
      </div>
    </>
  )
}
