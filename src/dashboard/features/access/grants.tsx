import { useInfiniteQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { Plus, Trash2, Users } from 'lucide-react'
import type { KeyboardEvent } from 'react'
import type { Role } from '#contract/shared/permissions.ts'
import { PagedList } from '../../components/paged-list.tsx'
import { Avatar } from '../../components/ui/avatar.tsx'
import { Button } from '../../components/ui/button.tsx'
import { Icon } from '../../components/ui/icon.tsx'
import { MenuItem } from '../../components/ui/menu.tsx'
import { SelectInline } from '../../components/ui/select-inline.tsx'
import { Bone } from '../../components/ui/skeleton.tsx'
import { Failed } from '../../components/ui/states.tsx'
import { itemsOf } from '../../lib/api.ts'
import { meansOn, rolesOn } from '../../lib/granted.ts'
import { places } from '../../lib/places.ts'
import { reasonOf } from '../../lib/query-client.ts'
import { roleNames } from '../../lib/role-words.ts'
import { counted } from '../../lib/words.ts'
import type { Change } from './changes.ts'
import { type Subject, teamsQuery, usersQuery } from './subject.ts'

type Grant = {
  readonly id: string
  readonly to: 'user' | 'team'
  readonly of: string
  readonly name: string
  readonly about: string
  readonly photo?: string | undefined
  readonly role: Role
}

type Props = { subject: Subject; onChange: (change: Change) => void; onAdd: (() => void) | undefined }

/** Roles that were given here by name: to teams first, then to people. */
export function Grants({ subject, onChange, onAdd }: Props) {
  const { grants, total, state, onMore } = useGrants(subject)
  return (
    <section className="acs-part" aria-labelledby="access-grants">
      <div className="section-head">
        <h2 id="access-grants">Given here by name</h2>
        {total !== undefined && <span className="count">{total}</span>}
        {onAdd && (
          <Button look="ink" icon={Plus} onClick={onAdd}>
            Add people or teams
          </Button>
        )}
      </div>
      {state.isError && (
        <Failed
          title="What was given here could not be loaded"
          reason={reasonOf(state.error)}
          onRetry={state.retry}
        />
      )}
      {state.isPending && !state.isError && (
        <p className="acs-none">
          <Bone width="30%" />
        </p>
      )}
      {state.isThere && (
        <GrantList subject={subject} onChange={onChange} grants={grants} total={total} onMore={onMore} />
      )}
    </section>
  )
}

type ListProps = Pick<Props, 'subject' | 'onChange'> & {
  grants: readonly Grant[]
  total: number | undefined
  onMore: (() => void) | undefined
}

function GrantList({ subject, onChange, grants, total, onMore }: ListProps) {
  const { mayManage } = subject
  const give = (grant: Grant, role: Role | null) =>
    onChange({
      kind: 'roles',
      to: grant.to,
      role,
      grantees: [{ id: grant.of, name: grant.name, before: grant.role }],
    })
  const onRowKey = (event: KeyboardEvent, grant: Grant) => {
    if (!mayManage || (event.key !== 'Delete' && event.key !== 'Backspace')) return
    event.preventDefault()
    give(grant, null)
  }
  const menu = (grant: Grant) => (
    <MenuItem icon={Trash2} keys="delete" danger onSelect={() => give(grant, null)}>
      Take it away…
    </MenuItem>
  )
  return (
    <PagedList<Grant>
      label="Given here by name"
      className="acs-grants"
      items={grants}
      total={total ?? grants.length}
      hasMore={onMore !== undefined}
      {...(onMore ? { onMore } : {})}
      titleOf={({ name }) => name}
      onRowKey={onRowKey}
      row={(grant, isCurrent) => (
        <GrantCells
          subject={subject}
          grant={grant}
          isCurrent={isCurrent}
          onRole={mayManage ? (role) => give(grant, role) : undefined}
        />
      )}
      menu={mayManage ? menu : undefined}
      empty={<p className="acs-none soft">Nothing yet. Everybody here has access by other ways.</p>}
    />
  )
}

/** Two lists of the interface as one: all teams, then all people. */
function useGrants(subject: Subject) {
  const teams = useInfiniteQuery(teamsQuery(subject))
  const users = useInfiniteQuery(usersQuery(subject))
  const grants = [
    ...itemsOf(teams.data).map(
      ({ permission, team }): Grant => ({
        id: `team-${team.id}`,
        to: 'team',
        of: team.id,
        name: team.title,
        about: `Team, ${counted(team.members, 'member')}`,
        role: permission,
      }),
    ),
    ...itemsOf(users.data).map(
      ({ permission, user }): Grant => ({
        id: `user-${user.id}`,
        to: 'user',
        of: user.id,
        name: user.displayName,
        about: user.email ?? '',
        photo: user.photoURL,
        role: permission,
      }),
    ),
  ]
  const isThere = teams.isSuccess && users.isSuccess
  const next = teams.hasNextPage ? teams : users.hasNextPage ? users : undefined
  const total = isThere ? (teams.data.pages[0]?.count ?? 0) + (users.data.pages[0]?.count ?? 0) : undefined
  return {
    grants,
    total,
    onMore: next && !next.isFetchingNextPage ? () => void next.fetchNextPage() : undefined,
    state: {
      isThere,
      isPending: !isThere,
      isError: teams.isError || users.isError,
      error: teams.error ?? users.error,
      retry: () => void Promise.all([teams.refetch(), users.refetch()]),
    },
  }
}

type CellsProps = {
  subject: Subject
  grant: Grant
  isCurrent: boolean
  onRole: ((role: Role) => void) | undefined
}

const choicesFor = (kind: Subject['kind'], held: Role) =>
  rolesOn(kind, held).map((role) => ({ value: role, label: roleNames[role], help: meansOn(kind)[role] }))

const GrantCells = ({ subject: { kind, organizationId }, grant, isCurrent, onRole }: CellsProps) => (
  <>
    <div className="cell" role="gridcell">
      {grant.to === 'user' ? (
        <Avatar id={grant.of} name={grant.name} photo={grant.photo} size="m" />
      ) : (
        <span className="acs-team">
          <Icon of={Users} size="s" />
        </span>
      )}
      <span className="acs-two">
        <Link
          className="title name truncate"
          to={
            grant.to === 'user'
              ? places.member(organizationId, grant.of)
              : places.team(organizationId, grant.of)
          }
          tabIndex={isCurrent ? 0 : -1}
        >
          {grant.name}
        </Link>
        <span className="narrow meta faint truncate">{grant.about}</span>
      </span>
    </div>
    <div className="cell wide soft" role="gridcell">
      <span className="truncate">{grant.about}</span>
    </div>
    <div className="cell" role="gridcell">
      {onRole ? (
        <SelectInline<Role>
          label={`Role of ${grant.name}`}
          value={grant.role}
          choices={choicesFor(kind, grant.role)}
          onChange={onRole}
          tabIndex={isCurrent ? 0 : -1}
        />
      ) : (
        roleNames[grant.role]
      )}
    </div>
  </>
)
