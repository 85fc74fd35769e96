import './styles.css'

import { QueryClientProvider } from '@tanstack/react-query'
import { RouterProvider } from '@tanstack/react-router'
import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { watchConnection } from './data/offline-queue.ts'
import { createQueryClient } from './data/query-client.ts'
import { onSessionLost, watchOtherWindows } from './data/session-lost.ts'
import { handleShortcut } from './lib/shortcuts.ts'
import { createDashboardRouter } from './router.tsx'

const queryClient = createQueryClient()
const router = createDashboardRouter(queryClient)

onSessionLost(() => {
  const { href } = router.state.location
  queryClient.clear()
  void router.navigate({ to: '/sign-in', search: { to: href, ended: true }, replace: true })
})
watchConnection()
watchOtherWindows()
document.addEventListener('keydown', (event) => handleShortcut(event))

const root = document.getElementById('app')
if (root) {
  createRoot(root).render(
    <StrictMode>
      <QueryClientProvider client={queryClient}>
        <RouterProvider router={router} />
      </QueryClientProvider>
    </StrictMode>,
  )
}
