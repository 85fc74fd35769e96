import { useInfiniteQuery } from '@tanstack/react-query'
import { LogOut } from 'lucide-react'
import { ApiError } from '#contract/client.ts'
import type { Member } from '#contract/members.ts'
import type { Organization } from '#contract/organizations.ts'
import type { SignedInBrowser } from '#contract/sign-ins.ts'
import { QueryList } from '../../components/paged-list.tsx'
import { Button } from '../../components/ui/button.tsx'
import { Badge } from '../../components/ui/marks.tsx'
import { Empty, NoPermission } from '../../components/ui/states.tsx'
import { Time } from '../../components/ui/time.tsx'
import { errorMessage } from '../../data/query-client.ts'
import { browserLabel } from '../../lib/browser-label.ts'
import styles from './members.module.css'
import { useMemberActions } from './mutations.ts'
import { memberBrowsersQuery } from './queries.ts'

type Props = { organization: Organization; member: Member }

/** The browsers a member is signed in with. For members of other organizations the API refuses, and the reason is shown. */
export function MemberSessions({ organization, member }: Props) {
  const actions = useMemberActions(organization)
  const read = useInfiniteQuery(memberBrowsersQuery({ organizationId: organization.id, userId: member.id }))
  if (read.error instanceof ApiError && read.error.status === 403) {
    return (
      <div className="scroll">
        <NoPermission title={`You can’t see where ${member.user.displayName} is signed in`}>
          {errorMessage(read.error)}.
        </NoPermission>
      </div>
    )
  }
  return (
    <>
      <div className="toolbar">
        <Button variant="outline" icon={LogOut} onClick={() => void actions.signOut(member)}>
          Sign out everywhere
        </Button>
        <span className="meta faint wide">They can sign in again unless they’re suspended.</span>
      </div>
      <div className="scroll">
        <QueryList
          read={read}
          rowOf={(browser: SignedInBrowser) => browser}
          label="Sessions"
          className={styles.sessions}
          columns={[
            { head: 'Browser' },
            { head: 'Network address', className: 'wide' },
            { head: 'Last used' },
            { head: 'Signed in', className: 'wide' },
          ]}
          titleOf={({ userAgent }) => browserLabel(userAgent)}
          row={(browser) => <Cells browser={browser} />}
          empty={
            <Empty title={`${member.user.displayName} isn’t signed in anywhere`}>
              Browsers appear here once they sign in.
            </Empty>
          }
        />
      </div>
    </>
  )
}

const Cells = ({ browser }: { browser: SignedInBrowser }) => (
  <>
    <div className="cell" role="gridcell">
      <span className="title truncate" title={browser.userAgent}>
        {browserLabel(browser.userAgent)}
      </span>
      {browser.current && <Badge tone="ink">This browser</Badge>}
    </div>
    <div className="cell wide soft num" role="gridcell">
      {browser.ip ?? 'unknown'}
    </div>
    <div className="cell soft num" role="gridcell">
      <Time at={browser.lastSeenAt} />
    </div>
    <div className="cell wide soft num" role="gridcell">
      <Time at={browser.createdAt} />
    </div>
  </>
)
