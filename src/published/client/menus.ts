import { all, elementOf, one } from './dom.ts'

/** Drop-downs close on Escape, on a click elsewhere, and when the focus leaves them. */
export function closeMenus(): void {
  addEventListener('click', (event) => {
    const inside = elementOf(event)?.closest('details.menu')
    for (const menu of openMenus()) if (menu !== inside) menu.open = false
  })
  addEventListener('keydown', (event) => {
    const menu = event.key === 'Escape' ? openMenus()[0] : undefined
    if (!menu) return
    menu.open = false
    one('summary', menu)?.focus()
  })
  addEventListener('focusout', (event) => {
    const menu = elementOf(event)?.closest<HTMLDetailsElement>('details.menu')
    if (menu && event.relatedTarget instanceof Node && !menu.contains(event.relatedTarget)) menu.open = false
  })
}

const openMenus = () => all<HTMLDetailsElement>('details.menu[open]')
