import { announce, findAll, storePreference } from './dom.ts'

/** The button switches between light and dark and stores the choice; the inline script in the head applies it. */
export function enableSchemeSwitch(): void {
  for (const button of findAll('.scheme')) {
    button.addEventListener('click', () => {
      const isDark = currentScheme() === 'dark'
      const scheme = isDark ? 'light' : 'dark'
      document.documentElement.dataset.scheme = scheme
      storePreference('scheme', scheme)
      announce(isDark ? button.dataset.light : button.dataset.dark)
    })
  }
}

/** Whether the page is light or dark now. */
export function currentScheme(): string {
  const system = matchMedia('(prefers-color-scheme: dark)').matches ? 'dark' : 'light'
  return document.documentElement.dataset.scheme ?? system
}
