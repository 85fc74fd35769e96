import { clsx } from 'clsx'
import { CircleAlert, Copy, Lock, type LucideIcon, RotateCw } from 'lucide-react'
import type { ReactNode } from 'react'
import { labels } from '../../lib/labels.ts'
import { Button } from './button.tsx'
import { Icon } from './icon.tsx'

type EmptyProps = {
  title: ReactNode
  children?: ReactNode
  actions?: ReactNode
  /** True if it replaces the whole page, so its title is the page's heading. */
  isPage?: boolean
}

/** Nothing here yet: one sentence and the action that fills it. */
export const Empty = ({ title, children, actions, isPage }: EmptyProps) => (
  <div className="empty">
    {isPage ? <h1 className="empty-title">{title}</h1> : <h2 className="empty-title">{title}</h2>}
    {children && <p>{children}</p>}
    {actions && <div className="actions">{actions}</div>}
  </div>
)

type FilteredProps = { title: ReactNode; children?: ReactNode; onClear: () => void; clear: string }

/** No matches: names the filter, and clears it. */
export const Filtered = ({ title, children, onClear, clear }: FilteredProps) => (
  <Empty
    title={title}
    actions={
      <Button variant="outline" onClick={onClear}>
        {clear}
      </Button>
    }
  >
    {children}
  </Empty>
)

/** Not allowed: which role is needed and, if it is known, who can assign it. */
export const NoPermission = ({ title, children, actions, isPage = false }: EmptyProps) => (
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
    actions={actions}
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

/** Something could not be loaded: why, a second try, and the request ID to quote. */
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
      actions={
        <>
          {onRetry && (
            <Button variant="outline" icon={RotateCw} keys="r" onClick={onRetry}>
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
    aria-label={`Copy request ID ${id}`}
    onClick={() => void navigator.clipboard?.writeText(id)}
  >
    <Icon of={Copy} size="s" />
    <span className="mono">{id}</span>
  </button>
)

type Props = { tone?: 'warning' | 'ink'; icon: LucideIcon; children: ReactNode; action?: ReactNode }

/** One line under the top bar; `warning` for being offline and for risk, `ink` for where one is. */
export const Banner = ({ tone, icon, children, action }: Props) => (
  <div className={clsx('banner', tone && `banner-${tone}`)} role="status">
    <Icon of={icon} />
    <p>{children}</p>
    {action}
  </div>
)
