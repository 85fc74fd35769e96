import { queryOptions, useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { RotateCw } from 'lucide-react'
import { api } from '#contract/api.ts'
import styles from '../../components/auth-layout.module.css'
import { Button, ButtonContent, buttonClass } from '../../components/ui/button.tsx'
import { callApi, isApiError } from '../../data/api.ts'
import { errorMessage } from '../../data/query-client.ts'
import { useWindowTitle } from '../../hooks/use-breadcrumbs.ts'
import { labels } from '../../lib/labels.ts'

/** Verified once is enough, so the request is never repeated automatically. */
const verification = (link: string) =>
  queryOptions({
    queryKey: ['verification', link],
    queryFn: async () => {
      await callApi(api.sessions.verifyEmail, { params: { link } })
      return true
    },
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: Number.POSITIVE_INFINITY,
    retry: false,
    refetchOnWindowFocus: false,
    refetchOnReconnect: false,
  })

/** Verifies an email address and shows the result. */
export function VerifyPage({ link }: { link: string }) {
  useWindowTitle('Verify your email address')
  const { isPending, isError, error, refetch } = useQuery(verification(link))
  if (isPending) return <p role="status">{labels.loading}</p>
  if (isError && !isApiError(error, 404, 400)) {
    return (
      <>
        <h1>Your address isn’t verified yet</h1>
        <p className={styles.lede}>{errorMessage(error)}</p>
        <Button variant="outline" size="form" icon={RotateCw} onClick={() => void refetch()}>
          {labels.tryAgain}
        </Button>
      </>
    )
  }
  return (
    <>
      <h1>{isError ? 'This link no longer works' : 'Your email address is verified'}</h1>
      <p className={styles.lede}>
        {isError
          ? 'It has expired or is incomplete. Send a new one from your account.'
          : 'You can join organizations that allow your email domain.'}
      </p>
      <Link to="/" className={buttonClass(isError ? 'outline' : 'primary', 'form')}>
        <ButtonContent>Go home</ButtonContent>
      </Link>
    </>
  )
}
