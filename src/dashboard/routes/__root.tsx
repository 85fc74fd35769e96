import type { QueryClient } from '@tanstack/react-query'
import { createRootRouteWithContext, Outlet } from '@tanstack/react-router'
import { ConfirmDialog } from '../components/confirm.tsx'
import { RouteAnnouncer } from '../components/route-announcer.tsx'
import { PublicNotFound } from '../components/route-states.tsx'
import { Toaster } from '../components/ui/toaster.tsx'

export const Route = createRootRouteWithContext<{ queryClient: QueryClient }>()({
  component: Root,
  notFoundComponent: PublicNotFound,
})

function Root() {
  return (
    <>
      <Outlet />
      <ConfirmDialog />
      <Toaster />
      <RouteAnnouncer />
    </>
  )
}
