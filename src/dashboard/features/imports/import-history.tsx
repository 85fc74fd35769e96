import { Check, ChevronRight, CircleAlert, CircleSlash, type LucideIcon } from 'lucide-react'
import type { ImportRun } from '#contract/imports.ts'
import { Icon } from '../../components/ui/icon.tsx'
import { Time } from '../../components/ui/time.tsx'
import { ImportReport } from './import-report.tsx'
import { resultOf, sourceOf } from './run-words.ts'

type Props = {
  runs: readonly ImportRun[]
  open: string | undefined
  onOpen: (id: string | undefined) => void
  organizationId: string
  onAgain: (run: ImportRun) => void
}

/** Imports that are over, the newest first; one of them may be open. */
export const ImportHistory = ({ runs, open, onOpen, organizationId, onAgain }: Props) => (
  <section aria-labelledby="im-history">
    <h2 className="im-head" id="im-history">
      Imports into this space
    </h2>
    <ul className="im-history">
      {runs.map((run) => {
        const isOpen = run.id === open
        return (
          <li key={run.id}>
            <button
              type="button"
              className="im-row"
              aria-expanded={isOpen}
              onClick={() => onOpen(isOpen ? undefined : run.id)}
            >
              <Icon of={ChevronRight} size="s" className="im-twisty" />
              <span className="im-source truncate">{sourceOf(run)}</span>
              <Result run={run} />
              <span className="im-who soft truncate wide">{run.createdBy?.displayName}</span>
              <span className="im-when soft num">
                <Time at={run.completedAt ?? run.createdAt} />
              </span>
            </button>
            {isOpen && <ImportReport run={run} organizationId={organizationId} onAgain={onAgain} />}
          </li>
        )
      })}
    </ul>
  </section>
)

const marks: Readonly<Record<string, { icon: LucideIcon; className: string }>> = {
  completed: { icon: Check, className: 'i-success' },
  failed: { icon: CircleAlert, className: 'i-danger' },
  cancelled: { icon: CircleSlash, className: 'i-faint' },
}

function Result({ run }: { run: ImportRun }) {
  const mark = marks[run.status]
  return (
    <span className="im-result truncate">
      {mark && (
        <span className={`line ${mark.className}`}>
          <Icon of={mark.icon} size="s" />
        </span>
      )}
      {resultOf(run)}
    </span>
  )
}
