import { announce, find, findAll, readPreference, targetElement } from './dom.ts'

/** How long a button shows that it copied. */
const COPIED_LABEL_MS = 1600

/** Buttons that copy a code block, or the page as Markdown. */
export function enableCopyButtons(): void {
  for (const button of findAll('.code-copy'))
    button.addEventListener('click', () => copy(button, codeBeside(button)))
  for (const button of findAll('[data-copy-page]')) button.addEventListener('click', () => copyPage(button))
  for (const button of findAll('[data-copy-text]')) button.addEventListener('click', () => copyText(button))
}

/** Returns whether the text was copied; browsers deny clipboard access on pages without TLS. */
async function copy(button: HTMLElement, text: string): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text)
  } catch {
    // Clipboard access was denied; the caller shows the text instead.
    return false
  }
  button.classList.add('copied')
  announce(button.dataset.done)
  setTimeout(() => button.classList.remove('copied'), COPIED_LABEL_MS)
  return true
}

/** If copying fails, the Markdown is opened instead. */
async function copyPage(button: HTMLElement): Promise<void> {
  const address = button.dataset.copyPage ?? ''
  const response = await fetch(address).catch(() => null)
  const isCopied = response?.ok ? await copy(button, await response.text()) : false
  if (isCopied) showCopied(button)
  else location.href = address
}

/** If copying fails, the text is shown to be copied by hand. */
async function copyText(button: HTMLElement): Promise<void> {
  const text = button.dataset.copyText ?? ''
  if (await copy(button, text)) showCopied(button)
  else prompt(button.textContent.trim(), text)
}

function showCopied(button: HTMLElement): void {
  const label = find('.split-label, .copy-label', button)
  if (!label || label.textContent === button.dataset.done) return
  const defaultText = label.textContent
  label.textContent = button.dataset.done ?? defaultText
  setTimeout(() => {
    label.textContent = defaultText
  }, COPIED_LABEL_MS)
}

function codeBeside(button: HTMLElement): string {
  const lines = findAll('.l', button.closest('.code') ?? document)
  return lines.map((line) => line.textContent.replace(/\n$/, '')).join('\n')
}

/**
 * Shows the edit link to members who may edit the space. The HTML is the same for everyone, so the script asks the
 * server, but only in browsers in which someone has signed in to the dashboard.
 */
export async function showEditLink(): Promise<void> {
  const link = find<HTMLAnchorElement>('a.edit-page[data-space]')
  if (!link || readPreference('lectern.came-in') === null) return
  const response = await fetch(link.dataset.space ?? '', { headers: { accept: 'application/json' } }).catch(
    () => null,
  )
  if (!response?.ok) return
  const space: { permissions?: { edit?: boolean }; urls?: { app?: string } } = await response.json()
  if (!space.permissions?.edit || !space.urls?.app) return
  link.href = `${space.urls.app}/p/${link.dataset.page}`
  link.hidden = false
}

/** Embedded content of other hosts loads only after a click. */
export function enableEmbeds(): void {
  addEventListener('click', (event) => {
    const link = targetElement(event)?.closest<HTMLElement>('a.embed[data-embed]')
    if (!link || event.metaKey || event.ctrlKey) return
    event.preventDefault()
    const frame = document.createElement('iframe')
    frame.className = 'embed-frame'
    frame.title = link.querySelector('strong')?.textContent ?? ''
    frame.allow = 'fullscreen'
    frame.src = link.dataset.embed ?? ''
    link.replaceWith(frame)
    frame.focus()
  })
}
