import { Link, type LinkProps, useLocation } from '@tanstack/react-router'
import { type ReactNode, type RefObject, useLayoutEffect, useRef } from 'react'

export type Tab = {
  label: string
  to: string
  count?: number | undefined
  /** Shown after the label, such as what needs attention there. */
  badge?: ReactNode
  search?: LinkProps['search']
  /** Marked although one is at another address, below its own. */
  isCurrent?: boolean
}

/** Tabs with a URL each. If they don't all fit, the current one is scrolled into view. */
export function Tabs({ label, tabs }: { label: string; tabs: readonly Tab[] }) {
  const bar = useRef<HTMLElement>(null)
  return (
    <nav className="tabs" aria-label={label} ref={bar}>
      <CurrentInView
        bar={bar}
        shape={tabs.map(({ label: name, count, badge }) => `${name} ${count} ${Boolean(badge)}`).join()}
      />
      {tabs.map((tab) => (
        <Link
          key={tab.to}
          className="tab"
          to={tab.to}
          activeOptions={{ exact: true, includeSearch: false }}
          {...(tab.isCurrent ? { inactiveProps: { 'aria-current': 'page' } } : {})}
        >
          {tab.label} {tab.count !== undefined && <span className="count">{tab.count}</span>}
          {tab.badge}
        </Link>
      ))}
    </nav>
  )
}

type CurrentInViewProps = {
  bar: RefObject<HTMLElement | null>
  /** Differs when tabs get wider or narrower, such as by a count that is read later. */
  shape: string
}

/** Its own component, so that a navigation doesn't render the tabs. */
function CurrentInView({ bar, shape }: CurrentInViewProps) {
  const pathname = useLocation({ select: (location) => location.pathname })
  // In the next frame, which lays the page out anyway: measuring it now would lay it out once more before it is complete.
  useLayoutEffect(() => {
    const frame = requestAnimationFrame(() => showCurrent(bar.current))
    return () => cancelAnimationFrame(frame)
  }, [bar, pathname, shape])
  return null
}

function showCurrent(bar: HTMLElement | null): void {
  const current = bar?.querySelector<HTMLElement>('[aria-current]')
  if (bar && current)
    bar.scrollLeft = current.offsetLeft - bar.offsetLeft - (bar.clientWidth - current.offsetWidth) / 2
}
