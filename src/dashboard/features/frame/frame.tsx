import { Outlet, useRouterState } from '@tanstack/react-router'
import { WifiOff } from 'lucide-react'
import { useEffect, useState } from 'react'
import { z } from 'zod'
import { Banner } from '../../components/ui/banner.tsx'
import { useKeys } from '../../hooks/use-keys.ts'
import { useIsNarrow } from '../../hooks/use-media.ts'
import { useOfflineSince } from '../../hooks/use-online.ts'
import { useStored } from '../../hooks/use-stored.ts'
import { noteCameIn } from '../../lib/came-in.ts'
import { KeysSheet } from './keys-sheet.tsx'
import { Palette } from './palette.tsx'
import { Sidebar, SidebarSheet } from './sidebar.tsx'
import { Topbar } from './topbar.tsx'
import { useChangeStream } from './use-change-stream.ts'
import { useGoKeys } from './use-go-keys.ts'
import { useOrganization } from './use-organization.ts'
import { useSeen } from './use-seen.ts'
import { useVisits } from './use-visits.ts'

type Open = 'palette' | 'keys' | 'sidebar' | null

/** What stands around every view behind the door. */
export function Frame() {
  const [isRail, setIsRail] = useStored('rail', z.boolean(), false)
  const [open, setOpen] = useState<Open>(null)
  const isNarrow = useIsNarrow()
  const path = useRouterState({ select: (state) => state.location.pathname })
  const close = () => setOpen(null)
  const fold = () => setIsRail(!isRail)

  useEffect(() => setOpen(null), [path])
  useEffect(noteCameIn, [])
  useGoKeys()
  useVisits()
  const organizationId = useOrganization().organization?.id
  useChangeStream(organizationId)
  useSeen(organizationId)
  useKeys([
    {
      keys: 'mod+k',
      label: 'Search or go to',
      group: 'Everywhere',
      everywhere: true,
      act: () => setOpen('palette'),
    },
    { keys: '/', label: 'Search or go to', group: 'Everywhere', yields: true, act: () => setOpen('palette') },
    { keys: '?', label: 'Show all keys', group: 'Everywhere', act: () => setOpen('keys') },
    { keys: '[', label: isRail ? 'Widen the sidebar' : 'Narrow the sidebar', group: 'Everywhere', act: fold },
  ])
  const sidebar = { isRail: isRail && !isNarrow, onFold: fold, onKeys: () => setOpen('keys') }
  return (
    <div className={sidebar.isRail ? 'app is-rail' : 'app'}>
      <a className="skip" href="#main">
        Skip to the content
      </a>
      <Sidebar {...sidebar} />
      <main className="main" id="main" tabIndex={-1}>
        <Topbar onOpenSidebar={() => setOpen('sidebar')} onOpenPalette={() => setOpen('palette')} />
        <OfflineBanner />
        <Outlet />
      </main>
      {open === 'sidebar' && isNarrow && <SidebarSheet {...sidebar} onClose={close} />}
      {open === 'palette' && <Palette onClose={close} onKeys={() => setOpen('keys')} />}
      {open === 'keys' && <KeysSheet onClose={close} />}
    </div>
  )
}

function OfflineBanner() {
  const since = useOfflineSince()
  if (!since) return null
  const at = since.toLocaleTimeString('en-GB', { hour: '2-digit', minute: '2-digit' })
  return (
    <Banner tone="warning" icon={WifiOff}>
      No connection since {at}. What you see may be out of date, and nothing can be saved until it is back.
    </Banner>
  )
}
