import { type InfiniteData, useInfiniteQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { Trash2 } from 'lucide-react'
import type { MemberGrant } from '#contract/member-access.ts'
import type { Member } from '#contract/members.ts'
import type { List } from '#contract/shared/paging.ts'
import type { Role } from '#contract/shared/permissions.ts'
import { QueryList } from '../../components/paged-list.tsx'
import { Icon } from '../../components/ui/icon.tsx'
import { MenuItem } from '../../components/ui/menu.tsx'
import { SelectInline } from '../../components/ui/select-inline.tsx'
import { Empty } from '../../components/ui/states.tsx'
import { Time } from '../../components/ui/time.tsx'
import {
  type AccessTarget,
  assignableRoles,
  permissionParams,
  permissionRoutes,
  roleDescriptionsFor,
} from '../../data/access.ts'
import { useApi } from '../../data/api.ts'
import { optimistic, withItems } from '../../data/optimistic.ts'
import { offerUndo } from '../../data/undo.ts'
import { labels } from '../../lib/labels.ts'
import { paths } from '../../lib/paths.ts'
import { roleNames } from '../../lib/role-labels.ts'
import { kindIcons } from './labels.ts'
import styles from './members.module.css'
import { memberGrantsQuery } from './queries.ts'

type Props = { organizationId: string; member: Member }
type Row = MemberGrant & { readonly id: string }
type RoleChoice = Role | 'none'

const titleOf = ({ on }: MemberGrant) => on.title || labels.untitled

const roleChoicesFor = ({ on, role }: MemberGrant) => [
  ...assignableRoles(on.type, role).map((value) => ({
    value,
    label: roleNames[value],
    help: roleDescriptionsFor(on.type)[value],
  })),
  { value: 'none' as const, label: 'None', help: 'Gives no access' },
]

/** The direct grants of a member. Roles are editable in place, and a removed grant can be restored. */
export function MemberGrants({ organizationId, member }: Props) {
  const name = member.user.displayName
  const { setRole, remove } = useGrants(organizationId, member)
  const read = useInfiniteQuery(memberGrantsQuery({ organizationId, userId: member.id }))
  return (
    <div className="scroll">
      <QueryList
        read={read}
        rowOf={(grant: MemberGrant): Row => ({ ...grant, id: `${grant.on.type}-${grant.on.id}` })}
        label="Direct access"
        className={styles.grants}
        columns={[
          { head: 'On' },
          { head: 'Role' },
          { head: 'Assigned', className: 'wide' },
          { head: <span className="sr">Actions</span> },
        ]}
        titleOf={titleOf}
        onRowKey={(event, grant) => {
          if (event.key !== 'Delete' && event.key !== 'Backspace') return
          event.preventDefault()
          remove(grant)
        }}
        row={(grant, isCurrent) => (
          <GrantCells
            grant={grant}
            to={resourcePath(organizationId, grant)}
            isCurrent={isCurrent}
            onRole={(choice) => setRole(grant, choice === 'none' ? null : choice)}
          />
        )}
        menu={(grant) => (
          <MenuItem icon={Trash2} keys="delete" danger onSelect={() => remove(grant)}>
            Remove role
          </MenuItem>
        )}
        empty={
          <Empty title={`${name} has no direct access`}>
            Their access comes from their role in the organization and their teams.
          </Empty>
        }
      />
    </div>
  )
}

function resourcePath(organizationId: string, { on }: MemberGrant): string {
  if (on.type === 'site') return paths.siteOverview(organizationId, on.id)
  return on.type === 'space' ? paths.space(on.id) : paths.collection(organizationId, on.id)
}

type CellsProps = { grant: Row; to: string; isCurrent: boolean; onRole: (choice: RoleChoice) => void }

const GrantCells = ({ grant, to, isCurrent, onRole }: CellsProps) => (
  <>
    <div className="cell" role="gridcell">
      <Icon of={kindIcons[grant.on.type]} className="i-faint" />
      <span className="sr">{grant.on.type}</span>
      <Link className="title name truncate" to={to} tabIndex={isCurrent ? 0 : -1}>
        {titleOf(grant)}
      </Link>
    </div>
    <div className="cell" role="gridcell">
      <SelectInline<RoleChoice>
        label={`Role on ${titleOf(grant)}`}
        value={grant.role ?? 'none'}
        choices={roleChoicesFor(grant)}
        onChange={onRole}
        tabIndex={isCurrent ? 0 : -1}
      />
    </div>
    <div className="cell wide soft num" role="gridcell">
      <Time at={grant.createdAt} />
    </div>
  </>
)

type Pages = InfiniteData<List<MemberGrant>>

const withRole = (data: Pages, id: string, role: Role | null): Pages =>
  withItems(data, (grants) => grants.map((grant) => (grant.on.id === id ? { ...grant, role } : grant)))

const withoutGrant = (data: Pages, id: string): Pages =>
  withItems(data, (grants) => grants.filter(({ on }) => on.id !== id))

type Params = { readonly spaceId: string } | { readonly collectionId: string } | { readonly siteId: string }

const idIn = (params: Params): string => {
  if ('spaceId' in params) return params.spaceId
  return 'siteId' in params ? params.siteId : params.collectionId
}

/** Changes, removes and restores direct grants on spaces, collections and sites. */
function useGrants(organizationId: string, { id: userId, user }: Member) {
  const mutations = {
    space: useGrantsOn('space', { organizationId, userId, name: user.displayName }),
    collection: useGrantsOn('collection', { organizationId, userId, name: user.displayName }),
    site: useGrantsOn('site', { organizationId, userId, name: user.displayName }),
  }
  const paramsFor = ({ on }: MemberGrant) => permissionParams({ id: on.id, organizationId })
  return {
    setRole: (grant: MemberGrant, role: Role | null) =>
      mutations[grant.on.type].change.mutate({ params: { ...paramsFor(grant), userId }, body: { role } }),
    remove: (grant: MemberGrant) => {
      const { on, role } = grant
      const restore = () =>
        mutations[on.type].grant.mutate({ params: paramsFor(grant), body: { users: [userId], role } })
      const title = labels.quoted(on.title || labels.untitled)
      const onSuccess = () =>
        offerUndo(`Removed the role of ${user.displayName} on ${title}`, restore, { icon: Trash2 })
      mutations[on.type].remove.mutate({ params: { ...paramsFor(grant), userId } }, { onSuccess })
    },
  }
}

type GrantHolder = { readonly organizationId: string; readonly userId: string; readonly name: string }

function useGrantsOn(kind: AccessTarget['kind'], { organizationId, userId, name }: GrantHolder) {
  const routes = permissionRoutes({ kind })
  const grants = memberGrantsQuery({ organizationId, userId })
  const failure = { meta: { refused: `Couldn’t change the role of ${name}` } }
  return {
    change: useApi(routes.updateUser, {
      ...optimistic(grants, (data, { params, body }) => withRole(data, idIn(params), body.role)),
      ...failure,
    }),
    remove: useApi(routes.removeUser, {
      ...optimistic(grants, (data, { params }) => withoutGrant(data, idIn(params))),
      ...failure,
    }),
    grant: useApi(routes.grant),
  }
}
