import type { RedirectFinding } from '#contract/site-redirects.ts'

/** A problem of a redirect as one sentence. */
export function findingLabel({ kind, through = [] }: RedirectFinding): string {
  if (kind === 'shadowed') return 'A page stands here and is shown instead'
  if (kind === 'gone') return 'What it leads to is not on the site any more'
  const steps = through.join(', then ')
  return kind === 'loop' ? `Leads round and never ends: ${steps}` : `Leads through ${steps}`
}
