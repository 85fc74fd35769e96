import { Link } from '@tanstack/react-router'
import type { ImportRun, ImportReport as Report } from '#contract/imports.ts'
import { weightOf } from '../../components/page-text/page-links.ts'
import { ButtonFace, buttonClass } from '../../components/ui/button.tsx'
import { places } from '../../lib/places.ts'
import { durationOf } from './run-words.ts'

/** What an import made and what it left out. */
export function ImportReport({ run }: { run: ImportRun }) {
  const { report, reason, status, target } = run
  if (!report)
    return (
      <p className="im-reason">
        {reason ?? (status === 'cancelled' ? 'Nothing was added to the space.' : 'It left no report.')}
      </p>
    )
  return (
    <div className="im-report">
      <dl className="im-figures">
        {figuresOf(report).map(([name, value]) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd className="num">{value}</dd>
          </div>
        ))}
      </dl>
      <Findings
        title="Broken links"
        heads={['On page', 'Leads to']}
        rows={report.brokenLinks.map(({ source, url }) => [source, url])}
        total={report.linksBroken}
      />
      <Findings
        title="Left out"
        heads={['What', 'Why']}
        rows={report.skipped.map(({ source, reason: why }) => [source, why])}
        total={report.skippedTotal}
      />
      <Link className={buttonClass('line')} to={places.space(target.space)}>
        <ButtonFace>Open the pages</ButtonFace>
      </Link>
    </div>
  )
}

const figuresOf = (report: Report): [string, string][] => [
  ['Pages', report.pages.toLocaleString('en')],
  ['Files', report.files.toLocaleString('en')],
  ['Links resolved', report.linksResolved.toLocaleString('en')],
  ['Broken links', report.linksBroken.toLocaleString('en')],
  ['Left out', report.skippedTotal.toLocaleString('en')],
  ['Read', weightOf(report.bytes)],
  ['Took', durationOf(report.milliseconds)],
]

type FindingsProps = {
  title: string
  heads: [string, string]
  rows: readonly (readonly [string, string])[]
  total: number
}

function Findings({ title, heads, rows, total }: FindingsProps) {
  if (rows.length === 0) return null
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reached by key
    <div className="im-findings" role="region" aria-label={title} tabIndex={0}>
      <h3>
        {title} <span className="count">{total.toLocaleString('en')}</span>
      </h3>
      <table>
        <thead>
          <tr>
            {heads.map((head) => (
              <th key={head} scope="col">
                {head}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map(([what, about], at) => (
            <tr key={at}>
              <td className="mono">{what}</td>
              <td className={heads[1] === 'Leads to' ? 'mono' : undefined}>{about}</td>
            </tr>
          ))}
        </tbody>
      </table>
      {total > rows.length && <p className="meta faint">The first {rows.length} are shown.</p>}
    </div>
  )
}
