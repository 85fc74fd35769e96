import { Link } from '@tanstack/react-router'
import { RotateCw } from 'lucide-react'
import type { ImportRun, ImportReport as Report } from '#contract/imports.ts'
import { weightOf } from '../../components/page-text/page-links.ts'
import { Button, ButtonFace, buttonClass } from '../../components/ui/button.tsx'
import { places } from '../../lib/places.ts'
import { counted } from '../../lib/words.ts'
import { ImportItems } from './import-items.tsx'
import { durationOf } from './run-words.ts'

type Props = { run: ImportRun; organizationId: string; onAgain: (run: ImportRun) => void }

/** What an import made and what it left out, and the way to do it once more. */
export function ImportReport({ run, organizationId, onAgain }: Props) {
  const { report, reason, status } = run
  if (!report)
    return (
      <div className="im-reason">
        <p>{reason ?? (status === 'cancelled' ? 'Nothing was added to the space.' : 'It left no report.')}</p>
        <Button look="line" icon={RotateCw} onClick={() => onAgain(run)}>
          Import again
        </Button>
      </div>
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
      {report.redirects && <p className="soft">{redirectsSaid(report.redirects)}</p>}
      <div className="im-picks">
        <Made run={run} />
        <Button look="line" icon={RotateCw} onClick={() => onAgain(run)}>
          Import again
        </Button>
      </div>
      <ImportItems run={run} organizationId={organizationId} />
    </div>
  )
}

function Made({ run: { target } }: { run: ImportRun }) {
  if (target.changeRequest !== undefined)
    return (
      <Link className={buttonClass('line')} to={places.change(target.space, target.changeRequest)}>
        <ButtonFace>Open the change request</ButtonFace>
      </Link>
    )
  const to = target.page === undefined ? places.space(target.space) : places.page(target.space, target.page)
  return (
    <Link className={buttonClass('line')} to={to}>
      <ButtonFace>Open the pages</ButtonFace>
    </Link>
  )
}

const notTaken = {
  'change-request': 'Paste them into the redirects of the site once the change request is merged.',
  'no-site': 'No site shows this space; once one does, paste them into its redirects.',
  'no-permission': 'Somebody who may edit a site with this space can paste them into its redirects.',
} as const

function redirectsSaid({ found, made, kept, reason }: NonNullable<Report['redirects']>): string {
  const all = `${counted(found, 'redirect')} found`
  if (reason !== undefined) return `${all}. ${notTaken[reason]}`
  return `${all}, ${made} made${kept > 0 ? `, ${kept} left as the site has them` : ''}.`
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
