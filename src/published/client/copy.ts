import { all, one, say } from './dom.ts'

/** How long a button says that it copied, in milliseconds. */
const shownFor = 1600

/** Copies a block of code, and the page as Markdown. */
export function copyThings(): void {
  for (const button of all('.code-copy'))
    button.addEventListener('click', () => copy(button, codeBeside(button)))
  for (const button of all('[data-copy-page]')) button.addEventListener('click', () => copyPage(button))
}

/** Tells whether the text reached the clipboard; browsers refuse it on pages without TLS. */
async function copy(button: HTMLElement, text: string): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text)
  } catch {
    return false
  }
  button.classList.add('copied')
  say(button.dataset.done)
  setTimeout(() => button.classList.remove('copied'), shownFor)
  return true
}

/** Where copying is refused the reader gets the Markdown itself to copy from. */
async function copyPage(button: HTMLElement): Promise<void> {
  const address = button.dataset.copyPage ?? ''
  const answer = await fetch(address).catch(() => null)
  const isCopied = answer?.ok ? await copy(button, await answer.text()) : false
  if (!isCopied) location.href = address
  const label = one('.split-label', button)
  if (!label || !isCopied) return
  const usual = label.textContent
  label.textContent = button.dataset.done ?? usual
  setTimeout(() => {
    label.textContent = usual
  }, shownFor)
}

function codeBeside(button: HTMLElement): string {
  const lines = all('.l', button.closest('.code') ?? document)
  return lines.map((line) => line.textContent.replace(/\n$/, '')).join('\n')
}
