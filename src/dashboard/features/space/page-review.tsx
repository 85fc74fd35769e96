import { useQuery } from '@tanstack/react-query'
import { CalendarCheck } from 'lucide-react'
import type { Page } from '#contract/pages.ts'
import { dayLabel, intervalLabel, reviewLabel } from '../../components/page-freshness/labels.ts'
import { useConfirmPage } from '../../components/page-freshness/mutations.ts'
import { Button } from '../../components/ui/button.tsx'
import { Badge } from '../../components/ui/marks.tsx'
import { Time } from '../../components/ui/time.tsx'
import { pageFreshnessQuery } from '../../data/page-freshness.ts'
import styles from './space.module.css'

type Props = { spaceId: string; page: Page }

const useFreshness = ({ spaceId, page }: Props) =>
  useQuery({ ...pageFreshnessQuery(spaceId, page.id), retry: false }).data

/** Above a page whose review date has passed, for people who can confirm it; renders nothing otherwise. */
export function OverdueBanner({ spaceId, page }: Props) {
  const data = useFreshness({ spaceId, page })
  const { confirm, isPending } = useConfirmPage()
  if (!data?.overdue || !data.permissions.edit || data.dueOn === undefined) return null
  return (
    <div className="banner banner-warning" role="status">
      <Badge tone="warning">Overdue</Badge>
      <p>
        The review was due on {dayLabel(data.dueOn)}.
        <span className="wide">
          {' '}
          {data.owner ? `Owner: ${data.owner.displayName}` : 'No one owns this page.'}
        </span>
      </p>
      <Button
        variant="outline"
        size="small"
        icon={CalendarCheck}
        aria-busy={isPending}
        onClick={() => confirm({ spaceId, pageId: page.id, title: page.title })}
      >
        Still correct
      </Button>
    </div>
  )
}

type NotesProps = Props & {
  /** Opens the dialog with the owner and the review date; undefined for people who can't change them. */
  onChange: (() => void) | undefined
}

/** Next to a page: who owns it, and when it is reviewed; renders nothing if neither is set. */
export function ReviewNotes({ spaceId, page, onChange }: NotesProps) {
  const data = useFreshness({ spaceId, page })
  const { confirm, isPending } = useConfirmPage()
  if (!data) return null
  const { owner, interval, lastConfirmation } = data
  const due = reviewLabel(data)
  if (!owner && due === undefined && !lastConfirmation) return null
  return (
    <section className={styles.review} aria-labelledby="page-review">
      <h2 id="page-review">Review</h2>
      <p>{owner ? `Owner: ${owner.displayName}` : 'No owner'}</p>
      {due !== undefined && <p>{due}</p>}
      {interval !== undefined && <p>{intervalLabel(interval)}</p>}
      {lastConfirmation && (
        <p>
          Confirmed <Time at={lastConfirmation.confirmedAt} ago /> by{' '}
          {lastConfirmation.confirmedBy.displayName}
        </p>
      )}
      {onChange && (
        <div className={styles.reviewActions}>
          <Button
            variant="outline"
            size="small"
            aria-busy={isPending}
            onClick={() => confirm({ spaceId, pageId: page.id, title: page.title })}
          >
            Still correct
          </Button>
          <Button size="small" onClick={onChange}>
            Change…
          </Button>
        </div>
      )}
    </section>
  )
}
