import { useQueryErrorResetBoundary } from '@tanstack/react-query'
import { type ErrorComponentProps, Link, useRouter } from '@tanstack/react-router'
import { lazy, Suspense } from 'react'
import { ApiError } from '#contract/client.ts'
import { errorMessage } from '../data/query-client.ts'
import { useShortcuts } from '../hooks/use-actions.ts'
import { useWindowTitle } from '../hooks/use-breadcrumbs.ts'
import { labels } from '../lib/labels.ts'
import { ButtonContent, buttonClass } from './ui/button.tsx'
import { Empty, Failed, NoPermission } from './ui/states.tsx'

const AccountSignInRequired = lazy(async () => ({
  default: (await import('./account-sign-in-required.tsx')).AccountSignInRequired,
}))
const SecondFactorRequired = lazy(async () => ({
  default: (await import('./second-factor-required.tsx')).SecondFactorRequired,
}))
const AdminNames = lazy(async () => ({ default: (await import('./admin-names.tsx')).AdminNames }))
const SsoRequired = lazy(async () => ({ default: (await import('./sso-required.tsx')).SsoRequired }))

/** There is nothing at this address, or nothing that the caller may see. */
export function NotFound() {
  useWindowTitle(labels.notFound)
  return (
    <Empty
      isPage
      title="This page doesn’t exist"
      actions={
        <Link to="/" className={buttonClass('outline')}>
          <ButtonContent>Go home</ButtonContent>
        </Link>
      }
    >
      It was moved or deleted, or you don’t have access to it.
      <Suspense>
        <AdminNames />
      </Suspense>
    </Empty>
  )
}

/** A route whose data could not be read: not there, not allowed, or failed with a second try. */
export function RouteFailed({ error, reset }: ErrorComponentProps) {
  const router = useRouter()
  const boundary = useQueryErrorResetBoundary()
  const retry = () => {
    boundary.reset()
    reset()
    void router.invalidate()
  }
  useShortcuts([{ keys: 'r', label: labels.tryAgain, group: 'On this page', run: retry }])
  useWindowTitle(titleOf(error))
  if (error instanceof ApiError && error.status === 404) return <NotFound />
  if (error instanceof ApiError && error.type === 'second_factor_required') {
    const organizationId = error.details?.organization
    return (
      <Suspense>
        <SecondFactorRequired
          organizationId={typeof organizationId === 'string' ? organizationId : undefined}
          onReady={reset}
        />
      </Suspense>
    )
  }
  if (error instanceof ApiError && error.type === 'sso_required') {
    return (
      <Suspense>
        <SsoRequired error={error} />
      </Suspense>
    )
  }
  if (error instanceof ApiError && error.type === 'account_sign_in_required') {
    return (
      <Suspense>
        <AccountSignInRequired error={error} />
      </Suspense>
    )
  }
  if (error instanceof ApiError && error.status === 403) {
    return (
      <NoPermission isPage title="You don’t have access to this">
        {error.message}.
        <Suspense>
          <AdminNames />
        </Suspense>
      </NoPermission>
    )
  }
  return (
    <Failed
      isPage
      title="Couldn’t load this page"
      reason={errorMessage(error)}
      requestId={error instanceof ApiError ? error.requestId : undefined}
      onRetry={retry}
    />
  )
}

function titleOf(error: unknown): string {
  if (error instanceof ApiError && error.status === 404) return labels.notFound
  return error instanceof ApiError && error.status === 403 ? 'No access' : 'Couldn’t load this page'
}
