import { useInfiniteQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { clsx } from 'clsx'
import { Plus, Trash2 } from 'lucide-react'
import type { KeyboardEvent } from 'react'
import type { Role } from '#contract/shared/permissions.ts'
import { PagedList } from '../../components/paged-list.tsx'
import { TeamMark } from '../../components/team-mark.tsx'
import { Button } from '../../components/ui/button.tsx'
import { Avatar } from '../../components/ui/marks.tsx'
import { MenuItem } from '../../components/ui/menu.tsx'
import { SelectInline } from '../../components/ui/select-inline.tsx'
import { Bone } from '../../components/ui/skeleton.tsx'
import { Failed } from '../../components/ui/states.tsx'
import { assignableRoles, roleDescriptionsFor } from '../../data/access.ts'
import { itemsOf } from '../../data/api.ts'
import { errorMessage } from '../../data/query-client.ts'
import { pluralize } from '../../lib/labels.ts'
import { paths } from '../../lib/paths.ts'
import { roleNames } from '../../lib/role-labels.ts'
import styles from './access.module.css'
import { type Change, type Resource, teamsQuery, usersQuery } from './queries.ts'

type Grant = {
  readonly id: string
  readonly to: 'user' | 'team'
  readonly of: string
  readonly name: string
  readonly about: string
  readonly photo?: string | undefined
  readonly role: Role
}

type Props = { resource: Resource; onChange: (change: Change) => void; onAdd: (() => void) | undefined }

/** Direct grants: teams first, then people. */
export function DirectGrants({ resource, onChange, onAdd }: Props) {
  const { grants, total, state, onMore } = useGrants(resource)
  return (
    <section className={styles.section} aria-labelledby="access-grants">
      <div className="section-head">
        <h2 id="access-grants">Direct access</h2>
        {total !== undefined && <span className="count">{total}</span>}
        {onAdd && (
          <Button variant="primary" icon={Plus} onClick={onAdd}>
            Add people or teams
          </Button>
        )}
      </div>
      {state.isError && (
        <Failed
          title="Couldn’t load direct access"
          reason={errorMessage(state.error)}
          onRetry={state.retry}
        />
      )}
      {state.isPending && !state.isError && (
        <p className={styles.empty}>
          <Bone width="30%" />
        </p>
      )}
      {state.isLoaded && (
        <GrantList resource={resource} onChange={onChange} grants={grants} total={total} onMore={onMore} />
      )}
    </section>
  )
}

type ListProps = Pick<Props, 'resource' | 'onChange'> & {
  grants: readonly Grant[]
  total: number | undefined
  onMore: (() => void) | undefined
}

function GrantList({ resource, onChange, grants, total, onMore }: ListProps) {
  const { canManage } = resource
  const give = (grant: Grant, role: Role | null) =>
    onChange({
      kind: 'roles',
      to: grant.to,
      role,
      grantees: [{ id: grant.of, name: grant.name, before: grant.role }],
    })
  const onRowKey = (event: KeyboardEvent, grant: Grant) => {
    if (!canManage || (event.key !== 'Delete' && event.key !== 'Backspace')) return
    event.preventDefault()
    give(grant, null)
  }
  const menu = (grant: Grant) => (
    <MenuItem icon={Trash2} keys="delete" danger onSelect={() => give(grant, null)}>
      Remove access…
    </MenuItem>
  )
  return (
    <PagedList<Grant>
      label="Direct access"
      className={styles.grantList}
      items={grants}
      total={total ?? grants.length}
      hasMore={onMore !== undefined}
      {...(onMore ? { onMore } : {})}
      titleOf={({ name }) => name}
      onRowKey={onRowKey}
      row={(grant, isCurrent) => (
        <GrantCells
          resource={resource}
          grant={grant}
          isCurrent={isCurrent}
          onRole={canManage ? (role) => give(grant, role) : undefined}
        />
      )}
      menu={canManage ? menu : undefined}
      empty={
        <p className={clsx(styles.empty, 'soft')}>
          No direct access yet. People have access through a team, the default access or the organization.
        </p>
      }
    />
  )
}

/** Joins two paged lists of the API into one: all teams, then all people. */
function useGrants(resource: Resource) {
  const teams = useInfiniteQuery(teamsQuery(resource))
  const users = useInfiniteQuery(usersQuery(resource))
  const grants = [
    ...itemsOf(teams.data).map(
      ({ permission, team }): Grant => ({
        id: `team-${team.id}`,
        to: 'team',
        of: team.id,
        name: team.title,
        about: `Team, ${pluralize(team.members, 'member')}`,
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
  const isLoaded = teams.isSuccess && users.isSuccess
  const next = teams.hasNextPage ? teams : users.hasNextPage ? users : undefined
  const total = isLoaded ? (teams.data.pages[0]?.count ?? 0) + (users.data.pages[0]?.count ?? 0) : undefined
  return {
    grants,
    total,
    onMore: next && !next.isFetchingNextPage ? () => void next.fetchNextPage() : undefined,
    state: {
      isLoaded,
      isPending: !isLoaded,
      isError: teams.isError || users.isError,
      error: teams.error ?? users.error,
      retry: () => void Promise.all([teams.refetch(), users.refetch()]),
    },
  }
}

type CellsProps = {
  resource: Resource
  grant: Grant
  isCurrent: boolean
  onRole: ((role: Role) => void) | undefined
}

const choicesFor = (kind: Resource['kind'], currentRole: Role) =>
  assignableRoles(kind, currentRole).map((role) => ({
    value: role,
    label: roleNames[role],
    help: roleDescriptionsFor(kind)[role],
  }))

const GrantCells = ({ resource: { kind, organizationId }, grant, isCurrent, onRole }: CellsProps) => (
  <>
    <div className="cell" role="gridcell">
      {grant.to === 'user' ? (
        <Avatar id={grant.of} name={grant.name} photo={grant.photo} size="m" />
      ) : (
        <TeamMark />
      )}
      <span className={styles.stacked}>
        <Link
          className="title name truncate"
          to={
            grant.to === 'user'
              ? paths.member(organizationId, grant.of)
              : paths.team(organizationId, grant.of)
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
