import type { QueryClient } from '@tanstack/react-query'
import { createBrowserHistory, createRouter } from '@tanstack/react-router'
import { NotFound, RouteFailed } from './components/route-states.tsx'
import { PageSkeleton } from './components/ui/skeleton.tsx'
import { skipClosedDialogs } from './lib/history.ts'
import { routeTree } from './route-tree.gen.ts'

/** The router with what every route falls back to. */
export const createDashboardRouter = (queryClient: QueryClient) =>
  createRouter({
    routeTree,
    history: skipClosedDialogs(createBrowserHistory()),
    context: { queryClient },
    defaultPreload: 'intent',
    defaultPreloadStaleTime: 0,
    defaultPendingMs: 150,
    defaultPendingMinMs: 200,
    defaultPendingComponent: PageSkeleton,
    defaultErrorComponent: RouteFailed,
    defaultNotFoundComponent: NotFound,
    defaultStructuralSharing: true,
  })

declare module '@tanstack/react-router' {
  interface Register {
    router: ReturnType<typeof createDashboardRouter>
  }
}
