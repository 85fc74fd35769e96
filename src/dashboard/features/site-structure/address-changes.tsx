import { clsx } from 'clsx'
import { ArrowRight, Check, CircleAlert, TriangleAlert } from 'lucide-react'
import type { ReactNode } from 'react'
import type { AddressChanges } from '#contract/shared/structure-difference.ts'
import { Icon } from '../../components/ui/icon.tsx'
import { Checkbox, ChoiceLine } from '../../components/ui/inputs.tsx'
import { pluralize } from '../../lib/labels.ts'
import planStyles from './plan.module.css'

type Props = {
  addresses: AddressChanges
  redirect: boolean
  onRedirect: (redirect: boolean) => void
  /** Renders a link to the redirects of the site. */
  redirectsLink: (text: string) => ReactNode
}

/** How another structure changes the addresses of a site, and whether the old ones redirect. */
export function AddressList({ addresses, redirect, onRedirect, redirectsLink }: Props) {
  const { changed, added, removed, unchanged, redirects, shadowed, brokenLinks } = addresses
  const moving = changed.reduce((sum, { pages }) => sum + pages, 0)
  return (
    <>
      {changed.length > 0 && (
        <>
          <h3 className={planStyles.heading}>
            Addresses that change <span className="count">{pluralize(moving, 'page')}</span>
          </h3>
          <ul className={planStyles.addresses}>
            {changed.map(({ siteSpace, from, to, pages, replacedBy }) => (
              <li className={planStyles.address} key={siteSpace.id}>
                <del className={clsx('mono', planStyles.old, 'truncate')}>{from}</del>
                <Icon of={ArrowRight} size="xs" />
                <span className={clsx('mono', planStyles.new, 'truncate')}>{to}</span>
                <span className="faint meta n num">{pluralize(pages, 'page')}</span>
                {replacedBy && (
                  <span className={clsx('faint meta', planStyles.addressTakenBy)}>
                    {replacedBy.title} now uses the old address
                  </span>
                )}
              </li>
            ))}
          </ul>
          <div className={planStyles.check}>
            <ChoiceLine
              control={<Checkbox checked={redirect} onChange={({ target }) => onRedirect(target.checked)} />}
              help={
                redirects > 0
                  ? `Permanent (308), for ${redirects === 1 ? '1 page' : `each of the ${redirects.toLocaleString('en')} pages`}`
                  : 'Other pages use all the old addresses'
              }
            >
              Redirect the old addresses
            </ChoiceLine>
          </div>
        </>
      )}
      {added.length > 0 && (
        <>
          <h3 className={planStyles.heading}>New addresses</h3>
          <ul className={planStyles.addresses}>
            {added.map(({ siteSpace, to, pages }) => (
              <li className={planStyles.address} key={siteSpace.id}>
                <span className={clsx('mono', planStyles.new, 'truncate')}>{to}</span>
                <span className="faint meta n num">{pluralize(pages, 'page')}</span>
              </li>
            ))}
          </ul>
        </>
      )}
      {removed.length > 0 && (
        <>
          <h3 className={planStyles.heading}>Addresses that stop working</h3>
          <ul className={planStyles.addresses}>
            {removed.map(({ siteSpace, from, pages }) => (
              <li className={planStyles.address} key={siteSpace.id}>
                <del className={clsx('mono', planStyles.old, 'truncate')}>{from}</del>
                <span className="faint meta n num">{pluralize(pages, 'page')}</span>
              </li>
            ))}
          </ul>
        </>
      )}
      {shadowed.map(({ id, source }) => (
        <div className="hint" key={id}>
          <Icon of={TriangleAlert} size="s" />
          <p>
            The redirect from <code>{source}</code> no longer works because a space uses its address.{' '}
            {redirectsLink('Show it')}
          </p>
        </div>
      ))}
      {brokenLinks.map(({ space, links: count }) => (
        <div className="hint" key={space.id}>
          <Icon of={CircleAlert} size="s" />
          <p>
            {pluralize(count, 'link')} to <b>{space.title}</b> {count === 1 ? 'breaks' : 'break'} because it
            leaves the site.
          </p>
        </div>
      ))}
      {unchanged > 0 && (
        <p className={planStyles.note}>
          <Icon of={Check} size="s" className="i-success" />
          <span>
            {unchanged === 1
              ? 'One space keeps its address.'
              : `${unchanged.toLocaleString('en')} spaces keep their address.`}
          </span>
        </p>
      )}
      {brokenLinks.length === 0 && (
        <p className={planStyles.note}>
          <Icon of={Check} size="s" className="i-success" />
          <span>No links within the site break.</span>
        </p>
      )}
    </>
  )
}
