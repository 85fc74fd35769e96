import type { QueryClient } from '@tanstack/react-query'
import { createRootRouteWithContext, Outlet, useRouterState } from '@tanstack/react-router'
import { lazy, Suspense, useEffect, useRef, useState, useSyncExternalStore } from 'react'
import { confirmationStore } from '../components/confirm.tsx'
import { Toaster } from '../components/ui/toaster.tsx'
import { removeFirstFrame, useIsFirstViewLoaded } from '../hooks/use-first-view.ts'
import { useFocusGuard } from '../hooks/use-focus-guard.ts'
import { focusMain } from '../lib/focus.ts'

const PublicNotFound = lazy(async () => ({
  default: (await import('../components/public-not-found.tsx')).PublicNotFound,
}))
const ConfirmDialog = lazy(() =>
  import('../components/confirm-dialog.tsx').then((module) => ({ default: module.ConfirmDialog })),
)

export const Route = createRootRouteWithContext<{ queryClient: QueryClient }>()({
  component: Root,
  notFoundComponent: () => (
    <Suspense>
      <PublicNotFound />
    </Suspense>
  ),
})

function Root() {
  const isLoaded = useIsFirstViewLoaded()
  useFocusGuard()
  useEffect(() => (isLoaded ? removeFirstFrame() : undefined), [isLoaded])
  return (
    <>
      <Outlet />
      <Confirmation />
      <Toaster />
      <RouteAnnouncer />
    </>
  )
}

/** The question of `confirm()`. */
function Confirmation() {
  const isAsked = useSyncExternalStore(confirmationStore.subscribe, confirmationStore.current) !== null
  return isAsked ? (
    <Suspense>
      <ConfirmDialog />
    </Suspense>
  ) : null
}

/** After a navigation, moves the focus to the new page and announces its title to screen readers. */
function RouteAnnouncer() {
  const path = useRouterState({ select: (state) => state.resolvedLocation?.pathname })
  const before = useRef<string | undefined>(undefined)
  const [spoken, setSpoken] = useState('')
  useEffect(() => {
    const isFirst = before.current === undefined
    before.current = path
    if (isFirst || path === undefined) return
    const timer = setTimeout(() => {
      setSpoken(document.title)
      focusNewPage()
    })
    return () => clearTimeout(timer)
  }, [path])
  return (
    <div className="sr" aria-live="polite">
      {spoken}
    </div>
  )
}

/** Unless the new page has already focused something, such as the first field of a form. */
function focusNewPage(): void {
  const main = document.querySelector<HTMLElement>('main')
  const focused = document.activeElement
  if (main?.contains(focused) || focused?.closest('[role="dialog"], [role="alertdialog"]')) return
  focusMain()
}
