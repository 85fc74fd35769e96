import { Link } from '@tanstack/react-router'
import { clsx } from 'clsx'
import { FilePen, GitMerge, type LucideIcon, RefreshCw, Undo2 } from 'lucide-react'
import { Avatar } from '../../components/ui/avatar.tsx'
import { Icon } from '../../components/ui/icon.tsx'
import { Badge } from '../../components/ui/marks.tsx'
import { Time } from '../../components/ui/time.tsx'
import { quotedRequest } from '../../lib/request-words.ts'
import type { RevisionRow } from './revision-row.ts'

type Props = {
  rows: readonly RevisionRow[]
  chosen: string
  /** The revision that the space says now. */
  active: string
  onChoose: (id: string) => void
}

/** The revisions, the newest first. */
export const RevisionList = ({ rows, chosen, active, onChoose }: Props) => (
  <nav aria-label="Revisions">
    <ol className="hs-rows">
      {rows.map((row) => (
        <li key={row.id}>
          <Link
            className={clsx('hs-row', row.id === chosen && 'is-on')}
            to="."
            search={(all: object) => ({ ...all, revision: row.id, page: undefined })}
            replace
            aria-current={row.id === chosen ? 'true' : undefined}
            activeProps={{}}
            onFocus={() => row.id !== chosen && onChoose(row.id)}
          >
            <Icon of={icons[row.type]} size="s" />
            <span className="hs-what">
              <span className="truncate">{saidOf(row)}</span>
              <span className="meta faint hs-by">
                {row.createdBy && (
                  <>
                    <Avatar id={row.createdBy.id} name={row.createdBy.displayName} />
                    <span className="truncate">{row.createdBy.displayName},</span>
                  </>
                )}
                <Time at={row.createdAt} ago />
              </span>
            </span>
            {row.id === active && <Badge>Now</Badge>}
          </Link>
        </li>
      ))}
    </ol>
  </nav>
)

const icons: Readonly<Record<RevisionRow['type'], LucideIcon>> = {
  edits: FilePen,
  merge: GitMerge,
  rollback: Undo2,
  update: RefreshCw,
  computed: RefreshCw,
}

function saidOf({ type, mergedFrom, parents }: RevisionRow): string {
  if (type === 'merge') return mergedFrom ? `Merged ${quotedRequest(mergedFrom)}` : 'Merged a change request'
  if (type === 'rollback') return 'Rolled back'
  if (type === 'update') return 'Updated'
  if (type === 'computed') return 'Computed'
  return parents.length === 0 ? 'Made the space' : 'Edited'
}
