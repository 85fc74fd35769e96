import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { Link, useNavigate } from '@tanstack/react-router'
import { api } from '#contract/api.ts'
import type { Member } from '#contract/members.ts'
import type { Role } from '#contract/shared/permissions.ts'
import type { Site } from '#contract/sites.ts'
import type { Space } from '#contract/spaces.ts'
import { AccessSources } from '../../components/access-sources.tsx'
import { QueryList } from '../../components/paged-list.tsx'
import { Button, ButtonContent, buttonClass } from '../../components/ui/button.tsx'
import { Dialog, DialogBody, DialogFoot } from '../../components/ui/dialog.tsx'
import { Emoji } from '../../components/ui/marks.tsx'
import { Empty, Failed } from '../../components/ui/states.tsx'
import { q } from '../../data/api.ts'
import { errorMessage } from '../../data/query-client.ts'
import { labels } from '../../lib/labels.ts'
import { paths } from '../../lib/paths.ts'
import { contentRoleDescriptions, roleNames, siteRoleDescriptions } from '../../lib/role-labels.ts'
import styles from './members.module.css'
import { memberSitesQuery, memberSpacesQuery } from './queries.ts'

type Props = {
  organizationId: string
  member: Member
  /** Id of the space whose access is explained. */
  why: string | undefined
  onWhy: (spaceId: string | undefined) => void
}

type SpaceRow = { readonly id: string; readonly space: Space; readonly role: Role }

/** The spaces a member can open with their effective role, and the reason if the user can see it. */
export function MemberSpaces({ organizationId, member, why, onWhy }: Props) {
  const navigate = useNavigate()
  const name = member.user.displayName
  const read = useInfiniteQuery(memberSpacesQuery({ organizationId, userId: member.id }))
  return (
    <div className="scroll">
      <QueryList
        read={read}
        rowOf={({ space, permission }): SpaceRow => ({ id: space.id, space, role: permission })}
        label="Spaces"
        className={styles.spaces}
        columns={[{ head: 'Space' }, { head: 'Role' }, { head: <span className="sr">Why</span> }]}
        titleOf={({ space }) => space.title || labels.untitled}
        onOpen={({ id }) => void navigate({ to: paths.space(id) })}
        onRowKey={(event, { id, space }) => {
          if (event.key !== 'w' || event.metaKey || event.ctrlKey || !space.permissions.admin) return
          event.preventDefault()
          onWhy(id)
        }}
        row={(row, isCurrent) => <SpaceCells row={row} isCurrent={isCurrent} onWhy={() => onWhy(row.id)} />}
        empty={
          <Empty title={`${name} has no access to spaces`}>
            {member.disabled
              ? 'Suspended members have no access.'
              : 'They get access through a role in the organization, on a team, or on a space or collection.'}
          </Empty>
        }
      />
      {why !== undefined && (
        <WhyDialog spaceId={why} userId={member.id} name={name} onClose={() => onWhy(undefined)} />
      )}
    </div>
  )
}

type SpaceCellsProps = { row: SpaceRow; isCurrent: boolean; onWhy: () => void }

const SpaceCells = ({ row: { space, role }, isCurrent, onWhy }: SpaceCellsProps) => (
  <>
    <div className="cell" role="gridcell">
      <Emoji of={space.emoji} />
      <Link className="title name truncate" to={paths.space(space.id)} tabIndex={isCurrent ? 0 : -1}>
        {space.title || labels.untitled}
      </Link>
    </div>
    <div className="cell" role="gridcell">
      <span>{roleNames[role]}</span>
      <span className="faint truncate wide">{contentRoleDescriptions[role]}</span>
    </div>
    <div className="cell cell-end" role="gridcell">
      {space.permissions.admin && (
        <Button
          variant="outline"
          size="small"
          tabIndex={isCurrent ? 0 : -1}
          aria-label={`Why ${roleNames[role]} in ${space.title || labels.untitled}`}
          onClick={onWhy}
        >
          Why
        </Button>
      )}
    </div>
  </>
)

type WhyProps = { spaceId: string; userId: string; name: string; onClose: () => void }

function WhyDialog({ spaceId, userId, name, onClose }: WhyProps) {
  const space = useQuery(q(api.spaces.get, { params: { spaceId } })).data
  const explained = useQuery(q(api.spacePermissions.explain, { params: { spaceId, userId } }))
  const title = space ? labels.quoted(space.title || labels.untitled) : 'this space'
  const role = explained.data?.role
  return (
    <Dialog
      title={`${name} in ${title}`}
      description={
        role === undefined
          ? labels.loading
          : role === null
            ? 'No access'
            : `${roleNames[role]}: ${contentRoleDescriptions[role]}`
      }
      onClose={onClose}
    >
      <DialogBody>
        {explained.isError && (
          <Failed
            title="Couldn’t load the reason"
            reason={errorMessage(explained.error)}
            onRetry={() => void explained.refetch()}
          />
        )}
        {explained.data && <AccessSources sources={explained.data.accessSources} />}
      </DialogBody>
      <DialogFoot>
        <Button size="form" variant="primary" onClick={onClose}>
          {labels.close}
        </Button>
      </DialogFoot>
    </Dialog>
  )
}

type MemberSitesProps = { organizationId: string; member: Member }
type SiteRow = { readonly id: string; readonly site: Site; readonly role: Role }

/** The sites a member can see with their effective role. The access page of the site explains the role. */
export function MemberSites({ organizationId, member }: MemberSitesProps) {
  const navigate = useNavigate()
  const read = useInfiniteQuery(memberSitesQuery({ organizationId, userId: member.id }))
  const pathOf = ({ id }: SiteRow) => paths.siteOverview(organizationId, id)
  return (
    <div className="scroll">
      <QueryList
        read={read}
        rowOf={({ site, permission }): SiteRow => ({ id: site.id, site, role: permission })}
        label="Sites"
        className={styles.spaces}
        columns={[{ head: 'Site' }, { head: 'Role' }, { head: <span className="sr">Why</span> }]}
        titleOf={({ site }) => site.title}
        onOpen={(row) => void navigate({ to: pathOf(row) })}
        row={(row, isCurrent) => (
          <SiteCells
            row={row}
            to={pathOf(row)}
            why={`${paths.sitePart(organizationId, row.id, 'access')}?why=${member.id}`}
            isCurrent={isCurrent}
          />
        )}
        empty={
          <Empty title={`${member.user.displayName} has no access to sites`}>
            {member.disabled
              ? 'Suspended members have no access.'
              : 'They get access through a role in the organization, or through a direct or team role on a site.'}
          </Empty>
        }
      />
    </div>
  )
}

type SiteCellsProps = { row: SiteRow; to: string; why: string; isCurrent: boolean }

const SiteCells = ({ row: { site, role }, to, why, isCurrent }: SiteCellsProps) => (
  <>
    <div className="cell" role="gridcell">
      <Link className="title name truncate" to={to} tabIndex={isCurrent ? 0 : -1}>
        {site.title}
      </Link>
    </div>
    <div className="cell" role="gridcell">
      <span>{roleNames[role]}</span>
      <span className="faint truncate wide">{siteRoleDescriptions[role]}</span>
    </div>
    <div className="cell cell-end" role="gridcell">
      {site.permissions.admin && (
        <Link
          className={buttonClass('outline', 'small')}
          to={why}
          tabIndex={isCurrent ? 0 : -1}
          aria-label={`Why ${roleNames[role]} on ${site.title}`}
        >
          <ButtonContent>Why</ButtonContent>
        </Link>
      )}
    </div>
  </>
)
