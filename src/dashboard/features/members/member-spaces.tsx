import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { Link, useNavigate } from '@tanstack/react-router'
import { api } from '#contract/api.ts'
import type { Member } from '#contract/members.ts'
import type { Role } from '#contract/shared/permissions.ts'
import type { Space } from '#contract/spaces.ts'
import { AccessWays } from '../../components/access-ways.tsx'
import { ReadList } from '../../components/read-list.tsx'
import { Button } from '../../components/ui/button.tsx'
import { Dialog, DialogBody, DialogFoot } from '../../components/ui/dialog.tsx'
import { Emoji } from '../../components/ui/marks.tsx'
import { Empty, Failed } from '../../components/ui/states.tsx'
import { q } from '../../lib/api.ts'
import { places } from '../../lib/places.ts'
import { reasonOf } from '../../lib/query-client.ts'
import { placeMeans, roleNames } from '../../lib/role-words.ts'
import { words } from '../../lib/words.ts'
import { memberSpacesQuery } from './member-queries.ts'

type Props = {
  organizationId: string
  member: Member
  /** The space whose role is being explained. */
  why: string | undefined
  onWhy: (spaceId: string | undefined) => void
}

type Row = { readonly id: string; readonly space: Space; readonly role: Role }

/** The spaces somebody may open and the role in force in each, with the reason where the caller may know it. */
export function MemberSpaces({ organizationId, member, why, onWhy }: Props) {
  const navigate = useNavigate()
  const name = member.user.displayName
  const read = useInfiniteQuery(memberSpacesQuery({ organizationId, userId: member.id }))
  return (
    <div className="scroll">
      <ReadList
        read={read}
        rowOf={({ space, permission }): Row => ({ id: space.id, space, role: permission })}
        label="Spaces"
        className="m-spaces"
        columns={[{ head: 'Space' }, { head: 'Role' }, { head: <span className="sr">Why</span> }]}
        titleOf={({ space }) => space.title || words.untitled}
        onOpen={({ id }) => void navigate({ to: places.space(id) })}
        onRowKey={(event, { id, space }) => {
          if (event.key !== 'w' || event.metaKey || event.ctrlKey || !space.permissions.admin) return
          event.preventDefault()
          onWhy(id)
        }}
        row={(row, isCurrent) => <Cells row={row} isCurrent={isCurrent} onWhy={() => onWhy(row.id)} />}
        empty={
          <Empty title={`${name} may open no space`}>
            {member.disabled
              ? 'While somebody is suspended, everything is shut to them.'
              : 'A role in the organization, in a team or on a space or collection opens some.'}
          </Empty>
        }
      />
      {why !== undefined && (
        <WhyDialog spaceId={why} userId={member.id} name={name} onClose={() => onWhy(undefined)} />
      )}
    </div>
  )
}

type CellsProps = { row: Row; isCurrent: boolean; onWhy: () => void }

const Cells = ({ row: { space, role }, isCurrent, onWhy }: CellsProps) => (
  <>
    <div className="cell" role="gridcell">
      <Emoji of={space.emoji} />
      <Link className="title name truncate" to={places.space(space.id)} tabIndex={isCurrent ? 0 : -1}>
        {space.title || words.untitled}
      </Link>
    </div>
    <div className="cell" role="gridcell">
      <span>{roleNames[role]}</span>
      <span className="faint truncate wide">{placeMeans[role]}</span>
    </div>
    <div className="cell cell-end" role="gridcell">
      {space.permissions.admin && (
        <Button
          look="line"
          size="small"
          tabIndex={isCurrent ? 0 : -1}
          aria-label={`Why ${roleNames[role]} in ${space.title || words.untitled}`}
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
  const title = space ? words.quoted(space.title || words.untitled) : 'this space'
  const role = explained.data?.role
  return (
    <Dialog
      title={`${name} in ${title}`}
      description={
        role === undefined
          ? words.loading
          : role === null
            ? 'No access'
            : `${roleNames[role]}: ${placeMeans[role]}`
      }
      onClose={onClose}
    >
      <DialogBody>
        {explained.isError && (
          <Failed
            title="The reason could not be loaded"
            reason={reasonOf(explained.error)}
            onRetry={() => void explained.refetch()}
          />
        )}
        {explained.data && <AccessWays ways={explained.data.ways} />}
      </DialogBody>
      <DialogFoot>
        <Button size="form" look="ink" onClick={onClose}>
          {words.close}
        </Button>
      </DialogFoot>
    </Dialog>
  )
}
