import { useNavigate } from '@tanstack/react-router'
import { useKeys } from '../../hooks/use-keys.ts'
import { places } from '../../lib/places.ts'
import { navItems } from './nav-items.ts'
import { useOrganization } from './use-organization.ts'

/** `g` and then a letter goes to a room. */
export function useGoKeys(): void {
  const navigate = useNavigate()
  const { organization } = useOrganization()
  const rooms = organization
    ? [...navItems(organization), { label: 'Trash', to: places.trash(organization.id), keys: 'g t' }]
    : []
  useKeys(
    rooms.map(({ label, to, keys }) => ({
      keys,
      label: `Go to ${label.toLowerCase()}`,
      group: 'Go',
      act: () => void navigate({ to }),
    })),
  )
}
