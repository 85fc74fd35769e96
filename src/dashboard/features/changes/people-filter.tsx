import { useQuery } from '@tanstack/react-query'
import type { Organization } from '#contract/organizations.ts'
import { Select } from '../../components/ui/inputs.tsx'
import { useMembersToPick } from '../../lib/members-to-pick.ts'
import { words } from '../../lib/words.ts'
import { spacesQuery } from './change-queries.ts'
import type { OnOrganizationSearch, OrganizationChangesSearch } from './changes-search.ts'

type Props = { organization: Organization; search: OrganizationChangesSearch; onSearch: OnOrganizationSearch }

const parts = ['creator', 'contributor', 'reviewer'] as const
type Part = (typeof parts)[number]
const partNames: Readonly<Record<Part, string>> = {
  creator: 'Author',
  contributor: 'Contributor',
  reviewer: 'Reviewer',
}

/** Narrows the list to a space, and to somebody by what they do in it. */
export function MoreFilters({ organization, search, onSearch }: Props) {
  const { data: spaces } = useQuery(spacesQuery(organization.id))
  return (
    <>
      <Select
        aria-label="Space"
        className="cr-pick"
        value={search.space ?? ''}
        onChange={({ target }) => onSearch({ space: target.value || undefined })}
        choices={[
          { value: '', label: 'All spaces' },
          ...(spaces?.items ?? []).map(({ id, title }) => ({ value: id, label: title || words.untitled })),
        ]}
      />
      {organization.permissions.listMembers && <Person {...{ organization, search, onSearch }} />}
    </>
  )
}

function Person({ organization, search, onSearch }: Props) {
  const { members } = useMembersToPick(organization.id, '')
  const part = parts.find((one) => search[one] !== undefined) ?? 'creator'
  const who = search[part] ?? ''
  const set = (next: Part, id: string) =>
    onSearch({ creator: undefined, contributor: undefined, reviewer: undefined, [next]: id || undefined })
  const isListed = who === '' || members.some(({ id }) => id === who)
  return (
    <>
      <Select
        aria-label="Person"
        className="cr-pick"
        value={who}
        onChange={({ target }) => set(part, target.value)}
        choices={[
          { value: '', label: 'Anybody' },
          ...(isListed ? [] : [{ value: who, label: 'Somebody else' }]),
          ...members.map(({ id, user }) => ({ value: id, label: user.displayName })),
        ]}
      />
      {who !== '' && (
        <Select
          aria-label="As"
          className="cr-pick"
          value={part}
          onChange={({ target }) => set(parts.find((one) => one === target.value) ?? 'creator', who)}
          choices={parts.map((value) => ({ value, label: partNames[value] }))}
        />
      )}
    </>
  )
}
