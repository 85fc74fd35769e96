import { all, one, targetOf } from './dom.ts'
import { showTab } from './tabs.ts'

/** A link into a closed block opens it; paper shows all blocks open. */
export function revealTargets(): void {
  addEventListener('hashchange', reveal)
  if (location.hash) reveal()
  addEventListener('beforeprint', () => {
    for (const block of all<HTMLDetailsElement>('.prose details:not([open])')) block.open = true
  })
}

function reveal(): void {
  const target = targetOf(location.hash)
  if (!target) return
  let details = target.closest('details')
  while (details) {
    details.open = true
    details = details.parentElement?.closest('details') ?? null
  }
  const panel = target.closest('.tab')
  const tab = panel?.id ? one(`[aria-controls="${CSS.escape(panel.id)}"]`) : null
  if (tab) showTab(tab)
  target.scrollIntoView()
}
