import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useParams } from '@tanstack/react-router'
import { api } from '#contract/api.ts'
import { q } from '../data/api.ts'
import { sessionQuery } from '../data/session.ts'
import { formatNames } from '../lib/labels.ts'

const SHOWN = 3

/**
 * Who can grant access to what the user can't see: the admins of the organization. Nothing for admins, who see
 * everything, for guests, who don't see members, and where the organization is not certain.
 */
export function AdminNames() {
  const organization = useCertainOrganization()
  const isMember = organization !== undefined && organization.role !== null && organization.role !== 'admin'
  const { data } = useQuery({
    ...q(api.members.list, {
      params: { organizationId: organization?.id ?? '' },
      query: { role: 'admin', disabled: false, sort: 'lastSeenAt', limit: SHOWN },
    }),
    enabled: isMember,
    retry: false,
  })
  const names = data?.items.map(({ user }) => user.displayName) ?? []
  if (organization === undefined || names.length === 0) return null
  const others = Array.from({ length: (data?.count ?? 0) - names.length }, () => '')
  const isOne = names.length + others.length === 1
  return (
    <>
      {' '}
      {formatNames([...names, ...others])} {isOne ? 'is an admin' : 'are admins'} of {organization.title} and
      can grant you access.
    </>
  )
}

/** The organization in the URL, or the only one of the user; a space in the URL may be in any of several. */
function useCertainOrganization() {
  const session = useQueryClient().getQueryData(sessionQuery.queryKey)
  const { orgId } = useParams({ strict: false }) as { orgId?: string }
  const organizations = session?.organizations ?? []
  if (orgId !== undefined) return organizations.find(({ id }) => id === orgId)
  return organizations.length === 1 ? organizations[0] : undefined
}
