import { useInfiniteQuery } from '@tanstack/react-query'
import { Link, useNavigate } from '@tanstack/react-router'
import type { Member } from '#contract/members.ts'
import type { Role } from '#contract/shared/permissions.ts'
import type { Site } from '#contract/sites.ts'
import { ReadList } from '../../components/read-list.tsx'
import { ButtonFace, buttonClass } from '../../components/ui/button.tsx'
import { Empty } from '../../components/ui/states.tsx'
import { places } from '../../lib/places.ts'
import { roleNames, siteMeans } from '../../lib/role-words.ts'
import { memberSitesQuery } from './member-queries.ts'

type Props = { organizationId: string; member: Member }
type Row = { readonly id: string; readonly site: Site; readonly role: Role }

/** The sites somebody sees here and the role in force on each; why is told where the site lists its people. */
export function MemberSites({ organizationId, member }: Props) {
  const navigate = useNavigate()
  const read = useInfiniteQuery(memberSitesQuery({ organizationId, userId: member.id }))
  const pathOf = ({ id }: Row) => places.siteOverview(organizationId, id)
  return (
    <div className="scroll">
      <ReadList
        read={read}
        rowOf={({ site, permission }): Row => ({ id: site.id, site, role: permission })}
        label="Sites"
        className="m-spaces"
        columns={[{ head: 'Site' }, { head: 'Role' }, { head: <span className="sr">Why</span> }]}
        titleOf={({ site }) => site.title}
        onOpen={(row) => void navigate({ to: pathOf(row) })}
        row={(row, isCurrent) => (
          <Cells
            row={row}
            to={pathOf(row)}
            why={`${places.sitePart(organizationId, row.id, 'access')}?why=${member.id}`}
            isCurrent={isCurrent}
          />
        )}
        empty={
          <Empty title={`${member.user.displayName} sees no site here`}>
            {member.disabled
              ? 'While somebody is suspended, everything is shut to them.'
              : 'A role in the organization shows all sites; a role on a site, by name or by a team, that one.'}
          </Empty>
        }
      />
    </div>
  )
}

type CellsProps = { row: Row; to: string; why: string; isCurrent: boolean }

const Cells = ({ row: { site, role }, to, why, isCurrent }: CellsProps) => (
  <>
    <div className="cell" role="gridcell">
      <Link className="title name truncate" to={to} tabIndex={isCurrent ? 0 : -1}>
        {site.title}
      </Link>
    </div>
    <div className="cell" role="gridcell">
      <span>{roleNames[role]}</span>
      <span className="faint truncate wide">{siteMeans[role]}</span>
    </div>
    <div className="cell cell-end" role="gridcell">
      {site.permissions.admin && (
        <Link
          className={buttonClass('line', 'small')}
          to={why}
          tabIndex={isCurrent ? 0 : -1}
          aria-label={`Why ${roleNames[role]} on ${site.title}`}
        >
          <ButtonFace>Why</ButtonFace>
        </Link>
      )}
    </div>
  </>
)
