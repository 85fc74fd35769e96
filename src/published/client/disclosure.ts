import { elementForHash, find, findAll, readPreference, storePreference, targetElement } from './dom.ts'

/** Selecting a tab also selects tabs with the same title in other blocks, and on the next page. */
export function enableTabs(): void {
  const selected = readPreference('tab')
  for (const tab of tabs()) {
    if (titleOf(tab) === selected) showTab(tab)
    tab.addEventListener('click', () => chooseTab(tab))
    tab.addEventListener('keydown', (event) => navigateTabs(event, tab))
  }
}

/** Shows the panel of a tab and hides the other panels of the block. */
export function showTab(tab: HTMLElement): void {
  for (const other of siblingTabs(tab)) {
    const isOpen = other === tab
    other.ariaSelected = String(isOpen)
    other.tabIndex = isOpen ? 0 : -1
    panelOf(other)?.classList.toggle('is-open', isOpen)
  }
}

/** Blocks above may change their height, so the page is scrolled to keep the clicked tab in place. */
function chooseTab(tab: HTMLElement): void {
  const before = tab.getBoundingClientRect().top
  const same = tabs().filter((other) => titleOf(other) === titleOf(tab) && !siblingTabs(tab).includes(other))
  for (const selected of [tab, ...same]) showTab(selected)
  storePreference('tab', titleOf(tab))
  scrollBy({ top: tab.getBoundingClientRect().top - before, behavior: 'instant' })
}

function navigateTabs(event: KeyboardEvent, tab: HTMLElement): void {
  const siblings = siblingTabs(tab)
  const at = siblings.indexOf(tab)
  const forward = getComputedStyle(tab).direction === 'rtl' ? -1 : 1
  const steps: Record<string, number> = {
    ArrowRight: at + forward,
    ArrowLeft: at - forward,
    Home: 0,
    End: siblings.length - 1,
  }
  const step = steps[event.key]
  const next = step === undefined ? undefined : siblings.at(step % siblings.length)
  if (!next) return
  event.preventDefault()
  showTab(next)
  next.focus()
}

const tabs = () => findAll('.tabs [role="tab"]')

const siblingTabs = (tab: HTMLElement) => findAll('[role="tab"]', tab.closest('[role="tablist"]') ?? document)

const panelOf = (tab: HTMLElement) => document.getElementById(tab.getAttribute('aria-controls') ?? '')

const titleOf = (tab: HTMLElement) => tab.textContent.trim()

/** Opens closed blocks when a link targets their content, and before printing. */
export function revealLinkTargets(): void {
  addEventListener('hashchange', () => {
    const target = locationTarget()
    if (target && openAround(target)) target.scrollIntoView()
  })
  addEventListener('beforeprint', () => {
    for (const block of findAll<HTMLDetailsElement>('.prose details:not([open])')) block.open = true
  })
}

/** Opens what contains the target of the address, and scrolls to it. */
export function revealTarget(): void {
  const target = locationTarget()
  if (!target) return
  openAround(target)
  target.scrollIntoView()
}

const locationTarget = () => (location.hash ? elementForHash(location.hash) : null)

/** Returns whether anything around the element was closed. */
function openAround(target: HTMLElement): boolean {
  let wasClosed = false
  let details = target.closest('details')
  while (details) {
    wasClosed ||= !details.open
    details.open = true
    details = details.parentElement?.closest('details') ?? null
  }
  const panel = target.closest('.tab')
  const tab = panel?.id ? find(`[aria-controls="${CSS.escape(panel.id)}"]`) : null
  if (tab && tab.ariaSelected !== 'true') {
    wasClosed = true
    showTab(tab)
  }
  return wasClosed
}

/** Menus close on Escape, on a click elsewhere, and when they lose focus. */
export function enableMenus(): void {
  addEventListener('click', (event) => {
    const inside = targetElement(event)?.closest('details.menu')
    for (const menu of openMenus()) if (menu !== inside) menu.open = false
  })
  addEventListener('keydown', (event) => {
    const menu = event.key === 'Escape' ? openMenus()[0] : undefined
    if (!menu) return
    menu.open = false
    find('summary', menu)?.focus()
  })
  addEventListener('focusout', (event) => {
    const menu = targetElement(event)?.closest<HTMLDetailsElement>('details.menu')
    if (menu && event.relatedTarget instanceof Node && !menu.contains(event.relatedTarget)) menu.open = false
  })
}

const openMenus = () => findAll<HTMLDetailsElement>('details.menu[open]')
