import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { Check, TriangleAlert } from 'lucide-react'
import { useState } from 'react'
import { api } from '#contract/api.ts'
import type { SiteParams } from '#contract/shared/paths.ts'
import type { VisitorSchema } from '#contract/site-audience.ts'
import { MAX_FINDING_PATHS, type SiteFinding } from '#contract/site-checks.ts'
import type { SiteStructure } from '#contract/site-structure.ts'
import { Button } from '../../components/ui/button.tsx'
import { Icon } from '../../components/ui/icon.tsx'
import { ListSkeleton } from '../../components/ui/skeleton.tsx'
import { Failed } from '../../components/ui/states.tsx'
import { q } from '../../data/api.ts'
import { errorMessage } from '../../data/query-client.ts'
import { conditionalContentText } from '../../lib/conditional-content.ts'
import { conditionsIn, conditionWarnings } from '../../lib/conditions.ts'
import { labels, pluralize } from '../../lib/labels.ts'
import { paths } from '../../lib/paths.ts'
import styles from './sites.module.css'

/** How many issues are shown before “Show all”. */
const SHOWN_ISSUES = 8

/** Issues that readers may run into. */
export function SiteFindings({ params }: { params: SiteParams }) {
  const checks = useQuery(q(api.siteChecks.list, { params }))
  const { data: structure } = useQuery(q(api.siteStructure.get, { params }))
  const { data: audience } = useQuery(q(api.siteAudience.getSchema, { params }))
  return (
    <section aria-labelledby="site-findings">
      <h2 id="site-findings">Issues</h2>
      {checks.isError ? (
        <Failed
          title="Couldn’t check the site"
          reason={errorMessage(checks.error)}
          onRetry={() => void checks.refetch()}
        />
      ) : checks.data && structure ? (
        <IssueList
          issues={[
            ...checks.data.findings.map((finding) =>
              findingIssue(params, finding, (id) => siteSpaceTitles(structure).get(id)),
            ),
            ...(audience ? conditionIssues(params, structure, audience.jsonSchema) : []),
          ]}
        />
      ) : (
        <ListSkeleton rows={2} />
      )}
    </section>
  )
}

function IssueList({ issues }: { issues: readonly SiteIssue[] }) {
  const [isExpanded, setIsExpanded] = useState(false)
  if (issues.length === 0) {
    return (
      <p className={styles.noIssues}>
        <span className="i-success line">
          <Icon of={Check} />
        </span>
        No issues. Every space has pages, and every link works.
      </p>
    )
  }
  const shown = isExpanded ? issues : issues.slice(0, SHOWN_ISSUES)
  return (
    <>
      <ul className={styles.issues}>
        {shown.map(({ key, text, detail, action, to }) => (
          <li key={key}>
            <span className="i-warning line">
              <Icon of={TriangleAlert} />
            </span>
            <div>
              <p>{text}</p>
              {detail && <p className="faint meta">{detail}</p>}
            </div>
            <Link className="link nowrap" to={to}>
              {action}
            </Link>
          </li>
        ))}
      </ul>
      {shown.length < issues.length && (
        <Button onClick={() => setIsExpanded(true)}>Show all {issues.length}</Button>
      )}
    </>
  )
}

/** A problem of a site, with a link to where it is fixed. */
type SiteIssue = {
  readonly key: string
  readonly text: string
  /** A second line. */
  readonly detail?: string
  /** The label of the link. */
  readonly action: string
  readonly to: string
}

/** Describes a finding, with a link to where it is fixed. */
export function findingIssue(
  { organizationId, siteId }: SiteParams,
  finding: SiteFinding,
  titleOf: (siteSpace: string) => string | undefined,
): SiteIssue {
  const structure = { action: 'Open the structure', to: paths.site(organizationId, siteId) }
  if (finding.kind === 'no-space') {
    return { key: finding.kind, text: 'The site has no spaces', ...structure }
  }
  if (finding.kind === 'no-fallback') {
    return {
      key: finding.kind,
      text: 'Visitors have no sign-in URL',
      detail: 'Enter the URL of your sign-in page.',
      action: 'Open the audience',
      to: paths.sitePart(organizationId, siteId, 'audience'),
    }
  }
  if (finding.kind === 'conditional-content') {
    return {
      key: finding.kind,
      text: 'Conditional content is hidden from everyone',
      detail: conditionalContentText(finding),
      action: 'Choose who sees it',
      to: paths.sitePart(organizationId, siteId, 'audience'),
    }
  }
  const key = `${finding.kind} ${finding.siteSpace}`
  const space = labels.quoted(finding.title || labels.untitled)
  switch (finding.kind) {
    case 'empty-space':
      return {
        key,
        text: `${space} has no pages`,
        ...(finding.default ? { detail: 'It’s a default, so readers see it first.' } : {}),
        action: 'Write the first page',
        to: paths.space(finding.space),
      }
    case 'broken-links':
      return {
        key,
        text: `${pluralize(finding.count, 'broken link')} in ${space}`,
        action: 'Show the links',
        to: paths.links(finding.space),
      }
    case 'dashboard-links':
      return {
        key,
        text: `${pluralize(finding.count, 'link')} in ${space} to pages on no public site`,
        detail: 'Readers get to the dashboard, which they may not have access to.',
        action: 'Show the links',
        to: `${paths.links(finding.space)}?show=in-app`,
      }
    case 'hidden-pages': {
      const more = finding.count - finding.paths.length
      const formattedPaths = finding.paths.map((path) => `/${path}`).join(', ')
      const by = labels.quoted(titleOf(finding.by) || labels.untitled)
      return {
        key: `${key} ${finding.by}`,
        text: `${pluralize(finding.count, 'page')} in ${space} hidden by ${by}, which has the same address`,
        detail:
          more > 0 && finding.paths.length === MAX_FINDING_PATHS
            ? `${formattedPaths} and ${more} more`
            : formattedPaths,
        ...structure,
      }
    }
  }
}

/** Warnings about the conditions of sections and spaces. */
export function conditionIssues(
  { organizationId, siteId }: SiteParams,
  structure: SiteStructure,
  schema: VisitorSchema,
): SiteIssue[] {
  return conditionsIn(structure).flatMap(({ id, title, condition, isDefault }) => {
    if (condition === undefined) return []
    const warnings = conditionWarnings(condition, schema, isDefault)
    return warnings.map((warning) => ({
      key: `${id} ${warning}`,
      text: `Check the condition of ${labels.quoted(title || labels.untitled)}`,
      detail: `${warning}.`,
      action: 'Check who sees what',
      to: paths.sitePart(organizationId, siteId, 'audience'),
    }))
  })
}

/** The titles of the site spaces of a structure, by id. */
function siteSpaceTitles(structure: SiteStructure): ReadonlyMap<string, string> {
  const spaces =
    structure.type === 'siteSpaces'
      ? structure.structure
      : structure.structure
          .flatMap((node) => (node.object === 'site-section' ? [node] : node.sections))
          .flatMap(({ siteSpaces }) => siteSpaces)
  return new Map(spaces.map(({ id, title }) => [id, title]))
}
