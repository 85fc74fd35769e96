/** How much of a plan a preview shows. */
export type PlanSummary = {
  readonly steps: number
  /** Steps that can no longer be applied. */
  readonly obstacles: number
}

type NoticeInput = {
  readonly isPublished: boolean
  /** Claims of the previewed visitor, on sites with adaptive content. */
  readonly claims?: Readonly<Record<string, unknown>> | undefined
  readonly changeRequest?: { readonly number: number; readonly subject: string } | undefined
  readonly plan?: PlanSummary | undefined
}

/** The notice above previewed pages. */
export function previewNotice({ isPublished, claims, changeRequest, plan }: NoticeInput): string {
  const hasPlan = plan !== undefined && plan.steps > 0
  const subjects = [
    ...(hasPlan ? [`the plan (${counted(plan.steps)})`] : []),
    ...(changeRequest ? [`change request #${changeRequest.number}${quoted(changeRequest.subject)}`] : []),
  ]
  const of = subjects.length > 0 ? ` of ${subjects.join(' and ')}` : ''
  const sentences = [
    `Preview${of}${asVisitor(claims)}.`,
    ...(plan === undefined ? [] : [aboutPlan(plan)]),
    ...(changeRequest ? ['Search only finds published content.'] : []),
    ...(subjects.length > 0 ? [] : [isPublished ? 'The site is published.' : 'The site isn’t published.']),
  ]
  return sentences.join(' ')
}

const counted = (steps: number): string => (steps === 1 ? '1 change' : `${steps} changes`)

const quoted = (subject: string): string => (subject === '' ? '' : ` “${subject}”`)

function asVisitor(claims: NoticeInput['claims']): string {
  if (claims === undefined) return ''
  return Object.keys(claims).length === 0
    ? ' as a visitor without claims'
    : ` as a visitor with the claims ${JSON.stringify(claims)}`
}

function aboutPlan({ steps, obstacles }: PlanSummary): string {
  if (steps === 0) return 'The plan is empty: this is the current site.'
  if (obstacles === 0) return 'Visitors see the site like this once the plan is published.'
  if (obstacles === steps) return 'None of its changes can be applied, so this is the current site.'
  return `${obstacles === 1 ? 'One of them' : `${obstacles} of them`} can no longer be applied and ${obstacles === 1 ? 'is' : 'are'} left out.`
}
