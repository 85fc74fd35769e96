import { one, remembered } from './dom.ts'

/**
 * Members who may edit the space of a page are led to it in the dashboard. The page is the same for everybody, so the
 * browser asks, and only where somebody has come in to the dashboard: the pages of strangers ask nothing.
 */
export async function offerEditing(): Promise<void> {
  const link = one<HTMLAnchorElement>('a.edit-page[data-space]')
  if (!link || remembered('lectern.came-in') === null) return
  const found = await fetch(link.dataset.space ?? '', { headers: { accept: 'application/json' } }).catch(
    () => null,
  )
  if (!found?.ok) return
  const space: { permissions?: { edit?: boolean }; urls?: { app?: string } } = await found.json()
  if (!space.permissions?.edit || !space.urls?.app) return
  link.href = `${space.urls.app}/p/${link.dataset.page}`
  link.hidden = false
}
