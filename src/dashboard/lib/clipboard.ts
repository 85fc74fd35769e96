import { toast } from './toast.ts'

/** What cannot be copied because the browser keeps the clipboard shut is said, not swallowed. */
export async function copyText(text: string, done: string): Promise<void> {
  try {
    await navigator.clipboard.writeText(text)
    toast.done(done)
  } catch {
    toast.refused('Nothing was copied', { reason: `The browser keeps its clipboard shut. It is: ${text}` })
  }
}
