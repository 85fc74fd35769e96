import type { AccessRequestOptions } from '#contract/access-requests.ts'
import { api } from '#contract/api.ts'
import { isAtLeast, type RequestableRole, type Role, requestableRoles } from '#contract/shared/permissions.ts'
import type { AccessTarget } from '../../data/access.ts'
import { q, useApi } from '../../data/api.ts'
import { formatPeople } from '../../lib/labels.ts'
import { roleNames } from '../../lib/role-labels.ts'
import { toast } from '../../lib/toast.ts'

/** What access is asked for. */
export type AccessSubject = AccessTarget

export const accessOptionsQuery = ({ organizationId, kind, id }: AccessSubject) =>
  q(api.accessRequests.options, { params: { organizationId }, query: { type: kind, id } })

/** On a site, Comment reads and Review edits, so only the roles that differ can be asked for. */
const siteRoles: readonly RequestableRole[] = ['edit', 'create']

/** The roles above the current one, from weak to strong. */
export const rolesToAskFor = (
  kind: AccessSubject['kind'],
  current: Role | null,
): readonly RequestableRole[] =>
  (kind === 'site' ? siteRoles : requestableRoles).filter((role) => !isAtLeast(current, role))

const report = (write: Promise<unknown>, text: string): void =>
  void write.then(
    () => toast.done(text),
    // A toast has shown why.
    () => undefined,
  )

/** Asks for a role, and withdraws the request. */
export function useAskForAccess({ organizationId, kind, id }: AccessSubject) {
  const creation = useApi(api.accessRequests.create, { meta: { refused: 'Couldn’t ask for access' } })
  const withdrawal = useApi(api.accessRequests.withdraw, {
    meta: { refused: 'Couldn’t withdraw the request' },
  })
  return {
    isAsking: creation.isPending || withdrawal.isPending,
    ask: (role: RequestableRole, message: string, { grantors, moreGrantors }: AccessRequestOptions) => {
      const names = [
        ...grantors.map(({ displayName }) => displayName),
        ...Array<string>(moreGrantors).fill(''),
      ]
      const body = { on: { type: kind, id }, role, ...(message === '' ? {} : { message }) }
      report(
        creation.mutateAsync({ params: { organizationId }, body }),
        `Requested the ${roleNames[role]} role from ${formatPeople(names)}`,
      )
    },
    withdraw: (accessRequestId: string) =>
      report(withdrawal.mutateAsync({ params: { organizationId, accessRequestId } }), 'Withdrew the request'),
  }
}
