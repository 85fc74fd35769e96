import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { clsx } from 'clsx'
import { ArrowUpRight } from 'lucide-react'
import { type ReactNode, useEffect, useRef, useState } from 'react'
import { api } from '#contract/api.ts'
import type { SiteParams } from '#contract/shared/paths.ts'
import type { Site } from '#contract/sites.ts'
import { UndecidedContentNotice } from '../../components/conditional-content.tsx'
import { PlanAuthor, usePendingPlan } from '../../components/pending-plan.tsx'
import { Time } from '../../components/ui/time.tsx'
import { callApi, q } from '../../data/api.ts'
import { useActions } from '../../hooks/use-actions.ts'
import { labels, pluralize } from '../../lib/labels.ts'
import { paths } from '../../lib/paths.ts'
import { shortAddress } from '../../lib/short-address.ts'
import { audienceDescriptions, audienceLabels, SiteStatus, siteAddress } from './labels.tsx'
import { ScheduledActions } from './scheduled-actions.tsx'
import { SiteFindings } from './site-findings.tsx'
import styles from './sites.module.css'

type Props = { params: SiteParams; site: Site }
type OverviewProps = Props & { isScheduling: boolean; onSchedule: (isOpen: boolean) => void }

/** The facts of a site, its issues and a preview. */
export function SiteOverview({ params, site, isScheduling, onSchedule }: OverviewProps) {
  useActions(
    site.urls.published
      ? [
          {
            id: 'open-site',
            label: `Open ${site.title}`,
            icon: ArrowUpRight,
            run: () => void window.open(site.urls.published, '_blank', 'noopener'),
          },
        ]
      : [],
  )
  return (
    <div className="scroll">
      <div className={styles.overview}>
        <div className={styles.sections}>
          <UndecidedContentNotice params={params} site={site} />
          <Facts params={params} site={site} />
          {site.permissions.edit && (
            <ScheduledActions params={params} site={site} isOpen={isScheduling} onOpen={onSchedule} />
          )}
          {site.permissions.edit && <SiteFindings params={params} />}
        </div>
        {site.siteSpaces > 0 && <SitePreview params={params} site={site} />}
      </div>
    </div>
  )
}

function Facts({ params, site }: Props) {
  const address = siteAddress(site)
  return (
    <dl className="facts">
      <Fact name="Address">
        {site.urls.published ? (
          <a className="link truncate" href={site.urls.published} target="_blank" rel="noreferrer">
            {shortAddress(address)}
          </a>
        ) : (
          <>
            <span className="truncate">{shortAddress(address)}</span>
            <span className="faint nowrap">once published</span>
          </>
        )}
      </Fact>
      <Fact name="State">
        <SiteStatus site={site} />
      </Fact>
      <Plan params={params} site={site} />
      <Fact name="Audience">
        {audienceLabels[site.visibility]}
        <span className="faint truncate wide">{audienceDescriptions[site.visibility]}</span>
      </Fact>
      <Defaults params={params} site={site} />
      <Fact name="Created">
        <Time at={site.createdAt} ago />
      </Fact>
      {site.updatedAt && (
        <Fact name="Updated">
          <Time at={site.updatedAt} ago />
        </Fact>
      )}
    </dl>
  )
}

const Fact = ({ name, children }: { name: string; children: ReactNode }) => (
  <div>
    <dt>{name}</dt>
    <dd>{children}</dd>
  </div>
)

/** The pending plan of its structure. */
function Plan({ params, site }: Props) {
  const plan = usePendingPlan(params, site.permissions.edit)
  if (!plan) return null
  return (
    <Fact name="Plan">
      <Link
        className="link nowrap"
        to={paths.site(params.organizationId, params.siteId)}
        search={{ plan: true }}
      >
        {pluralize(plan.steps, 'change')} {plan.steps === 1 ? 'waits' : 'wait'}
      </Link>
      <span className="faint">
        <PlanAuthor plan={plan} />
      </span>
    </Fact>
  )
}

/** The default section and space, which readers see at the site's own address. */
function Defaults({ params, site }: Props) {
  const { data: structure } = useQuery(q(api.siteStructure.get, { params }))
  if (!structure) return null
  const sections =
    structure.type === 'siteSpaces'
      ? []
      : structure.structure.flatMap((node) => (node.object === 'site-section' ? [node] : node.sections))
  const section = sections.find(({ id }) => id === site.defaultSiteSection)
  const spaces = structure.type === 'siteSpaces' ? structure.structure : (section?.siteSpaces ?? [])
  const space = spaces.find((one) => one.default === true)
  return (
    <>
      {section && (
        <Fact name="Default section">
          <Link
            className={clsx(styles.plainLink, 'truncate')}
            to={paths.site(params.organizationId, params.siteId)}
          >
            {section.title}
          </Link>
          <span className="faint nowrap">of {sections.length}</span>
        </Fact>
      )}
      {space && (
        <Fact name="Default space">
          <span className="truncate">{space.title || labels.untitled}</span>
          <span className="faint nowrap wide">of {pluralize(site.siteSpaces, 'space')} on the site</span>
        </Fact>
      )}
    </>
  )
}

/** Width of the preview in pixels, before it is scaled down. */
const PREVIEW_WIDTH = 1280

/** Refetches the preview before its address expires. */
const REFRESH_AFTER_MS = 50 * 60_000

/** A small, inert preview of the start page. */
function SitePreview({ params, site }: { params: SiteParams; site: Site }) {
  const { organizationId, siteId } = params
  const preview = useQuery({
    queryKey: ['site-shot', organizationId, siteId],
    queryFn: ({ signal }) =>
      callApi(api.sitePublishing.preview, { params: { organizationId, siteId }, query: {} }, { signal }),
    staleTime: REFRESH_AFTER_MS,
    refetchInterval: REFRESH_AFTER_MS,
    retry: false,
  })
  const box = useRef<HTMLDivElement>(null)
  const [scale, setScale] = useState(0)
  useEffect(() => {
    const { current } = box
    if (current === null) return
    const observer = new ResizeObserver(([entry]) =>
      setScale((entry?.contentRect.width ?? 0) / PREVIEW_WIDTH),
    )
    observer.observe(current)
    return () => observer.disconnect()
  }, [])
  if (preview.isError) return null
  return (
    <section className={styles.preview} aria-label={`Preview of ${labels.quoted(site.title)}`}>
      <div ref={box}>
        {preview.data && scale > 0 && (
          <iframe
            key={site.version}
            title={`Preview of ${site.title}`}
            src={new URL(preview.data.url).pathname}
            inert
            tabIndex={-1}
            style={{ transform: `scale(${scale})` }}
          />
        )}
      </div>
    </section>
  )
}
