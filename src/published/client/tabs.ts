import { all, remember, remembered } from './dom.ts'

/** Tabs: a title that is chosen once is chosen in all blocks of the page that have it, and on the next page. */
export function chooseTabs(): void {
  const chosen = remembered('tab')
  for (const tab of tabs()) {
    if (titleOf(tab) === chosen) showTab(tab)
    tab.addEventListener('click', () => chooseTab(tab))
    tab.addEventListener('keydown', (event) => moveAmongTabs(event, tab))
  }
}

/** Shows one panel of a block and hides the others of it. */
export function showTab(tab: HTMLElement): void {
  for (const other of tabsBeside(tab)) {
    const isOpen = other === tab
    other.ariaSelected = String(isOpen)
    other.tabIndex = isOpen ? 0 : -1
    panelOf(other)?.classList.toggle('is-open', isOpen)
  }
}

/** Blocks above may change their height; the clicked tab stays where the reader sees it. */
function chooseTab(tab: HTMLElement): void {
  const before = tab.getBoundingClientRect().top
  const same = tabs().filter((other) => titleOf(other) === titleOf(tab) && !tabsBeside(tab).includes(other))
  for (const one of [tab, ...same]) showTab(one)
  remember('tab', titleOf(tab))
  scrollBy({ top: tab.getBoundingClientRect().top - before, behavior: 'instant' })
}

function moveAmongTabs(event: KeyboardEvent, tab: HTMLElement): void {
  const beside = tabsBeside(tab)
  const at = beside.indexOf(tab)
  const forward = getComputedStyle(tab).direction === 'rtl' ? -1 : 1
  const steps: Record<string, number> = {
    ArrowRight: at + forward,
    ArrowLeft: at - forward,
    Home: 0,
    End: beside.length - 1,
  }
  const step = steps[event.key]
  const next = step === undefined ? undefined : beside.at(step % beside.length)
  if (!next) return
  event.preventDefault()
  showTab(next)
  next.focus()
}

const tabs = () => all('.tabs [role="tab"]')

const tabsBeside = (tab: HTMLElement) => all('[role="tab"]', tab.closest('[role="tablist"]') ?? document)

const panelOf = (tab: HTMLElement) => document.getElementById(tab.getAttribute('aria-controls') ?? '')

const titleOf = (tab: HTMLElement) => tab.textContent.trim()
