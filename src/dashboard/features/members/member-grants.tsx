import { useInfiniteQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { Trash2 } from 'lucide-react'
import type { Member, MemberGrant } from '#contract/members.ts'
import type { Role } from '#contract/shared/permissions.ts'
import { ReadList } from '../../components/read-list.tsx'
import { Icon } from '../../components/ui/icon.tsx'
import { MenuItem } from '../../components/ui/menu.tsx'
import { SelectInline } from '../../components/ui/select-inline.tsx'
import { Empty } from '../../components/ui/states.tsx'
import { Time } from '../../components/ui/time.tsx'
import { meansOn, rolesOn } from '../../lib/granted.ts'
import { places } from '../../lib/places.ts'
import { roleNames } from '../../lib/role-words.ts'
import { words } from '../../lib/words.ts'
import { memberGrantsQuery } from './member-queries.ts'
import { kindIcons } from './member-words.ts'
import { useGrants } from './use-grants.ts'

type Props = { organizationId: string; member: Member }
type Row = MemberGrant & { readonly id: string }
type Level = Role | 'none'

const titleOf = ({ on }: MemberGrant) => on.title || words.untitled

const levelsOn = ({ on, role }: MemberGrant) => [
  ...rolesOn(on.type, role).map((value) => ({
    value,
    label: roleNames[value],
    help: meansOn(on.type)[value],
  })),
  { value: 'none' as const, label: 'None', help: 'Grants nothing and takes nothing away' },
]

/** The roles that were given to somebody by name. Each can be changed in place and taken away, and given back. */
export function MemberGrants({ organizationId, member }: Props) {
  const name = member.user.displayName
  const { setRole, remove } = useGrants(organizationId, member)
  const read = useInfiniteQuery(memberGrantsQuery({ organizationId, userId: member.id }))
  return (
    <div className="scroll">
      <ReadList
        read={read}
        rowOf={(grant: MemberGrant): Row => ({ ...grant, id: `${grant.on.type}-${grant.on.id}` })}
        label="Grants"
        className="m-grants"
        columns={[
          { head: 'On' },
          { head: 'Role' },
          { head: 'Given', className: 'wide' },
          { head: <span className="sr">Actions</span> },
        ]}
        titleOf={titleOf}
        onRowKey={(event, grant) => {
          if (event.key !== 'Delete' && event.key !== 'Backspace') return
          event.preventDefault()
          remove(grant)
        }}
        row={(grant, isCurrent) => (
          <Cells
            grant={grant}
            to={placeOf(organizationId, grant)}
            isCurrent={isCurrent}
            onRole={(level) => setRole(grant, level === 'none' ? null : level)}
          />
        )}
        menu={(grant) => (
          <MenuItem icon={Trash2} keys="delete" danger onSelect={() => remove(grant)}>
            Take the role away
          </MenuItem>
        )}
        empty={
          <Empty title={`Nothing was given to ${name} by name`}>
            What they may do comes from their role in the organization and from their teams.
          </Empty>
        }
      />
    </div>
  )
}

function placeOf(organizationId: string, { on }: MemberGrant): string {
  if (on.type === 'site') return places.siteOverview(organizationId, on.id)
  return on.type === 'space' ? places.space(on.id) : places.collection(organizationId, on.id)
}

type CellsProps = { grant: Row; to: string; isCurrent: boolean; onRole: (level: Level) => void }

const Cells = ({ grant, to, isCurrent, onRole }: CellsProps) => (
  <>
    <div className="cell" role="gridcell">
      <Icon of={kindIcons[grant.on.type]} className="i-faint" />
      <span className="sr">{grant.on.type}</span>
      <Link className="title name truncate" to={to} tabIndex={isCurrent ? 0 : -1}>
        {titleOf(grant)}
      </Link>
    </div>
    <div className="cell" role="gridcell">
      <SelectInline<Level>
        label={`Role on ${titleOf(grant)}`}
        value={grant.role ?? 'none'}
        choices={levelsOn(grant)}
        onChange={onRole}
        tabIndex={isCurrent ? 0 : -1}
      />
    </div>
    <div className="cell wide soft num" role="gridcell">
      <Time at={grant.createdAt} />
    </div>
  </>
)
