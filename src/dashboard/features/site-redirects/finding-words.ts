import type { RedirectFinding } from '#contract/site-redirects.ts'

/** What is wrong with a redirect, as one sentence. */
export function findingWords({ kind, through = [] }: RedirectFinding): string {
  if (kind === 'shadowed') return 'A page stands here and is shown instead'
  if (kind === 'gone') return 'What it leads to is not on the site any more'
  const way = through.join(', then ')
  return kind === 'loop' ? `Leads round and never ends: ${way}` : `Leads through ${way}`
}
