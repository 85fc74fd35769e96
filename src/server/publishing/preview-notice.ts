/** How much of a plan is shown. */
export type PlanShown = {
  readonly steps: number
  /** Steps that cannot be done any more. */
  readonly obstacles: number
}

type Shown = {
  readonly isPublished: boolean
  /** Of a visitor, on a site that shows different things to different visitors. */
  readonly claims?: Readonly<Record<string, unknown>> | undefined
  readonly changeRequest?: { readonly number: number; readonly subject: string } | undefined
  readonly plan?: PlanShown | undefined
}

/** What stands above pages that are looked at before others see them so. */
export function noticeOf({ isPublished, claims, changeRequest, plan }: Shown): string {
  const hasPlan = plan !== undefined && plan.steps > 0
  const what = [
    ...(hasPlan ? [`the plan (${counted(plan.steps)})`] : []),
    ...(changeRequest ? [`change request #${changeRequest.number}${quoted(changeRequest.subject)}`] : []),
  ]
  const of = what.length > 0 ? ` of ${what.join(' and ')}` : ''
  const said = [
    `Preview${of}${asVisitor(claims)}.`,
    ...(plan === undefined ? [] : [aboutPlan(plan)]),
    ...(changeRequest ? ['Search finds what is published.'] : []),
    ...(what.length > 0 ? [] : [isPublished ? 'The site is published.' : 'The site is not published.']),
  ]
  return said.join(' ')
}

const counted = (steps: number): string => (steps === 1 ? '1 change' : `${steps} changes`)

const quoted = (subject: string): string => (subject === '' ? '' : ` “${subject}”`)

function asVisitor(claims: Shown['claims']): string {
  if (claims === undefined) return ''
  const known = Object.keys(claims).length === 0 ? 'nothing' : JSON.stringify(claims)
  return ` as a visitor of whom ${known} is known`
}

function aboutPlan({ steps, obstacles }: PlanShown): string {
  if (steps === 0) return 'Nothing is planned any more: this is the site as it is.'
  if (obstacles === 0) return 'Visitors see the site like this once the plan is published.'
  if (obstacles === steps) return 'None of it can be done any more, so this is the site as it is.'
  return `${obstacles === 1 ? 'One of them' : `${obstacles} of them`} cannot be done any more and ${obstacles === 1 ? 'is' : 'are'} left out.`
}
