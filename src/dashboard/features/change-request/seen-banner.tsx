import { Eye } from 'lucide-react'
import { Banner } from '../../components/ui/banner.tsx'
import { Button } from '../../components/ui/button.tsx'
import { Time } from '../../components/ui/time.tsx'
import { counted } from '../../lib/words.ts'
import type { Seen } from './use-seen.ts'

type Props = { seen: Seen; since: string | undefined; onSince: (since: string | undefined) => void }

/** How much is new since one last looked, and the way to see only that. */
export function SeenBanner({ seen, since, onSince }: Props) {
  const { last, changed, note } = seen
  if (!last && since === undefined) return null
  return (
    <Banner
      tone="ink"
      icon={Eye}
      act={
        <span className="rq-seen-acts">
          {since === undefined ? (
            <Button size="small" onClick={() => onSince(last?.revision)}>
              Show only that
            </Button>
          ) : (
            <Button size="small" onClick={() => onSince(undefined)}>
              Show all changes
            </Button>
          )}
          {last && (
            <Button
              size="small"
              look="line"
              onClick={() => {
                note()
                onSince(undefined)
              }}
            >
              I have seen it
            </Button>
          )}
        </span>
      }
    >
      {last ? (
        <>
          {counted(changed.size, 'page')} changed since you looked {last.at && <Time at={last.at} ago />}
          {since !== undefined && ', and only that is shown'}
        </>
      ) : (
        'Only what changed since an earlier look is shown'
      )}
    </Banner>
  )
}
