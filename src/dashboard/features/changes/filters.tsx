import { useQuery } from '@tanstack/react-query'
import type { changeRequestStatus } from '#contract/change-requests.ts'
import type { Organization } from '#contract/organizations.ts'
import { Select } from '../../components/ui/inputs.tsx'
import { useMemberSearch } from '../../data/members.ts'
import { statusLabels } from '../../lib/change-request-labels.ts'
import { labels } from '../../lib/labels.ts'
import styles from './changes.module.css'
import {
  type ChangesSearch,
  type OnOrganizationSearch,
  type OnSearch,
  type OrganizationChangesSearch,
  spacesQuery,
  statusOf,
} from './queries.ts'

type Counts = Partial<Record<(typeof changeRequestStatus.options)[number], number>>

type Props = { search: ChangesSearch; onSearch: OnSearch; counts?: Counts }

const order = ['open', 'draft', 'merged', 'archived'] as const

/** Filters by status. */
export const StatusFilter = ({ search, onSearch, counts = {} }: Props) => (
  <fieldset className="btn-group">
    <legend className="sr">Status</legend>
    {order.map((status) => (
      <button
        key={status}
        type="button"
        aria-pressed={status === statusOf(search)}
        onClick={() => onSearch({ status: status === 'open' ? undefined : status })}
      >
        {status === 'draft' ? 'Drafts' : statusLabels[status]}
        {(counts[status] ?? 0) > 0 && <span className="count"> {counts[status]}</span>}
      </button>
    ))}
  </fieldset>
)

type MoreFiltersProps = {
  organization: Organization
  search: OrganizationChangesSearch
  onSearch: OnOrganizationSearch
}

const roles = ['creator', 'contributor', 'reviewer'] as const
type Role = (typeof roles)[number]
const roleLabels: Readonly<Record<Role, string>> = {
  creator: 'Author',
  contributor: 'Contributor',
  reviewer: 'Reviewer',
}

/** Filters by space and by a person's role in the request. */
export function MoreFilters({ organization, search, onSearch }: MoreFiltersProps) {
  const { data: spaces } = useQuery(spacesQuery(organization.id))
  return (
    <>
      <Select
        aria-label="Space"
        className={styles.filter}
        value={search.space ?? ''}
        onChange={({ target }) => onSearch({ space: target.value || undefined })}
        choices={[
          { value: '', label: 'All spaces' },
          ...(spaces?.items ?? []).map(({ id, title }) => ({ value: id, label: title || labels.untitled })),
        ]}
      />
      {organization.permissions.listMembers && <PersonFilter {...{ organization, search, onSearch }} />}
    </>
  )
}

function PersonFilter({ organization, search, onSearch }: MoreFiltersProps) {
  const { members } = useMemberSearch(organization.id, '')
  const role = roles.find((one) => search[one] !== undefined) ?? 'creator'
  const personId = search[role] ?? ''
  const setPerson = (next: Role, id: string) =>
    onSearch({ creator: undefined, contributor: undefined, reviewer: undefined, [next]: id || undefined })
  const isListed = personId === '' || members.some(({ id }) => id === personId)
  return (
    <>
      <Select
        aria-label="Person"
        className={styles.filter}
        value={personId}
        onChange={({ target }) => setPerson(role, target.value)}
        choices={[
          { value: '', label: 'Anybody' },
          ...(isListed ? [] : [{ value: personId, label: 'Somebody else' }]),
          ...members.map(({ id, user }) => ({ value: id, label: user.displayName })),
        ]}
      />
      {personId !== '' && (
        <Select
          aria-label="As"
          className={styles.filter}
          value={role}
          onChange={({ target }) =>
            setPerson(roles.find((one) => one === target.value) ?? 'creator', personId)
          }
          choices={roles.map((value) => ({ value, label: roleLabels[value] }))}
        />
      )}
    </>
  )
}
