import { useQuery, useQueryClient } from '@tanstack/react-query'
import { api } from '#contract/api.ts'
import { ApiError } from '#contract/client.ts'
import type { CustomHostname } from '#contract/custom-hostnames.ts'
import { Button } from '../../components/ui/button.tsx'
import { DotStatus } from '../../components/ui/marks.tsx'
import { Time } from '../../components/ui/time.tsx'
import { q, useApi } from '../../lib/api.ts'
import { reasonOf } from '../../lib/query-client.ts'

const { get, check } = api.customHostnames

/** Whether the DNS leads a host name here, as it was last seen, with a look again. */
export function HostnameStatus({ hostname }: { hostname: string }) {
  const client = useQueryClient()
  const kept = q(get, { params: { hostname } })
  const { data: seen } = useQuery(kept)
  const checking = useApi(check, {
    meta: { shown: 'in-form' },
    onSettled: () => client.invalidateQueries({ queryKey: kept.queryKey }),
  })
  if (seen === undefined) return null
  return (
    <div className="site-dns-status" role="status">
      <DotStatus {...toneOf(seen)}>{said[seen.status ?? 'none']}</DotStatus>
      {seen.checkedAt && (
        <span className="soft">
          Seen <Time at={seen.checkedAt} ago />
        </span>
      )}
      <Button
        look="line"
        aria-busy={checking.isPending}
        onClick={() => checking.mutate({ params: { hostname } })}
      >
        {seen.status === undefined ? 'Check' : 'Check again'}
      </Button>
      {checking.error && !saysStatus(checking.error) && <p className="soft">{reasonOf(checking.error)}</p>}
    </div>
  )
}

const said = {
  dns_passed: 'The name leads here',
  dns_no_cname: 'The DNS has no entry of that name yet; a new one may take some hours',
  dns_wrong_cname: 'The name leads somewhere else',
  none: 'Not looked up yet',
} as const

function toneOf({ status }: CustomHostname): { tone?: 'success' | 'warning' } {
  if (status === undefined) return {}
  return { tone: status === 'dns_passed' ? 'success' : 'warning' }
}

/** What was seen is told where it is kept; what kept us from seeing is told here. */
const saysStatus = (error: Error): boolean => error instanceof ApiError && error.details?.status !== undefined
