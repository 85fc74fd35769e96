import type { QueryClient } from '@tanstack/react-query'
import { createRootRouteWithContext, Outlet } from '@tanstack/react-router'
import { ConfirmHost } from '../components/confirm.tsx'
import { DoorNotFound } from '../components/door-states.tsx'
import { NavigationVoice } from '../components/navigation-voice.tsx'
import { Toaster } from '../components/ui/toaster.tsx'

export const Route = createRootRouteWithContext<{ queryClient: QueryClient }>()({
  component: Root,
  notFoundComponent: DoorNotFound,
})

function Root() {
  return (
    <>
      <Outlet />
      <ConfirmHost />
      <Toaster />
      <NavigationVoice />
    </>
  )
}
