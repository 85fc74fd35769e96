import { clsx } from 'clsx'
import type { Site } from '#contract/sites.ts'
import { DotStatus } from '../../components/ui/marks.tsx'
import { shortAddress, siteAddress } from './labels.ts'
import styles from './sites.module.css'

/** Whether the site is published. */
export const SiteStatus = ({ site }: { site: Site }) =>
  site.published ? <DotStatus tone="success">Live</DotStatus> : <DotStatus>Not published</DotStatus>

/** The same with a link to the published site. */
export const PublishedStatus = ({ site }: { site: Site }) =>
  site.published ? (
    <span className={clsx('status', styles.state)}>
      <span className="dot dot-success" />
      <span className="truncate">
        Live at{' '}
        <a className="link" href={siteAddress(site)} target="_blank" rel="noreferrer">
          {shortAddress(siteAddress(site))}
        </a>
      </span>
    </span>
  ) : (
    <span className={clsx('status', styles.state)}>
      <span className="dot" />
      Not published
    </span>
  )
