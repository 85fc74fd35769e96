import { CircleAlert, Copy, Lock, RotateCw } from 'lucide-react'
import type { ReactNode } from 'react'
import { labels } from '#dashboard/lib/labels.ts'
import { Button } from './button.tsx'
import { Icon } from './icon.tsx'

type EmptyProps = {
  title: ReactNode
  children?: ReactNode
  acts?: ReactNode
  /** True when it stands for the whole page, so that its title is the page's. */
  isPage?: boolean
}

/** Nothing here yet: one sentence and the act that fills it. */
export const Empty = ({ title, children, acts, isPage }: EmptyProps) => (
  <div className="empty">
    {isPage ? <h1 className="empty-title">{title}</h1> : <h2 className="empty-title">{title}</h2>}
    {children && <p>{children}</p>}
    {acts && <div className="acts">{acts}</div>}
  </div>
)

type FilteredProps = { title: ReactNode; children?: ReactNode; onClear: () => void; clear: string }

/** Filtered to nothing: says what was asked and gives the way back. */
export const Filtered = ({ title, children, onClear, clear }: FilteredProps) => (
  <Empty
    title={title}
    acts={
      <Button variant="line" onClick={onClear}>
        {clear}
      </Button>
    }
  >
    {children}
  </Empty>
)

/** Not allowed: which role is needed and, where it is known, who can give it. */
export const NoPermission = ({ title, children, acts, isPage = false }: EmptyProps) => (
  <Empty
    isPage={isPage}
    title={
      <>
        <span className="i-faint line">
          <Icon of={Lock} />
        </span>
        {title}
      </>
    }
    acts={acts}
  >
    {children}
  </Empty>
)

type FailedProps = {
  title: ReactNode
  reason: ReactNode
  requestId?: string | undefined
  onRetry?: () => void
  isPage?: boolean
}

/** Something could not be loaded: why, a second try, and the request id to quote. */
export const Failed = ({ title, reason, requestId, onRetry, isPage = false }: FailedProps) => (
  <div role="alert">
    <Empty
      isPage={isPage}
      title={
        <>
          <span className="i-danger line">
            <Icon of={CircleAlert} />
          </span>
          {title}
        </>
      }
      acts={
        <>
          {onRetry && (
            <Button variant="line" icon={RotateCw} keys="r" onClick={onRetry}>
              {labels.tryAgain}
            </Button>
          )}
          {requestId && <RequestId id={requestId} />}
        </>
      }
    >
      {reason}
    </Empty>
  </div>
)

const RequestId = ({ id }: { id: string }) => (
  <button
    type="button"
    className="btn btn-plain rid-btn"
    aria-label={`Copy request id ${id}`}
    onClick={() => void navigator.clipboard?.writeText(id)}
  >
    <Icon of={Copy} size="s" />
    <span className="mono">{id}</span>
  </button>
)
