import * as Radix from '@radix-ui/react-dialog'
import { SidebarContent, type SidebarProps } from './sidebar.tsx'
import { useOrganization } from './use-organization.ts'

/** The sidebar as an overlay on screens below 900 px. */
export function SidebarSheet({ onClose, ...props }: SidebarProps & { onClose: () => void }) {
  const { organization } = useOrganization()
  return (
    <Radix.Root open onOpenChange={(open) => !open && onClose()}>
      <Radix.Portal>
        <Radix.Content className="sidebar is-sheet" aria-describedby={undefined}>
          <Radix.Title className="sr">{organization?.title ?? 'Lectern'}</Radix.Title>
          <SidebarContent {...props} />
        </Radix.Content>
      </Radix.Portal>
    </Radix.Root>
  )
}
