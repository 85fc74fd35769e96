import { useSuspenseInfiniteQuery } from '@tanstack/react-query'
import { Send, Trash2 } from 'lucide-react'
import type { UndeliveredEmail } from '#contract/system.ts'
import { PagedList, pagesOf } from '../../components/paged-list.tsx'
import { SystemHeader } from '../../components/system-header.tsx'
import { DotStatus } from '../../components/ui/marks.tsx'
import { MenuItem } from '../../components/ui/menu.tsx'
import { Empty } from '../../components/ui/states.tsx'
import { Time } from '../../components/ui/time.tsx'
import { emailStatusLabels, firstLine, wordsOf } from './labels.ts'
import { useEmailActions } from './mutations.ts'
import { emailsQuery } from './queries.ts'
import styles from './system.module.css'

const columns = [
  { head: 'Recipient' },
  { head: 'State' },
  { head: 'Error', className: 'wide' },
  { head: 'Created', className: 'wide' },
  { head: <span className="sr">Actions</span> },
]

const recipientOf = ({ to }: UndeliveredEmail): string => to ?? 'Deleted account'

/** Emails that failed, were rejected or are being retried. */
export function EmailsPage() {
  const pages = pagesOf(useSuspenseInfiniteQuery(emailsQuery))
  const { send, remove } = useEmailActions()
  return (
    <>
      <SystemHeader part="Email" />
      <div className="scroll">
        <PagedList<UndeliveredEmail>
          {...pages}
          label="Undelivered emails"
          className={styles.emails}
          columns={columns}
          titleOf={recipientOf}
          row={(email) => <EmailCells email={email} />}
          menu={(email) => (
            <>
              <MenuItem icon={Send} onSelect={() => send(email)}>
                Send again
              </MenuItem>
              <MenuItem icon={Trash2} danger onSelect={() => void remove(email)}>
                Delete
              </MenuItem>
            </>
          )}
          empty={
            <Empty title="All emails were delivered">
              Emails that a mail server refuses appear here, with the reason.
            </Empty>
          }
        />
      </div>
    </>
  )
}

function EmailCells({ email }: { email: UndeliveredEmail }) {
  const { label, tone } = emailStatusLabels[email.status]
  const error = firstLine(email.error)
  return (
    <>
      <div className="cell" role="gridcell">
        <span className={styles.stacked}>
          <span className="name truncate">{recipientOf(email)}</span>
          <span className="meta faint truncate">
            {wordsOf(email.kind)}
            <span className="narrow"> · {error}</span>
          </span>
        </span>
      </div>
      <div className="cell" role="gridcell">
        <DotStatus tone={tone}>{label}</DotStatus>
      </div>
      <div className="cell wide soft" role="gridcell">
        <span className="truncate" title={error}>
          {error}
        </span>
      </div>
      <div className="cell wide soft num" role="gridcell">
        <Time at={email.createdAt} />
      </div>
    </>
  )
}
