import { Link } from '@tanstack/react-router'
import { clsx } from 'clsx'
import { CalendarCheck } from 'lucide-react'
import type { PageFreshness } from '#contract/page-freshness.ts'
import { labels } from '../../lib/labels.ts'
import { paths } from '../../lib/paths.ts'
import { Button } from '../ui/button.tsx'
import { dayLabel } from './labels.ts'
import { useConfirmPage } from './mutations.ts'
import styles from './page-freshness.module.css'

type Props = {
  pages: readonly PageFreshness[]
  /** What the second column shows. */
  detail: 'space' | 'owner'
}

/** Overdue pages, each with a button that confirms it. */
export const OverdueRows = ({ pages, detail }: Props) => (
  <ul className={clsx('rows', styles.rows, detail === 'owner' && styles.owners)}>
    {pages.map((one) => (
      <Row key={`${one.space.id} ${one.page.id}`} item={one} detail={detail} />
    ))}
  </ul>
)

function Row({ item, detail }: { item: PageFreshness; detail: Props['detail'] }) {
  const { page, space, owner, dueOn, permissions } = item
  const { confirm, isPending } = useConfirmPage()
  const title = page.title || labels.untitled
  return (
    <li className="row">
      <div className="cell">
        <Link className="title truncate" to={paths.page(space.id, page.id)}>
          {title}
        </Link>
      </div>
      <div className={clsx('cell soft', styles.detail)}>
        <span className="truncate">
          {detail === 'space' ? space.title || labels.untitled : (owner?.displayName ?? 'No owner')}
          {dueOn && <span className="narrow">, due {dayLabel(dueOn)}</span>}
        </span>
      </div>
      <div className="cell wide soft num">{dueOn && `Due ${dayLabel(dueOn)}`}</div>
      <div className="cell cell-end">
        {permissions.edit && (
          <Button
            variant="outline"
            size="small"
            icon={CalendarCheck}
            aria-label={`${labels.quoted(title)} is still correct`}
            aria-busy={isPending}
            onClick={() => confirm({ spaceId: space.id, pageId: page.id, title: page.title })}
          >
            Still correct
          </Button>
        )}
      </div>
    </li>
  )
}
