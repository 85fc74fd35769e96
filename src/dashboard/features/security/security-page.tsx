import { useQuery, useSuspenseInfiniteQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { RotateCcw } from 'lucide-react'
import type { Member } from '#contract/members.ts'
import type { Organization } from '#contract/organizations.ts'
import { secondFactorQuery } from '../../components/confirm-identity.tsx'
import { PagedList, pagesOf } from '../../components/paged-list.tsx'
import { SettingsHeader } from '../../components/settings-header.tsx'
import { Button } from '../../components/ui/button.tsx'
import { Badge, DotStatus } from '../../components/ui/marks.tsx'
import { MenuItem } from '../../components/ui/menu.tsx'
import { SelectInline } from '../../components/ui/select-inline.tsx'
import { Empty, NoPermission } from '../../components/ui/states.tsx'
import { Time } from '../../components/ui/time.tsx'
import { paths } from '../../lib/paths.ts'
import { memberRoleOf, roleNames } from '../../lib/role-labels.ts'
import { useResetSecondFactor, useSecondFactorRule } from './mutations.ts'
import { membersByFactorQuery } from './queries.ts'
import type { SecuritySearch } from './search-params.ts'
import styles from './security.module.css'

type Props = {
  organization: Organization
  search: SecuritySearch
  onSearch: (search: SecuritySearch) => void
}

/** Whether members need a second factor, and who lacks one. */
export function SecurityPage(props: Props) {
  const { organization } = props
  return (
    <>
      <SettingsHeader organization={organization} part="Security" />
      {organization.permissions.admin ? (
        <div className="scroll">
          <div className="settings">
            <SecondFactorRule organization={organization} />
          </div>
          <MembersByFactor {...props} />
        </div>
      ) : (
        <NoPermission title="Only admins can manage security">
          You need the Admin role in {organization.title}.
        </NoPermission>
      )}
    </>
  )
}

function SecondFactorRule({ organization }: { organization: Organization }) {
  const { data: without } = useSuspenseInfiniteQuery(membersByFactorQuery(organization.id, {}))
  const { data: own } = useQuery(secondFactorQuery)
  const { makeRequired, makeOptional, isPending } = useSecondFactorRule(organization)
  const isRequired = organization.secondFactor === 'required'
  const hasNone = own?.enabled === false
  return (
    <section aria-labelledby="second-factor-rule">
      <div className={styles.rule}>
        <h2 id="second-factor-rule">Second factor</h2>
        <DotStatus {...(isRequired ? { tone: 'success' } : {})}>
          {isRequired ? 'Required' : 'Optional'}
        </DotStatus>
      </div>
      <p className="soft">
        {isRequired
          ? 'Members open this organization only with a passkey or an authenticator app. People who use your single sign-on provider don’t need either, and API tokens keep working.'
          : 'When you require one, members need a passkey or an authenticator app to open this organization. Lectern guides those without one through adding it.'}
      </p>
      {!isRequired && hasNone && (
        <p>
          Before you require it, add a second factor to{' '}
          <Link className="link" to={paths.accountSecurity} search={{ to: paths.security(organization.id) }}>
            your own account
          </Link>
          .
        </p>
      )}
      <div>
        {isRequired ? (
          <Button variant="outline" size="form" aria-busy={isPending} onClick={makeOptional}>
            Make optional
          </Button>
        ) : (
          <Button
            variant="primary"
            size="form"
            aria-busy={isPending}
            disabledReason={hasNone ? 'Add a second factor to your own account first.' : undefined}
            onClick={() => void makeRequired(without.pages[0]?.count ?? 0)}
          >
            Require second factor…
          </Button>
        )}
      </div>
    </section>
  )
}

const columns = [
  { head: 'Name' },
  { head: 'Role', className: 'wide' },
  { head: 'Last seen', className: 'wide' },
  { head: <span className="sr">Actions</span> },
]

function MembersByFactor({ organization: { id }, search, onSearch }: Props) {
  const pages = pagesOf(useSuspenseInfiniteQuery(membersByFactorQuery(id, search)))
  const reset = useResetSecondFactor(id)
  const isWith = search.show === 'with'
  const choices = [
    { value: 'without', label: 'Without a second factor' },
    { value: 'with', label: 'With a second factor' },
  ] as const
  return (
    <section className={styles.members} aria-labelledby="members-by-factor">
      <div className="section-head">
        <h2 id="members-by-factor">Members</h2>
        <SelectInline<'with' | 'without'>
          label="Show members"
          value={search.show ?? 'without'}
          choices={choices}
          onChange={(show) => onSearch(show === 'with' ? { show } : {})}
        />
        <span className="faint num">{pages.total}</span>
      </div>
      <PagedList<Member>
        {...pages}
        label="Members"
        className={styles.list}
        columns={columns}
        titleOf={({ user }) => user.displayName}
        row={(member, isCurrent) => (
          <MemberCells member={member} to={paths.member(id, member.id)} tabIndex={isCurrent ? 0 : -1} />
        )}
        {...(isWith
          ? {
              menu: (member: Member) => (
                <MenuItem icon={RotateCcw} danger onSelect={() => void reset(member)}>
                  Reset second factor…
                </MenuItem>
              ),
            }
          : {})}
        empty={
          <Empty title={isWith ? 'No one has a second factor yet' : 'Everyone has a second factor'}>
            {isWith ? 'Members add one in their account, under Security.' : undefined}
          </Empty>
        }
      />
    </section>
  )
}

const MemberCells = ({ member, to, tabIndex }: { member: Member; to: string; tabIndex: number }) => (
  <>
    <div className="cell" role="gridcell">
      <Link className="name truncate" to={to} tabIndex={tabIndex}>
        {member.user.displayName}
      </Link>
      <span className="faint truncate wide">{member.user.email}</span>
      {member.sso && <Badge>SSO</Badge>}
    </div>
    <div className="cell wide soft" role="gridcell">
      {roleNames[memberRoleOf(member.role)]}
    </div>
    <div className="cell wide soft num" role="gridcell">
      {member.lastSeenAt ? <Time at={member.lastSeenAt} /> : <span className="faint">Never</span>}
    </div>
  </>
)
