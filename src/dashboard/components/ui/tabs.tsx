import { Link, type LinkProps } from '@tanstack/react-router'

export type Tab = {
  label: string
  to: string
  count?: number | undefined
  search?: LinkProps['search']
  /** Marked although one is at another address, below its own. */
  isCurrent?: boolean
}

/** The parts of one thing, each at an address of its own. */
export const Tabs = ({ label, tabs }: { label: string; tabs: readonly Tab[] }) => (
  <nav className="tabs" aria-label={label}>
    {tabs.map((tab) => (
      <Link
        key={tab.to}
        className="tab"
        to={tab.to}
        activeOptions={{ exact: true, includeSearch: false }}
        {...(tab.isCurrent ? { inactiveProps: { 'aria-current': 'page' } } : {})}
      >
        {tab.label} {tab.count !== undefined && <span className="count">{tab.count}</span>}
      </Link>
    ))}
  </nav>
)
