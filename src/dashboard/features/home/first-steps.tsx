import { Link } from '@tanstack/react-router'
import { clsx } from 'clsx'
import { Circle, CircleCheck } from 'lucide-react'
import type { Home } from '#contract/home.ts'
import { ButtonContent, buttonClass } from '../../components/ui/button.tsx'
import { Icon } from '../../components/ui/icon.tsx'
import { paths } from '../../lib/paths.ts'
import styles from './home.module.css'
import { stepLabels } from './labels.ts'

type Props = {
  steps: Home['steps']
  organizationId: string
  /** The space and the site to continue with. */
  spaceId: string | undefined
  siteId: string | undefined
}

/** The way to the first published site; each step is checked off once it has happened. */
export function FirstSteps({ steps, organizationId, spaceId, siteId }: Props) {
  const next = steps.find(({ done }) => !done)
  if (!next) return null
  const done = steps.filter((one) => one.done).length
  const targets = {
    space: `${paths.library(organizationId)}?new=space`,
    page: spaceId ? `${paths.space(spaceId)}?new=page` : paths.library(organizationId),
    site: `${paths.sites(organizationId)}?dialog=new`,
    'site-space': siteId ? paths.site(organizationId, siteId) : paths.sites(organizationId),
    publish: siteId ? paths.siteOverview(organizationId, siteId) : paths.sites(organizationId),
  }
  return (
    <section aria-labelledby="first-steps">
      <h2 className={styles.head} id="first-steps">
        Publish your first site
        <span className="count">
          {done} of {steps.length}
        </span>
      </h2>
      <ol className={styles.steps}>
        {steps.map((one) => {
          const { title, detail, action } = stepLabels[one.step]
          const isNext = one === next
          return (
            <li key={one.step} className={clsx(styles.step, one.done && 'is-done')}>
              <span className={one.done ? 'i-success' : 'i-faint'}>
                <Icon of={one.done ? CircleCheck : Circle} />
              </span>
              <div>
                <b>
                  {title}
                  {one.done && <span className="sr">, done</span>}
                </b>
                {!one.done && <p className="meta soft">{detail}</p>}
              </div>
              {isNext && (
                <Link className={buttonClass('primary')} to={targets[one.step]}>
                  <ButtonContent>{action}</ButtonContent>
                </Link>
              )}
            </li>
          )
        })}
      </ol>
    </section>
  )
}
