import type { Organization } from '#contract/organizations.ts'
import { places } from './places.ts'

export type Room = { readonly label: string; readonly to: string }

/** The parts of an organization's settings that somebody may open. */
export const settingsRooms = ({ id, permissions }: Pick<Organization, 'id' | 'permissions'>): Room[] => [
  { label: 'General', to: places.general(id) },
  ...(permissions.listMembers
    ? [
        { label: 'Custom fields', to: places.customFields(id) },
        { label: 'OpenAPI', to: places.openapi(id) },
      ]
    : []),
  ...(permissions.admin ? [{ label: 'Audit log', to: places.audit(id) }] : []),
]

/** The parts of one's own account. */
export const accountRooms: readonly Room[] = [
  { label: 'Profile', to: places.account },
  { label: 'Signing in', to: places.signingIn },
  { label: 'API tokens', to: places.tokens },
]
