import { all, remember, say } from './dom.ts'

/** The button switches between light and dark and remembers it; the inline script of the head applies it. */
export function switchScheme(): void {
  for (const button of all('.scheme')) {
    button.addEventListener('click', () => {
      const isDark = schemeNow() === 'dark'
      const scheme = isDark ? 'light' : 'dark'
      document.documentElement.dataset.scheme = scheme
      remember('scheme', scheme)
      say(isDark ? button.dataset.light : button.dataset.dark)
    })
  }
}

/** Whether the page is light or dark now. */
export function schemeNow(): string {
  const system = matchMedia('(prefers-color-scheme: dark)').matches ? 'dark' : 'light'
  return document.documentElement.dataset.scheme ?? system
}
