import type { SitePlan } from '#contract/site-plans.ts'
import { formatNames, labels, pluralize } from '../../lib/labels.ts'
import { shortAddress } from '../../lib/short-address.ts'

type Addresses = Pick<SitePlan['addresses'], 'removed' | 'changed' | 'redirects'>

type Options = {
  /** Whether old addresses redirect. */
  readonly redirect: boolean
  /** Where readers open the site. */
  readonly address: string
}

/** The question before a plan of a published site is published: what readers lose, and what they see instead. */
export const publishQuestion = (
  { steps, addresses }: Pick<SitePlan, 'steps'> & { readonly addresses: Addresses },
  options: Options,
) => ({
  title: `Publish ${pluralize(steps.length, 'change')}?`,
  description: `Visitors see the new structure right away. ${effectsOf(addresses, options).join(' ') || 'All addresses keep working.'}`,
  action: `Publish ${pluralize(steps.length, 'change')}`,
  danger: addresses.removed.length > 0,
})

function effectsOf({ removed, changed, redirects }: Addresses, { redirect, address }: Options): string[] {
  const lost = formatNames(removed.map(({ siteSpace }) => labels.quoted(siteSpace.title || labels.untitled)))
  const moved = sumOf(changed)
  return [
    ...(removed.length > 0
      ? [`Readers lose access to ${lost} and get a 404 for ${pagesAt(removed, address)}.`]
      : []),
    ...(changed.length > 0
      ? [
          redirect
            ? `${pagesAt(changed, address)} ${verb(moved, 'move')}, and the old addresses redirect.`
            : `${pagesAt(changed, address)} ${verb(moved, 'move')}, and the old addresses return a 404.`,
        ]
      : []),
    ...(changed.length > 0 && redirect && redirects < moved
      ? [`${pluralize(moved - redirects, 'page')} can’t redirect because another space uses the old address.`]
      : []),
  ]
}

type Source = { readonly from: string; readonly pages: number }

const sumOf = (sources: readonly Source[]): number => sources.reduce((sum, { pages }) => sum + pages, 0)

/** `12 pages at docs.example.org/guides and docs.example.org/api`. */
const pagesAt = (sources: readonly Source[], address: string): string =>
  `${pluralize(sumOf(sources), 'page')} at ${formatNames(sources.map(({ from }) => shortAddress(`${address.replace(/\/$/, '')}${from}`)))}`

const verb = (count: number, plural: string): string => (count === 1 ? `${plural}s` : plural)
